// Time that runs while somebody looks: everything that counts down asks here, and moves at the same beat, so that all
// the clocks of a page are drawn in one frame.

import { createSubscriber } from 'svelte/reactivity';
import { inFrame } from './frames';
import { serverNow } from './room.svelte';

const BEAT_MS = 200;

const beat = createSubscriber((tick) => {
  const timer = setInterval(() => inFrame(tick), BEAT_MS);
  return () => clearInterval(timer);
});

/** Milliseconds until a moment of the server's time; whoever asks while drawing is drawn anew at each beat. */
export function msUntil(deadline: number): number {
  beat();
  return Math.max(0, deadline - serverNow());
}

export const secondsUntil = (deadline: number): number => Math.ceil(msUntil(deadline) / 1000);

/** A turn's clock. */
export interface Clock {
  deadline: number;
  clock_ms: number;
  on_bank: boolean;
}

export type Tone = 'acc' | 'high' | 'danger';

/** How short the time is. */
export function toneOf({ deadline, clock_ms, on_bank }: Clock): Tone {
  const left = secondsUntil(deadline);
  return on_bank || left <= 5 ? 'danger' : left * 3000 < clock_ms ? 'high' : 'acc';
}
