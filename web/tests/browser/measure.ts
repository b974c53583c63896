// How quick the page is, in a real browser: `make measure-web`. It prints figures and asserts none.

import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { openTable, type Opened } from './play';
import { scene } from './scene';

const TILES = 6;
const TRACE_MS = 15_000;

/** Bots take their time, as in a room that is opened without any setting. */
const stage = scene('--demo', '--set', 'tables_per_account=10', '--set', 'bots_think=true');

const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** Milliseconds from asking for the page until a game can be sat down to. */
async function firstPlayable(): Promise<number> {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const seat = document.querySelector<HTMLButtonElement>('section.game .button.primary');
      if (!seat || seat.disabled) return;
      observer.disconnect();
      requestAnimationFrame(() => Object.assign(window, { playable: performance.now() }));
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(stage.address);
  const ms = await page.waitForFunction(() => (window as { playable?: number }).playable);
  const value = (await ms.jsonValue())!;
  await context.close();
  return value;
}

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  /** How long it took by the clock, and how much of that the thread itself ran, in microseconds. */
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

/** The main thread's work between each frame and the next, in milliseconds; what others did meanwhile is not its work. */
function workPerFrame(events: readonly TraceEvent[]): number[] {
  const frames = events.filter(({ name }) => name === 'BeginMainThreadFrame').sort((a, b) => a.ts - b.ts);
  // The page's own thread is the one that draws the most frames.
  const threads = new Map<string, number>();
  for (const { pid, tid } of frames) threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + 1);
  const [busiest] = [...threads].sort((a, b) => b[1] - a[1])[0]!;
  const mine = (event: TraceEvent) => `${event.pid} ${event.tid}` === busiest;
  const starts = frames.filter(mine).map(({ ts }) => ts);
  const tasks = events.filter((event) => mine(event) && event.ph === 'X' && event.name === 'RunTask');
  const work = starts.map(() => 0);
  let frame = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks.sort((a, b) => a.ts - b.ts)) {
    while (frame + 1 < starts.length && starts[frame + 1]! <= ts) frame++;
    work[frame]! += tdur / 1000;
  }
  return work.sort((a, b) => a - b);
}

/** Sits down by the table's own dialog. */
async function sit(page: Page, { table }: Opened): Promise<void> {
  await page.goto(`${stage.address}/#/table/${table}`);
  await page
    .locator('.table')
    .filter({ has: page.getByRole('button', { name: /Take a seat/ }) })
    .getByRole('button', { name: /Take a seat/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** In the page itself, so that nothing from outside is measured with it: tile after tile stays in, stands pat, shows. */
function playEveryTile(): void {
  let turn = 0;
  setInterval(() => {
    const docks = document.querySelectorAll('.dock');
    const buttons = docks[turn++ % docks.length]?.querySelectorAll<HTMLButtonElement>('button.big:not(:disabled)');
    [...(buttons ?? [])].find((one) => /^(Check|Call|Stand pat|Show)/.test(one.textContent?.trim() ?? ''))?.click();
  }, 100);
}

it('first playable', async () => {
  const times: number[] = [];
  for (let i = 0; i < 9; i++) times.push(await firstPlayable());
  times.sort((a, b) => a - b);
  console.log(
    `first playable: median ${percentile(times, 0.5).toFixed(0)} ms, slowest of 9 ${times.at(-1)!.toFixed(0)} ms`,
  );
});

it('six tiles', async () => {
  const { page } = await stage.come(undefined, { tiles: false });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const spreads = ['holdout-hilo', 'draw', 'holdem', 'holdout', 'holdout-hilo', 'holdem'];
  for (const game of spreads.slice(0, TILES)) {
    const bots = ['solid', 'solid', 'solid'];
    await sit(page, await openTable(page, { spread: { game, limit: 'fixed', min_bet: 10 }, seats: 6, bots }));
  }
  await page.getByRole('button', { name: 'Tiles', exact: false }).first().click();
  await page
    .locator('.tile')
    .nth(TILES - 1)
    .waitFor();
  await page.evaluate(playEveryTile);
  await stage.browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'disabled-by-default-devtools.timeline.frame',
    ],
  });
  await page.waitForTimeout(TRACE_MS);
  const trace = JSON.parse((await stage.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const work = workPerFrame(trace.traceEvents);
  const over = work.filter((ms) => ms > 8).length;
  console.log(
    `six tiles: ${work.length} frames; main-thread work a frame: median ${percentile(work, 0.5).toFixed(2)} ms, ` +
      `95 % ${percentile(work, 0.95).toFixed(2)} ms, 99 % ${percentile(work, 0.99).toFixed(2)} ms, ` +
      `most ${work.at(-1)?.toFixed(2)} ms; ${over} over 8 ms`,
  );
});
