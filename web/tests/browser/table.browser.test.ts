import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dock, offer, playHands, playTurn, quickSeat, tableWithBots, until } from './play';
import { PHONE } from './room';
import { DRAW, HOLDEM, HOLDOUT, scene } from './scene';

const stage = scene();

interface Game {
  name: string;
  quick: RegExp;
  /** What a table of one's own is opened with. */
  spread: object;
  throws: boolean;
}

const GAMES: Game[] = [
  { name: 'Five Card Hold-Out', quick: /Hold-Out/, spread: HOLDOUT, throws: true },
  { name: 'Five Card Draw', quick: /Draw/, spread: DRAW, throws: true },
  { name: "Texas Hold'em", quick: /Hold'em/, spread: HOLDEM, throws: false },
];

describe.each(GAMES)('a guest plays whole hands of $name against bots', ({ quick, spread, throws }) => {
  it('with the mouse', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, spread, 2);
    // Hands that everybody folds early ask for nothing: the first that doesn't is one of the two.
    await until(page, [throws ? 'throw' : 'bet']);
    const { offers, turns } = await playHands(page, 2);
    expect(turns).toBeGreaterThan(0);
    expect(offers.has('throw')).toBe(throws);
  });

  it('with keys alone', async () => {
    const { page } = await stage.come();
    await page.locator('section.game').first().waitFor();
    // Tab until the button of this game has focus, as somebody without a mouse would.
    let name = '';
    for (let i = 0; i < 60 && !(/Seat me/.test(name) && quick.test(name)); i++) {
      await page.keyboard.press('Tab');
      name = await page.evaluate(() => document.activeElement?.textContent ?? '');
    }
    expect(name).toMatch(/Seat me/);
    await page.keyboard.press('Enter');
    await page.locator('.table').waitFor();
    // A hand that everybody else folds asks for no key.
    await until(page, ['bet', 'throw'], 'nothing');
    const { turns } = await playHands(page, 1, 'keys');
    expect(turns).toBeGreaterThan(0);
  });

  it('on a phone', async () => {
    const { page } = await stage.come(PHONE);
    await quickSeat(page, quick);
    await until(page, ['bet', 'throw'], 'nothing');
    // The thumb reaches what is to be pressed: in the lower half, and nothing runs off the side.
    const buttons = await dock(page).locator('button.big').all();
    for (const one of buttons) expect((await one.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const { turns } = await playHands(page, 1);
    expect(turns).toBeGreaterThan(0);
  });
});

describe('somebody who comes and goes', () => {
  it('plays a table in one window at a time, the last that it was opened in', async () => {
    const { page, context } = await stage.come();
    const { table } = await tableWithBots(page, HOLDEM, 1, { seats: 2 });
    await until(page, ['bet'], 'nothing');
    const notice = (window: Page) => window.getByText('This table is open in another window.');
    const other = await context.newPage();
    await other.goto(`${stage.address}/#/table/${table}`);
    await until(other, ['bet'], 'nothing');
    await notice(page).waitFor();
    expect(await offer(page)).toBe('wait');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Use here' }).click();
    await notice(other).waitFor();
    // The key that was pressed in the window that doesn't play did nothing.
    expect(await offer(page)).toBe('bet');
    expect(await offer(other)).toBe('wait');
    await other.getByRole('button', { name: 'Use here' }).click();
    await notice(page).waitFor();
    await other.close();
    await notice(page).waitFor({ state: 'detached' });
    await playHands(page, 1);
  });

  it.each([
    ['nothing moves', 'reduce'],
    ['things move', 'no-preference'],
  ] as const)('leaves nothing behind that still asks for the table, where %s', async (_how, reducedMotion) => {
    const { page } = await stage.come();
    await page.emulateMedia({ reducedMotion });
    await tableWithBots(page, HOLDEM, 5);
    await page.goto(`${stage.address}/#/`);
    // In the middle of whatever the bots do; the console is looked at when everybody has gone.
    for (let i = 0; i < 12; i++) {
      await page.goBack();
      await page.locator('.stage').waitFor();
      const now = await offer(page);
      if (now !== 'wait' && now !== 'over') await playTurn(page, 'mouse', now);
      await page.goForward();
      await page.locator('section.game').first().waitFor();
    }
  });
});

it('on a phone, whose turn it is at another table is told at this one, and under every page', async () => {
  const { page } = await stage.come(PHONE);
  const first = await tableWithBots(page, HOLDEM, 1, { seats: 2, name: 'First' });
  await until(page, ['bet'], 'nothing');
  await tableWithBots(page, HOLDEM, 1, { seats: 2, name: 'Second' });
  const chip = page.getByRole('link', { name: 'Your turn at First' });
  await chip.waitFor();
  expect(await chip.innerText()).toMatch(/^\d+$/);
  await page.goto(`${stage.address}/#/rules/holdem`);
  const link = page.locator('.tables a', { hasText: 'First' });
  await expect.poll(() => link.innerText()).toMatch(/^First\s*\d+$/);
  await link.click();
  await page.waitForURL(new RegExp(`#/table/${first.table}$`));
  await until(page, ['bet'], 'nothing');
});

it('who leaves a table by the door in the bar has left its tab, too', async () => {
  const { page } = await stage.come();
  await tableWithBots(page, HOLDEM, 2);
  await page.locator('.tab').waitFor();
  await page.locator('header.top').getByRole('button', { name: 'Leave table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave table' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Tournaments' }).waitFor();
  expect(await page.locator('.tab').count()).toBe(0);
  await page.locator('section.game').first().waitFor();
  expect(await page.locator('.tab').count()).toBe(0);
});

it('who clicks twice to sit down has one seat, and is dealt in', async () => {
  const { page, frames } = await stage.come();
  await page
    .locator('section.game', { hasText: /Hold'em/ })
    .getByRole('button', { name: /Seat me/ })
    .dblclick();
  await until(page, ['bet'], 'nothing');
  // The room took the link of the chain whose anchor it had: no hand was given up for want of it.
  expect(frames.filter((frame) => /"type":"burned"|"sits at this table already"/.test(frame))).toEqual([]);
  expect(await page.locator('.banner', { hasText: 'Not done' }).count()).toBe(0);
});
