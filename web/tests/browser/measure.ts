// How quick the page is, in a real browser: `make measure-web`. It prints figures and asserts none.

import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { openTable, type Opened } from './play';
import { scene } from './scene';

const TILES = 6;
/**
 * When it is looked at, in milliseconds since the tiles were opened, and for how long: what is loaded and compiled once is
 * no frame's work, but in the first minute the browser still moves what opening them made, and clears away what it left.
 */
const LOOKS = [
  { what: 'just opened', from: 10_000, for: 20_000 },
  { what: 'a minute on', from: 60_000, for: 60_000 },
];

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
  args: { name?: string; src_file?: string };
}

/** A sixtieth of a second of the main thread. */
interface Slot {
  /** When it begins, in microseconds. */
  at: number;
  /** Whether the page was drawn in it. */
  drawn: boolean;
  /** What the thread itself ran in it, in milliseconds, and on what the most. */
  ms: number;
  on: Map<string, number>;
  /** The same by the clock, with what others did meanwhile on the same core. */
  wall: number;
  /** What of `ms` the garbage collector put off until nothing else was to be done. */
  putOff: number;
}

const SLOT_US = 1e6 / 60;
/** The many steps of collecting garbage, but for those of sweeping, which a trace has only as a task. */
const COLLECTS = /^(V8\.GC|MajorGC|MinorGC|BlinkGC)/;
/** Marking, sweeping and the small collections as tasks of their own: the browser runs these where no other is due. */
const PUT_OFF = /^v8\/src\/heap\//;

const slotAt = (at: number, drawn: boolean): Slot => ({ at, drawn, ms: 0, on: new Map(), wall: 0, putOff: 0 });

/**
 * What the main thread worked in each frame: from one drawing to the next, or for a sixtieth of a second where nothing
 * had to be drawn. Only the thread's own time counts, not what others did meanwhile on the same core.
 */
function workPerFrame(events: readonly TraceEvent[]): Slot[] {
  const frames = events.filter(({ name }) => name === 'BeginMainThreadFrame').sort((a, b) => a.ts - b.ts);
  // The page's own thread is the one that draws the most frames.
  const threads = new Map<string, number>();
  for (const { pid, tid } of frames) threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + 1);
  const [busiest] = [...threads].sort((a, b) => b[1] - a[1])[0]!;
  const mine = (event: TraceEvent) => `${event.pid} ${event.tid}` === busiest;
  const spans = events
    .filter((event) => mine(event) && event.ph === 'X')
    .sort((a, b) => a.ts - b.ts || b.dur! - a.dur!);
  const tasks = spans.filter(({ name }) => name === 'RunTask');
  // A frame begins with the task that draws it.
  const begun = (at: number) => tasks.findLast(({ ts, dur = 0 }) => ts <= at && at < ts + dur)?.ts ?? at;
  const slots: Slot[] = [];
  for (const ts of frames.filter(mine).map((frame) => begun(frame.ts))) {
    for (let at = (slots.at(-1)?.at ?? ts) + SLOT_US; at < ts; at += SLOT_US) {
      slots.push(slotAt(at, false));
    }
    slots.push(slotAt(ts, true));
  }
  // Spans lie within each other: what a span took itself is what those within it did not.
  const open: { name: string; end: number; own: number; slot: Slot }[] = [];
  const close = () => {
    const { name, own, slot } = open.pop()!;
    const what = COLLECTS.test(name) || PUT_OFF.test(name) ? 'garbage collection' : name;
    slot.on.set(what, (slot.on.get(what) ?? 0) + own);
  };
  let next = 0;
  for (const { name, ts, dur = 0, tdur = dur, args } of spans) {
    while (open.length > 0 && open.at(-1)!.end <= ts) close();
    while (next < slots.length && slots[next]!.at <= ts) next++;
    const slot = open[0]?.slot ?? slots[Math.max(0, next - 1)]!;
    if (open.length > 0) open.at(-1)!.own -= tdur / 1000;
    else {
      slot.ms += tdur / 1000;
      slot.wall += dur / 1000;
    }
    const putOff = PUT_OFF.test(args.src_file ?? '');
    if (putOff) slot.putOff += tdur / 1000;
    open.push({ name: putOff ? args.src_file! : name, end: ts + dur, own: tdur / 1000, slot });
  }
  while (open.length > 0) close();
  return slots;
}

function figures(list: readonly number[]): string {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number) => `${percentile(sorted, share).toFixed(2)} ms`;
  const over = sorted.filter((ms) => ms > 8).length;
  return `median ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, most ${at(1)}; ${over} over 8 ms`;
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
  const opened = Date.now();
  for (const look of LOOKS) {
    await page.waitForTimeout(opened + look.from - Date.now());
    report(look.what, workPerFrame(await traced(page, look.for)));
  }
});

/** What the browser did for so long. */
async function traced(page: Page, ms: number): Promise<TraceEvent[]> {
  await stage.browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'disabled-by-default-devtools.timeline.frame',
      // Where each task comes from.
      'toplevel',
    ],
  });
  await page.waitForTimeout(ms);
  const kept = await stage.browser.stopTracing();
  // To be opened in the browser's own tools, under Performance; the last look's stays.
  if (process.env.TRACE) writeFileSync(process.env.TRACE, kept);
  return (JSON.parse(kept.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
}

function report(what: string, slots: readonly Slot[]): void {
  const drawn = slots.filter((slot) => slot.drawn);
  console.log(
    [
      `six tiles, ${what}: ${slots.length} frames, ${drawn.length} drawn; main-thread work of those drawn:`,
      `  all that the thread ran: ${figures(drawn.map(({ ms }) => ms))}`,
      `  without the collector's put-off tasks: ${figures(drawn.map(({ ms, putOff }) => ms - putOff))}`,
      `  by the clock: ${figures(drawn.map(({ wall }) => wall))}`,
    ].join('\n'),
  );
  const longest = [...slots].sort((a, b) => b.ms - a.ms).slice(0, 8);
  for (const { ms, on } of longest) {
    const most = [...on].sort((a, b) => b[1] - a[1]).slice(0, 7);
    console.log(`  ${ms.toFixed(1)} ms: ${most.map(([name, part]) => `${name} ${part.toFixed(1)}`).join(', ')}`);
  }
}
