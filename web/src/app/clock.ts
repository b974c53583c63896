// Time that runs while somebody looks: everything that counts down asks here, and moves at the same beat, so that all
// the clocks of a page are drawn in one frame. They write into the page themselves: five times a second, on six tables,
// is too often to have a component find out what has changed.

import { inFrame } from './frames';
import { serverNow } from './room.svelte';

const BEAT_MS = 200;

/** Those who are told at each beat whether there is something to draw, and draw it. */
const listeners = new Set<() => (() => void) | undefined>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Asks at each beat for something to draw, until the function that this returns is called. */
export function onBeat(ask: () => (() => void) | undefined): () => void {
  listeners.add(ask);
  timer ??= setInterval(beat, BEAT_MS);
  return () => {
    listeners.delete(ask);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let waiting: (() => void)[] = [];

function beat(): void {
  const first = waiting.length === 0;
  for (const ask of listeners) {
    const draw = ask();
    if (draw) waiting.push(draw);
  }
  // Where nothing moves by as much as can be seen, nothing is drawn.
  if (first && waiting.length > 0) inFrame(draw);
}

function draw(): void {
  const all = waiting;
  waiting = [];
  for (const one of all) one();
}

/** Milliseconds until a moment of the server's time, and whole seconds. */
export const msLeft = (deadline: number): number => Math.max(0, deadline - serverNow());
export const secondsLeft = (deadline: number): number => Math.ceil(msLeft(deadline) / 1000);

/** Shows the seconds until a moment, now and as they become fewer, until the function that this returns is called. */
export function countDown(deadline: number, show: (left: number) => void): () => void {
  let shown = secondsLeft(deadline);
  const next = () => show((shown = secondsLeft(deadline)));
  show(shown);
  return onBeat(() => (secondsLeft(deadline) === shown ? undefined : next));
}

/** A turn's clock. */
export interface Clock {
  deadline: number;
  clock_ms: number;
  on_bank: boolean;
}

export type Tone = 'acc' | 'high' | 'danger';

/** How short the time is, with so many seconds left. */
export const toneOf = ({ clock_ms, on_bank }: Clock, left: number): Tone =>
  on_bank || left <= 5 ? 'danger' : left * 3000 < clock_ms ? 'high' : 'acc';
