import { describe, expect, it } from 'vitest';
import { raise, showdown } from '../../tests/sheet/hands';
import type { SeatView, TableSnapshot } from '../protocol/messages';
import type { TableState } from '../state/table';
import { update } from '../state/update';
import { isFaint, standing, waitingLine } from './seat';

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
