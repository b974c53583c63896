// The end of a hand: bets returned, cards shown, pots awarded. Pure, as every event is.

import { collected, hand, moment, said, seat } from './steps';
import { sideOf, wordsOf } from './awards';
import { who, type LogLine, type Of, type TableState, type Won } from './table';

export function returned(state: TableState, event: Of<'returned'>): TableState {
  const bet = state.table.seats[event.seat]?.bet ?? 0;
  const place = seat(state, event.seat, { stack: event.stack, bet: Math.max(0, bet - event.amount) });
  const pot = Math.max(0, (state.table.hand?.pot ?? 0) - event.amount);
  return said(hand(place, { pot }), { kind: 'returned', who: who(state, event.seat), amount: event.amount });
}

export function shown(state: TableState, event: Of<'shown'>): TableState {
  const { cards, high, low } = event;
  const next = seat(collected(state), event.seat, { cards });
  const words = [high?.name, low?.name].filter((name): name is string => !!name);
  return said(
    hand(
      {
        ...next,
        showdown: { ...next.showdown, shown: { ...next.showdown.shown, [event.seat]: { cards, high, low } } },
      },
      {
        turn: null,
      },
    ),
    { kind: 'shown', who: who(state, event.seat), cards, words },
  );
}

/** Somebody shows a card or more of a hand that is over; the rest stays as it was, and the reader's own in sight. */
export function revealed(state: TableState, { seat: at, cards }: Of<'revealed'>): TableState {
  const place = state.table.seats[at];
  if (!place) return state;
  const before = state.showdown.revealed[at] ?? [];
  const all = [...before, ...cards.filter((card) => !before.includes(card))];
  const next = { ...state, showdown: { ...state.showdown, revealed: { ...state.showdown.revealed, [at]: all } } };
  const hidden = Array<null>(Math.max(0, place.cards.length - all.length)).fill(null);
  return said(at === state.table.you.seat ? next : seat(next, at, { cards: [...all, ...hidden] }), {
    kind: 'shown',
    who: who(state, at),
    cards,
    words: [],
  });
}

export function awarded(state: TableState, { award: told }: Of<'awarded'>): TableState {
  // A pot that isn't divided went to the best high, and to the best low with it where that hand has one.
  const halves = told.share === 'whole' ? state.showdown.shown[told.seat] : undefined;
  const award: Won = halves?.high && halves.low ? { ...told, low: halves.low } : told;
  const whom = who(state, award.seat);
  let next = seat(collected(state), award.seat, { stack: award.stack });
  next = hand({ ...next, showdown: { ...next.showdown, awards: [...next.showdown.awards, award] } }, { turn: null });
  // The main pot comes first; that there is another is told with the other.
  const only = isOnlyPot(next);
  if (!only) next = { ...next, log: besideAnother(next.log) };
  next = said(next, {
    kind: 'awarded',
    who: whom,
    pot: award.pot,
    only,
    side: sideOf(award),
    amount: award.amount,
    words: wordsOf(award),
  });
  if (award.note) next = said(next, { kind: 'note', text: award.note });
  if (next.table.hand) {
    const { hand: number } = next.table.hand;
    const before = next.last?.hand === number ? next.last.winners : [];
    const already = before.find((winner) => winner.seat === award.seat)?.amount ?? 0;
    const winner = { seat: award.seat, who: whom, amount: already + award.amount };
    const winners = [...before.filter(({ seat }) => seat !== award.seat), winner].sort((a, b) => b.amount - a.amount);
    next = { ...next, last: { hand: number, winners } };
  }
  return moment(next, { kind: 'awarded', award, who: whom });
}

/** Whether all that was awarded of a hand was one pot. */
export const isOnlyPot = ({ showdown }: TableState): boolean => showdown.awards.every(({ pot }) => pot === 0);

/** The log of a hand whose pot turns out to be one of several. */
function besideAnother(log: LogLine[]): LogLine[] {
  const began = log.findLastIndex(({ kind }) => kind === 'hand');
  const named = (line: LogLine): LogLine => (line.kind === 'awarded' && line.only ? { ...line, only: false } : line);
  return log.map((line, i) => (i > began ? named(line) : line));
}
