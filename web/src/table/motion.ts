// How things move: transform and opacity only, and nothing at all where the reader wants no motion. What comes in is
// moved by the style sheet; what goes has to be kept until it is gone, and is moved from here.

import { getContext, setContext } from 'svelte';
import { mayMove } from '../app/settings.svelte';
import './motion.css';

const KEY = Symbol('motion');
/** What a table shows when it is opened was there before: for so long nothing comes in moving. */
const OPENING_MS = 400;

/** A table, or a replay, is opened here; `still` says where nothing is to move at all. */
export function opens(still = () => false): void {
  const since = performance.now();
  setContext(KEY, () => !still() && performance.now() - since > OPENING_MS);
}

/** Whether what is drawn now comes in moving. To be asked once for each thing: in a `@const`, not in an attribute. */
export function useMotion(): () => boolean {
  const opened = getContext<(() => boolean) | undefined>(KEY);
  return () => mayMove() && (opened?.() ?? true);
}

interface Way {
  /** How far, as the style sheet says it; without it, the way that it came. */
  to?: string;
  /** In degrees. */
  turn?: number;
  ms?: number;
}

/** Chips go to the pot, thrown cards to the middle. */
export function goes(
  node: Element,
  { to = 'var(--x, 0) var(--y, 0)', turn = 0, ms = 300 }: Way = {},
): { duration: number } {
  if (!mayMove() || ms === 0) return { duration: 0 };
  const away = { opacity: 0, translate: to, rotate: `${turn}deg` };
  node.animate([{}, away], { duration: ms, easing: 'cubic-bezier(0.2, 0.6, 0.4, 1)', fill: 'forwards' });
  return { duration: ms };
}
