// Pictures of every page at a desk and on a phone, dark and light, from a real room: `make screenshots`.

import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { offer, playTurn, quickSeat, type Offer } from './play';
import { DESK, launch, PHONE, Room, visit } from './room';

const OUT = process.env.SCREENSHOTS ?? 'screenshots';
mkdirSync(OUT, { recursive: true });

type Shot = (page: Page) => Promise<void>;

/** Plays on until the page offers this, or a while has passed. */
async function until(page: Page, wanted: Offer[], alsoSeen?: (page: Page) => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 90_000;
  while (Date.now() < end) {
    const now = await offer(page);
    if (wanted.includes(now) && (!alsoSeen || (await alsoSeen(page)))) return true;
    if (now !== 'wait' && now !== 'over') await playTurn(page, 'mouse', now);
    await page.waitForTimeout(60);
  }
  return false;
}

const at =
  (hash: string, ready: string): Shot =>
  async (page) => {
    await page.goto(`${new URL(page.url()).origin}/${hash}`);
    await page.locator(ready).first().waitFor();
  };

const SHOTS: Record<string, Shot> = {
  lobby: at('#/', 'table, li'),
  holdout: async (page) => {
    await quickSeat(page, /Hold-Out/);
    await until(page, ['throw']);
    const cards = page.locator('.cards.throwing button.card');
    for (const i of [2, 3, 4]) await cards.nth(i).click();
  },
  showdown: async (page) => {
    await quickSeat(page, /Hold-Out/);
    await until(page, ['over'], async (on) => (await on.locator('.award').count()) > 0);
  },
  draw: async (page) => {
    await quickSeat(page, /Draw/);
    await until(page, ['throw']);
  },
  holdem: async (page) => {
    await quickSeat(page, /Hold'em/);
    await until(page, ['bet'], async (on) => (await on.locator('.board .card').count()) > 0);
  },
  tournaments: at('#/tournaments', 'h1'),
  rules: at('#/rules/holdout-hilo', 'article section'),
  fairness: at('#/fairness', 'h1'),
  settings: at('#/settings', 'h1'),
  history: at('#/history', 'h1'),
};

async function take(
  browser: Browser,
  room: Room,
  name: string,
  shot: Shot,
  size: 'desk' | 'phone',
  theme: string,
): Promise<void> {
  const { page, context } = await visit(browser, room.address, size === 'desk' ? DESK : PHONE, { theme });
  await page.locator('main').waitFor();
  await page.locator('.bar, .table').first().waitFor();
  await shot(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${OUT}/${name}-${size}-${theme}.png` });
  console.log(`${OUT}/${name}-${size}-${theme}.png`);
  await context.close();
}

let room: Room;
let browser: Browser;

beforeAll(async () => {
  [room, browser] = await Promise.all([Room.open('--demo', '--set', 'pause_seconds=6'), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await room?.close();
});

describe.each(Object.entries(SHOTS))('%s', (name, shot) => {
  it.each([
    ['desk', 'dark'],
    ['desk', 'light'],
    ['phone', 'dark'],
    ['phone', 'light'],
  ] as const)('%s, %s', (size, theme) => take(browser, room, name, shot, size, theme));
});
