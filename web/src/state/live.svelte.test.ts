import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { discard, showdown } from '../../tests/sheet/hands';
import { Live, plain } from './live.svelte';
import { myTurn, PIECES, type TableState } from './table';

/** How often each is drawn. */
function drawings(state: TableState) {
  const live = new Live(state, PIECES);
  const drawn = { pot: 0, log: 0, turn: 0, everything: 0 };
  const stop = $effect.root(() => {
    $effect(() => void [live.view.table.hand?.pot, drawn.pot++]);
    $effect(() => void [live.view.log, drawn.log++]);
    $effect(() => void [myTurn(live.view)?.deadline, drawn.turn++]);
    $effect(() => void [plain(live.view), drawn.everything++]);
  });
  flushSync();
  return { live, drawn, stop };
}

describe('a table that is watched', () => {
  const state = discard();
  const hand = state.table.hand!;

  it('wakes only who draws what has changed', () => {
    const { live, drawn, stop } = drawings(state);
    live.put({ ...state, table: { ...state.table, hand: { ...hand, pot: 999 } } });
    flushSync();
    expect(live.view.table.hand?.pot).toBe(999);
    expect(drawn).toEqual({ pot: 2, log: 1, turn: 1, everything: 2 });
    stop();
  });

  it('is without a hand, and has one again', () => {
    const { live, drawn, stop } = drawings(state);
    live.put({ ...state, table: { ...state.table, hand: null } });
    flushSync();
    expect(live.view.table.hand).toBeNull();
    live.put(showdown());
    flushSync();
    expect(live.view.table.hand?.hand).toBe(showdown().table.hand?.hand);
    expect(drawn.pot).toBe(3);
    stop();
  });

  it('looks like what it shows', () => {
    const live = new Live(state, PIECES);
    expect(plain(live.view)).toBe(state);
    expect({ ...live.view.table.seats }).toEqual({ ...state.table.seats });
    expect(plain(state)).toBe(state);
  });
});
