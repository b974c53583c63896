// Pictures of every page at a desk and on a phone, dark and light, from a real room: `make screenshots`.
// `ONLY=holdout,lobby` takes some of them.

import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { offer, playHands, playTurn, tableWithBots, until, dock, ownCards, type Offer } from './play';
import { DESK, PHONE } from './room';
import { scene } from './scene';

const OUT = process.env.SCREENSHOTS ?? 'screenshots';
const ONLY = process.env.ONLY?.split(',');
mkdirSync(OUT, { recursive: true });

type Shot = (page: Page) => Promise<void>;

/** How many hands are played for a picture before it is given up: of twenty, many more than one come to a split. */
const MOST_HANDS = 60;

/** Plays on until the page offers this and looks like this. */
async function look(page: Page, wanted: Offer, like: string, unlike?: string): Promise<void> {
  let hands = 0;
  for (let last: Offer = 'wait'; hands < MOST_HANDS; await page.waitForTimeout(60)) {
    const now = await offer(page);
    if (now === wanted && (await page.locator(like).count()) > 0) {
      if (!unlike || (await page.locator(unlike).count()) === 0) return;
    }
    if (now === 'over' && last !== 'over') hands++;
    if (now !== 'wait' && now !== 'over') await playTurn(page, 'mouse', now);
    last = now;
  }
  throw new Error(`${hands} hands were played, and none looked like ${like}`);
}

/** A pot is split: one player takes the high, another the low. */
const split = (page: Page) => look(page, 'over', '.stage:has(.pill.high):has(.pill.low)', '.pill.both');

/** Picks cards to throw as somebody would who plays for high: the lowest, and pairs last. */
async function throwLowest(page: Page, count: number): Promise<void> {
  const ranks = [
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'jack',
    'queen',
    'king',
    'ace',
  ];
  const height = (card: string) => ranks.indexOf(card.split(' ')[0]!.toLowerCase());
  const cards = (await ownCards(page)).map((card, place) => ({ place, height: height(card) }));
  if (cards.some((card) => card.height < 0)) throw new Error('a card without a rank');
  const worth = (card: { height: number }) =>
    13 * cards.filter((other) => other.height === card.height).length + card.height;
  const order = [...cards].sort((a, b) => worth(a) - worth(b));
  const buttons = page.locator('.cards.throwing button.card');
  for (const { place } of order.slice(0, count)) await buttons.nth(place).click();
}

const at =
  (hash: string, ready: string): Shot =>
  async (page) => {
    await page.goto(`${new URL(page.url()).origin}/${hash}`);
    await page.locator(ready).first().waitFor();
  };

/** Bots that seldom fold, so that there is something to see. */
const table = (game: string, limit: string, bots = 5, more = {}) =>
  [
    { game, limit, min_bet: 10 },
    bots,
    { clock: 60, name: 'Larkspur', bots: Array<string>(bots).fill('beginner'), ...more },
  ] as const;

const SHOTS: Record<string, Shot> = {
  lobby: at('#/', 'table, li'),
  create: async (page) => {
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('dialog').waitFor();
  },
  settings_of_a_table: async (page) => {
    await page.getByRole('button', { name: 'Create table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Fixed' }).check({ force: true });
    await dialog.getByRole('combobox', { name: 'House profile' }).selectOption('wac-230-15-f');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    await dialog.getByRole('checkbox', { name: 'GLD to the letter' }).check({ force: true });
    await dialog.getByText('One wager at most').waitFor();
  },
  holdout: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'pot'));
    await until(page, ['throw']);
    await throwLowest(page, 3);
  },
  showdown: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'fixed', 5));
    await split(page);
  },
  draw: async (page) => {
    await tableWithBots(page, ...table('draw', 'fixed'));
    await until(page, ['throw']);
    await throwLowest(page, 2);
  },
  holdem: async (page) => {
    await tableWithBots(page, ...table('holdem', 'no', 5));
    await look(page, 'bet', '.board .card');
  },
  advisor: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'pot', 4, { advisor: true }));
    await until(page, ['throw']);
    if (page.viewportSize()!.width < 720) await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('tab', { name: 'Advisor' }).click();
    await page.locator('[role=tabpanel] li').first().waitFor();
  },
  hold: async (page) => {
    await at('#/tournaments', 'main li')(page);
    await page.getByRole('button', { name: 'Hold a tournament' }).click();
    const form = page.getByRole('dialog');
    await form.getByText(/^Prizes when full: \d/).waitFor();
  },
  'hold-scheduled': async (page) => {
    await SHOTS.hold!(page);
    const form = page.getByRole('dialog');
    await form.getByRole('radio', { name: 'At a time' }).click();
    await form.getByRole('radio', { name: 'Shares' }).click();
    await form.getByLabel('Most players').fill('45');
    await form.getByText('Prizes when full: 4,500').waitFor();
  },
  'hold-refused': async (page) => {
    await SHOTS.hold!(page);
    const form = page.getByRole('dialog');
    await form.getByLabel('House profile').selectOption('wac-230-15');
    await form.getByRole('alert').waitFor();
  },
  tournaments: at('#/tournaments', 'main li'),
  tournament: async (page) => {
    await at('#/tournaments', 'main li a')(page);
    await page
      .getByRole('link', { name: /sit-and-go/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('.table').waitFor();
    await until(page, ['bet', 'over'], 'nothing');
    await page.goBack();
    await page.locator('main li .bar').first().waitFor();
  },
  replayer: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'fixed', 5));
    await split(page);
    await dock(page).getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'One step on' }).waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
  },
  verify: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'fixed', 5));
    await playHands(page, 1);
    await dock(page).getByRole('button', { name: 'Verify deal' }).click();
    await page.getByText(/^All \d+ checks passed/).waitFor();
  },
  coach: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'fixed', 3, { advisor: true }));
    await playHands(page, 1);
    await dock(page).getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Coach' }).click();
    await page.locator('section[aria-label=Coach] ol > li').first().waitFor();
    await page.locator('section[aria-label=Coach]').scrollIntoViewIfNeeded();
  },
  history: async (page) => {
    await tableWithBots(page, ...table('holdout-hilo', 'fixed', 2));
    await playHands(page, 4);
    await until(page, ['bet', 'throw'], 'nothing');
    await at('#/history', 'main li a')(page);
  },
  rules: at('#/rules/holdout-hilo', 'article section'),
  fairness: at('#/fairness', 'h1'),
  settings: at('#/settings', 'h1'),
};

const stage = scene('--demo', ...['pause_seconds=6', 'tables_per_account=100'].flatMap((one) => ['--set', one]));

describe.each(Object.entries(SHOTS).filter(([name]) => !ONLY || ONLY.includes(name)))('%s', (name, shot) => {
  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ])('%s, dark and light', async (where, size) => {
    const { page } = await stage.come(size, { theme: 'system' });
    await page.locator('.bar').first().waitFor();
    await shot(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      const path = `${OUT}/${name}-${where}-${colorScheme}.png`;
      await page.screenshot({ path });
      console.log(path);
    }
  });
});
