// The small steps that events are made of: each gives a new state, and changes nothing in place.

import type { HandView, SeatView, TableSnapshot } from '../protocol/messages';
import type { LogLine, Moment, TableState } from './table';

/** How many lines of the log are kept. */
const LOG_LINES = 400;

/** The bets in front go to the middle; the pot counted them already. */
export function collected(state: TableState): TableState {
  if (state.table.seats.every((place) => place.bet === 0 && place.last === null)) return state;
  const clear = (place: SeatView) => place.bet === 0 && place.last === null;
  return table(state, {
    seats: state.table.seats.map((place) => (clear(place) ? place : { ...place, bet: 0, last: null })),
  });
}

/** A player put chips in. */
export function paid(state: TableState, at: number, amount: number, stack: number, counts = true): TableState {
  const bet = (state.table.seats[at]?.bet ?? 0) + (counts ? amount : 0);
  const place = seat(state, at, { stack, bet, ...(stack === 0 ? { state: 'all_in' } : {}) });
  const { hand: now } = place.table;
  return now ? hand(place, { pot: now.pot + amount, price: Math.max(now.price, bet) }) : place;
}

export function stacks(state: TableState, list: { seat: number; stack: number }[]): TableState {
  return list.reduce((next, { seat: at, stack }) => seat(next, at, { stack, bet: 0 }), state);
}

/** The reader still sees its own folded cards; everyone else's are gone. */
export const foldedCards = (state: TableState, at: number) =>
  at === state.table.you.seat ? (state.table.seats[at]?.cards ?? []) : [];

export function acted(state: TableState, at: number, line: LogLine): TableState {
  const over = state.table.hand?.turn?.seat === at ? hand(state, { turn: null }) : state;
  const mine = at === state.table.you.seat;
  return moment(said(mine ? { ...over, pre: null, cleared: null } : over, line), { kind: 'acted', seat: at, line });
}

export const said = (state: TableState, line: LogLine): TableState => ({
  ...state,
  log: [...(state.log.length < LOG_LINES ? state.log : state.log.slice(1 - LOG_LINES)), line],
});

export const moment = (state: TableState, what: Moment): TableState => ({
  ...state,
  moments: [...state.moments, what],
});

export const table = (state: TableState, change: Partial<TableSnapshot>): TableState => ({
  ...state,
  table: { ...state.table, ...change },
});

export const hand = (state: TableState, change: Partial<HandView>): TableState =>
  state.table.hand ? table(state, { hand: { ...state.table.hand, ...change } }) : state;

export function seat(state: TableState, at: number, change: Partial<SeatView>): TableState {
  const seats = state.table.seats.map((place) => (place.seat === at ? { ...place, ...change } : place));
  return table(state, { seats });
}
