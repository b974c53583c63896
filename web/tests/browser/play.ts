// A guest who plays: takes a seat, and does in turn whatever the page offers, by mouse or by keys alone.

import type { Locator, Page } from 'playwright-core';

export type Hand = 'mouse' | 'keys';

/** Sits down at a table of a game, from the lobby, in one click. */
export async function quickSeat(page: Page, game: RegExp): Promise<void> {
  if (page.viewportSize()!.width < 720) {
    const seats = page.getByRole('region', { name: 'Quick seat' });
    await seats.getByRole('radio', { name: game }).click();
    await seats.getByRole('button', { name: /Seat me/ }).click();
  } else {
    await page
      .locator('section.game', { hasText: game })
      .getByRole('button', { name: /Seat me/ })
      .click();
  }
  await page.locator('.table').waitFor();
}

export interface Opened {
  table: number;
  code: string | null;
}

/** Opens a table of one's own, as the dialog does, so that nobody else's hand is in the way. */
export function openTable(page: Page, table: object): Promise<Opened> {
  return page.evaluate(async (wanted) => {
    const account = (await (await fetch('/api/v1/account')).json()) as { csrf: string };
    const answer = await fetch('/api/v1/tables', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': account.csrf },
      body: JSON.stringify(wanted),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Opened;
  }, table);
}

/** Holds a short tournament against bots; gives its number. */
export const hold = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (called) => {
    const account = (await (await fetch('/api/v1/account')).json()) as { csrf: string };
    const answer = await fetch('/api/v1/tournaments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': account.csrf },
      body: JSON.stringify({
        name: called,
        spread: { game: 'holdem', limit: 'no', min_bet: 10 },
        kind: 'sit_and_go',
        entry: 100,
        stack: 200,
        most: 3,
        bots: ['solid', 'solid'],
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { tournament: number }).tournament;
  }, name);

/** Takes a seat at a table that is open, with the dialog's own amount. */
export async function sitDown(page: Page, { table, code }: Opened): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/${code === null ? `table/${table}` : `join/${code}`}`);
  await dock(page)
    .getByRole('button', { name: /Take a seat/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A table of one's own with so many bots, and a seat at it. */
export async function tableWithBots(page: Page, spread: object, bots: number, more: object = {}): Promise<Opened> {
  const table = { spread, seats: 6, clock: 120, bots: Array<string>(bots).fill('solid'), ...more };
  const opened = await openTable(page, table);
  await sitDown(page, opened);
  return opened;
}

export const dock = (page: Page) => page.locator('.dock');
const button = (page: Page, name: RegExp) => dock(page).getByRole('button', { name });

/** What the page offers now. */
export type Offer = 'bet' | 'throw' | 'show' | 'ask' | 'broke' | 'over' | 'wait';

/** Read in one go: a page that changes between two looks would give an offer that never was. */
export const offer = (page: Page): Promise<Offer> =>
  page.evaluate((): Offer => {
    const dock = document.querySelector('.dock');
    if (!dock) return 'wait';
    if (dock.querySelector('[role=alertdialog]')) return 'ask';
    const words = [...dock.querySelectorAll('button:not(:disabled)')].map((one) => one.textContent?.trim() ?? '');
    const offers = (what: RegExp) => words.some((text) => what.test(text));
    if (offers(/^(Discard \d|Draw \d|Stand pat)/)) return 'throw';
    if (dock.querySelector('.bet') && offers(/^Fold/)) return 'bet';
    if (dock.querySelector('.show') && offers(/^Show/)) return 'show';
    if (offers(/^Verify deal/)) return 'over';
    return offers(/^Top up/) ? 'broke' : 'wait';
  });

/** Plays one turn: stays in, throws two cards, shows. */
export async function playTurn(page: Page, how: Hand, what: Offer): Promise<void> {
  try {
    if (what === 'broke') await topUp(page);
    else if (how === 'keys') await byKeys(page, what);
    else await byMouse(page, what);
  } catch (error) {
    // The clock, or another player, may have been quicker: then there is nothing left to press.
    if (!/Timeout|detached|not attached|intercepts/.test(String(error))) throw error;
  }
}

/** Whoever has lost everything brings more. */
async function topUp(page: Page): Promise<void> {
  await button(page, /^Top up/).click({ timeout: 10_000 });
  await page.getByRole('dialog').locator('.button.primary').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function byMouse(page: Page, what: Offer): Promise<void> {
  const quick = { timeout: 10_000 };
  if (what === 'bet') {
    return button(page, /^(Check$|Call)/)
      .first()
      .click(quick);
  }
  if (what === 'show') return button(page, /^Show$/).click(quick);
  if (what === 'ask') {
    return button(page, /^(Check|Stand pat)/)
      .first()
      .click(quick);
  }
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

/** Not what is tested, only so that a hang ends and says what it hangs at. */
const PATIENCE_MS = 240_000;
const hung = async (page: Page, what: string) =>
  new Error(`${what}. The dock says: ${await dock(page).innerText({ timeout: 1000 })}`);

/** Waits until the page offers one of these, playing on as it goes unless it is told to keep its hands off. */
export async function until(page: Page, wanted: Offer[], plays: Hand | 'nothing' = 'mouse'): Promise<Offer> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const now = await offer(page);
    if (Date.now() > end) throw await hung(page, `waited for ${wanted.join(' or ')}, saw ${now}`);
    if (wanted.includes(now)) return now;
    if (plays !== 'nothing' && now !== 'wait' && now !== 'over') await playTurn(page, plays, now);
    await page.waitForTimeout(40);
  }
}

/** Everybody plays on until something is to be seen. */
export async function playUntilSeen(pages: readonly Page[], wanted: Locator): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await wanted.isVisible())) {
    for (const page of pages) {
      const now = await offer(page);
      if (Date.now() > end) throw await hung(page, `waited for ${wanted}, saw ${now}`);
      if (now !== 'wait' && now !== 'over' && now !== 'broke') await playTurn(page, 'mouse', now);
    }
    await pages[0]!.waitForTimeout(40);
  }
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
  const end = Date.now() + PATIENCE_MS;
  while (over < hands) {
    const now = await offer(page);
    if (Date.now() > end) throw await hung(page, `${over} of ${hands} hands over, saw ${now}`);
    if (now === 'over' && last !== 'over') over++;
    if (now !== 'wait' && now !== 'over') {
      offers.add(now);
      turns++;
      await playTurn(page, how, now);
    }
    last = now;
    await page.waitForTimeout(40);
  }
  return { turns, offers };
}

/** The cards that the reader holds, as a screen reader is told of them. */
export const ownCards = (page: Page): Promise<string[]> =>
  page
    .getByRole('group', { name: 'Your cards' })
    .locator('.card[aria-label]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')!.replace(/, (keep|discard)$/, '')));
