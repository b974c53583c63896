// A guest who plays: takes a seat, and does in turn whatever the page offers, by mouse or by keys alone.

import type { Page } from 'playwright-core';

export type Hand = 'mouse' | 'keys';

/** Sits down at the first table of a game, from the lobby, in two clicks. */
export async function quickSeat(page: Page, game: RegExp): Promise<void> {
  const cards = page.locator('section.game', { hasText: game });
  if ((await page.viewportSize())!.width < 720) {
    await page.getByRole('radio', { name: game }).click();
    await page.getByRole('button', { name: /Seat me/ }).click();
  } else {
    await cards.getByRole('button', { name: /Seat me/ }).click();
  }
  await page.locator('.table').waitFor();
}

export const dock = (page: Page) => page.locator('.dock');
const button = (page: Page, name: RegExp) => dock(page).getByRole('button', { name });

/** What the page offers now. */
export type Offer = 'bet' | 'throw' | 'show' | 'ask' | 'over' | 'wait';

export async function offer(page: Page): Promise<Offer> {
  if ((await dock(page).getByRole('alertdialog').count()) > 0) return 'ask';
  if ((await button(page, /^(Discard \d|Draw \d|Stand pat)/).count()) > 0) return 'throw';
  if (
    (await button(page, /^Fold/).count()) > 0 &&
    (await dock(page)
      .getByRole('checkbox', { name: /Fold|Check/ })
      .count()) === 0
  )
    return 'bet';
  if ((await button(page, /^Show$/).count()) > 0) return 'show';
  if ((await button(page, /^Verify deal$/).count()) > 0) return 'over';
  return 'wait';
}

/** Plays one turn: stays in, throws two cards, shows. */
export async function playTurn(page: Page, how: Hand, what: Offer): Promise<void> {
  try {
    if (how === 'keys') return await byKeys(page, what);
    return await byMouse(page, what);
  } catch (error) {
    // The clock, or another player, may have been quicker: then there is nothing left to press.
    if (!/Timeout|detached|not attached|intercepts/.test(String(error))) throw error;
  }
}

async function byMouse(page: Page, what: Offer): Promise<void> {
  const quick = { timeout: 3000 };
  if (what === 'bet')
    return button(page, /^(Check$|Call)/)
      .first()
      .click(quick);
  if (what === 'show') return button(page, /^Show$/).click(quick);
  if (what === 'ask')
    return button(page, /^(Check|Stand pat)/)
      .first()
      .click(quick);
  if (what !== 'throw') return;
  const cards = page.locator('.cards.throwing button.card');
  if ((await page.locator('.cards.throwing button.card[aria-pressed=true]').count()) === 0) {
    await cards.nth(3).click(quick);
    await cards.nth(4).click(quick);
  }
  await button(page, /^(Discard|Draw) \d/).click(quick);
}

async function byKeys(page: Page, what: Offer): Promise<void> {
  if (what === 'bet') return page.keyboard.press('c');
  if (what === 'show' || what === 'ask') return page.keyboard.press('Enter');
  if (what !== 'throw') return;
  if ((await page.locator('.cards.throwing button.card[aria-pressed=true]').count()) === 0) {
    await page.keyboard.press('4');
    await page.keyboard.press('5');
  }
  await page.keyboard.press('Enter');
}

/** Plays until so many hands are over; gives what was seen on the way. */
export async function playHands(
  page: Page,
  hands: number,
  how: Hand = 'mouse',
): Promise<{ turns: number; offers: Set<Offer> }> {
  let over = 0;
  let turns = 0;
  let last: Offer = 'wait';
  const offers = new Set<Offer>();
  while (over < hands) {
    const now = await offer(page);
    if (now === 'over' && last !== 'over') over++;
    if (now !== 'wait' && now !== 'over') {
      offers.add(now);
      turns++;
      await playTurn(page, how, now);
    }
    last = now;
    await page.waitForTimeout(60);
  }
  return { turns, offers };
}
