// A winner's stack, counted up from what it was once the chips have come; where nothing moves, as it is.

import { untrack } from 'svelte';
import type { SeatView } from '../protocol/messages';
import type { Prize } from '../state/awards';
import { PUSHED_MS, pushedAfter, useMotion } from './motion';

const COUNTED_MS = 400;

/** A seat with the stack that is to be shown. */
export function counted<S extends SeatView | undefined>(seat: () => S, prize: () => Prize | undefined): { seat: S } {
  const moving = useMotion();
  const won = $derived(prize()?.total ?? 0);
  const after = $derived.by(() => {
    const now = prize();
    return now ? pushedAfter(now) + PUSHED_MS : 0;
  });
  let stack = $state.raw<number>();

  $effect.pre(() => {
    const begins = performance.now() + after;
    const to = untrack(seat)?.stack ?? 0;
    if (won === 0 || !untrack(moving)) return;
    // Who had nothing has something on the way: that it has no chips would be said in words.
    const from = Math.max(1, to - won);
    stack = from;
    let frame = requestAnimationFrame(function step(now) {
      const part = (now - begins) / COUNTED_MS;
      if (part > 0) stack = part < 1 ? Math.round(from + (to - from) * part) : undefined;
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      stack = undefined;
    };
  });

  return {
    get seat() {
      const now = seat();
      return now && stack !== undefined ? { ...now, stack } : now;
    },
  };
}
