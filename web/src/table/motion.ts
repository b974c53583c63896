// How things move: transform and opacity only, and nothing at all where the reader wants no motion. What comes in is
// moved by the style sheet; what goes has to be kept until it is gone, and is moved from here.

import { getContext, setContext } from 'svelte';
import { mayMove } from '../app/settings.svelte';
import type { Prize } from '../state/awards';
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

/** How long each pot is looked at before the next is pushed; no more than so many are waited for. */
const POT_MS = 1200;
const POTS = 3;
/** How long chips are on their way to a winner. */
export const PUSHED_MS = 450;

/** After how long a prize is pushed to its winner: the main pot first, and of each pot the high before the low. */
export const pushedAfter = ({ pots, side }: Pick<Prize, 'pots' | 'side'>): number =>
  Math.min(pots[0] ?? 0, POTS) * POT_MS + (side === 'low' ? PUSHED_MS : 0);

/** After how long the nth pot is told. */
export const potAfter = (pot: number): number => Math.min(pot, POTS) * POT_MS;

interface Way {
  /** How far, as the style sheet says it; without it, the way that it came. */
  to?: string;
  /** In degrees. */
  turn?: number;
  ms?: number;
  /** How it goes, as the style sheet calls it. */
  how?: 'goes' | 'thrown';
}

/** Chips go to the pot, thrown cards to the middle. */
export function goes(
  node: HTMLElement,
  { to = 'var(--x, 0) var(--y, 0)', turn = 0, ms = 300, how = 'goes' }: Way = {},
): { duration: number } {
  if (!mayMove() || ms === 0) return { duration: 0 };
  node.style.setProperty('--to', to);
  node.style.setProperty('--turn', `${turn}deg`);
  node.style.setProperty('--takes', `${ms}ms`);
  node.classList.remove('comes');
  node.classList.add(how);
  return { duration: ms };
}
