// One thing a frame: whatever changes what is drawn waits here for a frame of its own, so that no frame is longer than
// one thing makes it, however many tables are open. It is done after the frame before was drawn and not as the next one
// begins, so that to do much and to draw much of it don't fall into the same frame; and where to draw it took long, the
// next thing waits a frame longer. What is next to nothing takes the next thing along: every frame costs something by
// itself, and leaves something to be collected.

import { flushSync } from 'svelte';

/** How long things wait where no frame is drawn: a machine may be busy. */
const LATEST_MS = 50;
/** After a frame that took so long to draw, one is drawn in which nothing is new. */
const LONG_MS = 2;
/** What took less than this takes the next along. */
const SMALL_MS = 0.4;
/** From so many waiting on, the page is behind, and frames take more than one. */
const BEHIND = 24;

const waiting: (() => void)[] = [];
let frame = 0;
/** Until the next is done; undefined while nothing waits and what was done last is drawn. */
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Does something in a frame of its own, after what was there before. Nobody sees what is done in the background, where no
 * frame is drawn and timers come once a second, or once a minute: there it is done at once, so that the page still plays.
 */
export function inFrame(job: () => void): void {
  waiting.push(job);
  if (document.hidden) run(waiting.length);
  else timer ??= setTimeout(next);
}

const next = (): void => run(document.hidden ? waiting.length : Math.ceil(waiting.length / BEHIND));

/** Goes on once a frame is drawn, with how long that took. */
function afterFrame(go: (ms: number) => void): void {
  timer = setTimeout(next, LATEST_MS);
  frame = requestAnimationFrame(() => {
    const began = performance.now();
    clearTimeout(timer);
    timer = setTimeout(() => go(performance.now() - began));
  });
}

function run(count: number): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  timer = undefined;
  const due = waiting.splice(0, count);
  if (due.length === 0) return;
  afterFrame((ms) => (ms > LONG_MS ? afterFrame(next) : next()));
  const { hidden } = document;
  const began = performance.now();
  const along = () => (hidden || performance.now() - began >= SMALL_MS ? undefined : waiting.shift());
  for (let job = due.shift(); job; job = due.shift() ?? along()) {
    try {
      job();
      // What it changes is worked out now, and not when all are done, so that it is known how long that takes.
      if (!hidden) flushSync();
    } catch (error) {
      // The next is none the worse for it.
      reportError(error);
    }
  }
}
