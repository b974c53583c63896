import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dock, offer, playHands, quickSeat, tableWithBots, until } from './play';
import { DESK, launch, PHONE, Room, visit } from './room';

let room: Room;
let browser: Browser;

beforeAll(async () => {
  [room, browser] = await Promise.all([Room.open('--demo'), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await room?.close();
});

interface Game {
  name: string;
  quick: RegExp;
  /** What a table of one's own is opened with. */
  spread: object;
  throws: boolean;
}

const GAMES: Game[] = [
  { name: 'Five Card Hold-Out', quick: /Hold-Out/, spread: { game: 'holdout-hilo', limit: 'fixed' }, throws: true },
  { name: 'Five Card Draw', quick: /Draw/, spread: { game: 'draw', limit: 'fixed' }, throws: true },
  { name: "Texas Hold'em", quick: /Hold'em/, spread: { game: 'holdem', limit: 'fixed' }, throws: false },
];

describe.each(GAMES)('a guest plays whole hands of $name against bots', ({ quick, spread, throws }) => {
  it('with the mouse', async () => {
    const { page, context, errors } = await visit(browser, room.address, DESK);
    await tableWithBots(page, { ...spread, min_bet: 10 }, 2);
    const { offers, turns } = await playHands(page, 2);
    expect(turns).toBeGreaterThan(1);
    expect(offers.has('throw')).toBe(throws);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('with keys alone', async () => {
    const { page, context, errors } = await visit(browser, room.address, DESK);
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
    const { turns } = await playHands(page, 1, 'keys');
    expect(turns).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('on a phone', async () => {
    const { page, context, errors } = await visit(browser, room.address, PHONE);
    await quickSeat(page, quick);
    await until(page, ['bet', 'throw'], 'nothing');
    // The thumb reaches what is to be pressed: in the lower half, and nothing runs off the side.
    const buttons = await dock(page).locator('button.big').all();
    for (const one of buttons) expect((await one.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const { turns } = await playHands(page, 1);
    expect(turns).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('the keys', () => {
  it('raise by a preset and Enter, fold after asking, and rest in a text box', async () => {
    const { page, context, errors } = await visit(browser, room.address, DESK);
    await tableWithBots(page, { game: 'holdem', limit: 'no', min_bet: 10 }, 1, { seats: 2 });
    await until(page, ['bet'], 'nothing');
    await page.keyboard.press('1');
    const least = await page.locator('[data-amount]').inputValue();
    await page.keyboard.press('ArrowUp');
    expect(Number(await page.locator('[data-amount]').inputValue())).toBe(Number(least) + 10);
    await page.keyboard.press('r');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-amount'))).toBe(true);
    // An f typed into the box folds nothing.
    await page.keyboard.type('f');
    expect(await offer(page)).toBe('bet');
    await page.keyboard.type(least);
    await page.keyboard.press('Enter');
    await page
      .locator('.side')
      .getByText(/raise to|bet/)
      .first()
      .waitFor();
    for (;;) {
      await until(page, ['bet'], 'keys');
      const free = await dock(page).getByRole('button', { name: 'Check', exact: true }).count();
      await page.keyboard.press('f');
      if (free === 0) break;
      // A free check is never folded by accident: F asks, and Enter checks.
      await dock(page).getByRole('alertdialog').waitFor();
      await page.keyboard.press('Escape');
      await dock(page).getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.keyboard.press('c');
    }
    await page.locator('.side').getByText('fold', { exact: true }).first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});
