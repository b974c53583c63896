import { describe, expect, it } from 'vitest';
import { discard, GAMES, raise, showdown } from '../../tests/sheet/hands';
import { room } from '../app/room.svelte';
import type { SeatView, TableSnapshot } from '../protocol/messages';
import type { TableState } from '../state/table';
import { update } from '../state/update';
import { isFaint, standing, tagOf, waitingLine } from './seat';

const withTable = (state: TableState, change: Partial<TableSnapshot>): TableState => ({
  ...state,
  table: { ...state.table, ...change },
});
const seats = (state: TableState, change: (seat: SeatView, i: number) => Partial<SeatView>): TableState =>
  withTable(state, { seats: state.table.seats.map((seat, i) => ({ ...seat, ...change(seat, i) })) });

describe('a seat without chips', () => {
  const allIn = seats(raise(), (_, i) => (i === 5 ? { stack: 0, state: 'all_in' } : {}));

  it('is all-in as long as the hand lasts', () => {
    expect(standing(allIn, allIn.table.seats[5]!, false)).toBe('All-in');
    expect(isFaint(allIn, allIn.table.seats[5]!)).toBe(false);
  });

  it('has lost everything once the hand is over', () => {
    const over = update(allIn, {
      type: 'events',
      table: allIn.table.table,
      seq: allIn.seq + 1,
      time: 0,
      events: [{ type: 'hand_ended', hand: allIn.table.hand!.hand, stacks: [{ seat: 5, stack: 0 }] }],
    } as Parameters<typeof update>[1])!;
    expect(standing(over, over.table.seats[5]!, false)).toBe('No chips');
    expect(isFaint(over, over.table.seats[5]!)).toBe(true);
  });

  it('shows what it won', () => {
    const { table } = showdown();
    const winner = table.seats.find((seat) => seat.stack > 0)!;
    expect(standing({ ...showdown(), table }, winner, false)).toMatch(/\d/);
  });
});

describe('what was thrown stays at the seat all hand long', () => {
  room.games = GAMES;
  const playing = (game: string) => {
    const { hand } = raise().table;
    return withTable(raise(), { hand: { ...hand!, spread: { ...hand!.spread, game } } });
  };
  const tag = (state: TableState, change: Partial<SeatView>, phone = false) =>
    tagOf(state, { ...state.table.seats[3]!, ...change }, phone)?.text;

  it('in a draw, through a check and a fold', () => {
    const draw = playing('draw-high');
    expect(tag(draw, { thrown: [3], last: null })).toBe('Drew 3');
    expect(tag(draw, { thrown: [3], last: 'check' })).toBe('Drew 3 · Check');
    expect(tag(draw, { thrown: [3], last: 'check' }, true)).toBe('Drew 3');
    expect(tag(draw, { thrown: [3], last: null, state: 'folded', cards: [] })).toBe('Drew 3');
    expect(tag(draw, { thrown: [], last: 'check' })).toBe('Check');
    const { hand } = draw.table;
    const late = withTable(draw, { hand: { ...hand!, turn: { ...hand!.turn!, seat: 3, on_bank: true } } });
    expect(tag(late, { thrown: [3], last: null })).toBe('Drew 3 · Time bank');
    expect(tag(late, { thrown: [], last: null })).toBe('Time bank');
  });

  it('draw by draw', () => {
    const draw = playing('draw-high');
    expect(tag(draw, { thrown: [3, 1, 0], last: null })).toBe('Drew 3, 1, 0');
    expect(tag(draw, { thrown: [0], last: null })).toBe('Stood pat');
  });

  it('in Hold-Out, with its meter', () => {
    const state = discard();
    const mara = { ...state.table.seats[2]!, state: 'folded' as const, last: null, cards: [] };
    expect(tagOf(state, mara, false)).toEqual({ text: 'Discarded 3', meter: { thrown: 3 } });
  });
});

describe('between hands the table waits', () => {
  const between = withTable(raise(), { hand: null, paused: null });
  const only = (count: number, change: Partial<SeatView> = {}) =>
    seats(between, (seat, i) =>
      i < count ? { stack: 500, state: 'ready', ...(i > 0 ? change : {}) } : { player: null },
    );

  it.each([
    ['for a second player', only(1), 'Waiting for a second player'],
    [
      'for nobody, with three who owe blinds',
      only(3, { state: 'waiting_for_blind' }),
      'The next hand is about to begin',
    ],
    ['for those who sit out', only(3, { state: 'sitting_out' }), 'Waiting for somebody to come back'],
    ['for those who have no chips', only(3, { stack: 0 }), 'Waiting for somebody to come back'],
    ['for its host, who paused it', withTable(only(3), { paused: 'The host paused the table.' }), ''],
  ])('%s', (_, state, words) => {
    expect(waitingLine(state)).toBe(words);
  });
});
