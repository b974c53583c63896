import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playHands, quickSeat } from './play';
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

const GAMES: [string, RegExp, boolean][] = [
  ['Five Card Hold-Out', /Hold-Out/, true],
  ['Five Card Draw', /Draw/, true],
  ["Texas Hold'em", /Hold'em/, false],
];

describe.each(GAMES)('a guest plays whole hands of %s against bots', (_name, game, throws) => {
  it('with the mouse', async () => {
    const { page, context, errors } = await visit(browser, room.address, DESK);
    await quickSeat(page, game);
    const { offers, turns } = await playHands(page, 2);
    expect(turns).toBeGreaterThan(0);
    if (throws) expect(offers.has('throw') || turns < 2, [...offers].join()).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('with keys alone', async () => {
    const { page, context, errors } = await visit(browser, room.address, DESK);
    await page.locator('section.game').first().waitFor();
    // Tab until the button of this game has focus, as somebody without a mouse would.
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (/Seat me/.test(name) && game.test(name)) break;
    }
    await page.keyboard.press('Enter');
    await page.locator('.table').waitFor();
    const { turns } = await playHands(page, 1, 'keys');
    expect(turns).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('on a phone', async () => {
    const { page, context, errors } = await visit(browser, room.address, PHONE);
    await quickSeat(page, game);
    const { turns } = await playHands(page, 1);
    expect(turns).toBeGreaterThan(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(PHONE.width);
    expect(errors).toEqual([]);
    await context.close();
  });
});
