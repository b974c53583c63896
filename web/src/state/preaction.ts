// Pre-actions: what a player asked for before the turn came, and what becomes of it when it comes.
//
// A free check is never folded, and nothing is paid that was not the price when the box was ticked.

import type { Choices, Play } from '../protocol/messages';
import type { PreAction } from './table';

/** The choices that make sense before the turn, given what staying in would cost now. */
export function preActions(cost: number): PreAction[] {
  const kinds: PreAction['kind'][] = cost > 0 ? ['fold', 'call', 'call_any'] : ['check_fold', 'check', 'call_any'];
  return kinds.map((kind) => ({ kind, amount: kind === 'call' ? cost : 0 }));
}

/** What to play now; null where the choice no longer fits and the player has to decide. */
export function resolve(pre: PreAction, legal: Choices): Play | null {
  if (legal.kind !== 'bet') return null;
  const stay: Play | null = legal.check ? { type: 'check' } : legal.call !== null ? { type: 'call' } : null;
  switch (pre.kind) {
    case 'fold':
    case 'check_fold':
      return legal.check ? { type: 'check' } : { type: 'fold' };
    case 'check':
      return legal.check ? { type: 'check' } : null;
    case 'call':
      return legal.call === pre.amount ? { type: 'call' } : null;
    case 'call_any':
      return stay;
  }
}

export const samePre = (a: PreAction | null, b: PreAction | null): boolean => a?.kind === b?.kind;
