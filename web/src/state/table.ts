// One table as the page holds it: what the server said, and what of it the page still wants to show.
//
// There are no rules here. Amounts, hand names and what is legal are the server's words; this file only says what
// shape they are kept in.

import type {
  Award,
  Card,
  Half,
  HandView,
  Player,
  SeatView,
  TableEvent,
  TableSnapshot,
  Turn,
} from '../protocol/messages';
import type { Side } from './awards';

/** A line of the log. What it says is worded when it is drawn, in the reader's language. */
export type LogLine =
  | { kind: 'hand'; hand: number }
  | { kind: 'round'; round: number; pot: number }
  | { kind: 'throwing'; how: 'discard' | 'draw'; time: number }
  | { kind: 'board'; step: number; cards: Card[]; pot: number }
  | { kind: 'posted'; who: Who; post: string; amount: number }
  | { kind: 'folded' | 'checked'; who: Who; timeout: boolean }
  | { kind: 'called'; who: Who; amount: number; allIn: boolean }
  | { kind: 'raised'; who: Who; to: number; bet: boolean; allIn: boolean }
  | { kind: 'discarded' | 'drew'; who: Who; count: number; keeps: number; timeout: boolean }
  | { kind: 'reshuffled'; cards: number }
  | { kind: 'returned'; who: Who; amount: number }
  | { kind: 'shown'; who: Who; cards: Card[]; words: string[] }
  | { kind: 'mucked'; who: Who }
  /** `only`: the hand has no other pot. */
  | { kind: 'awarded'; who: Who; pot: number; only: boolean; side: Side; amount: number; words: string[] }
  | { kind: 'note'; text: string }
  | { kind: 'void'; reason: string }
  | { kind: 'burned'; hand: number }
  | { kind: 'button'; who: Who; cards: [Who, Card][] }
  | { kind: 'came' | 'went'; who: Who };

/** Somebody as the log names them; `you` is the reader. Who left before the reader came has no name here. */
export interface Who {
  name: string | null;
  you: boolean;
}

export interface Shown {
  cards: Card[];
  high: Half | null;
  low: Half | null;
}

/** What a player has chosen to do before the turn comes. */
export interface PreAction {
  kind: 'check_fold' | 'check' | 'call' | 'call_any' | 'fold';
  /** What a call cost when it was chosen. */
  amount: number;
}

/** An award as it was told; where one player took both halves of a pot, with the low besides. */
export type Won = Award & { low?: Half };

export interface Showdown {
  shown: Record<number, Shown>;
  /** Cards that were shown without having to be, after the hand. */
  revealed: Record<number, Card[]>;
  awards: Won[];
  /** Every stack as the hand began, to tell what it won or cost. */
  began: Record<number, number>;
  /** Who was dealt in, by the chair: it may be somebody else's before the hand has left the table. */
  names: Record<number, string>;
}

/** Something that just happened, for sounds, motion and what is read out; gone with the next update. */
export type Moment =
  | { kind: 'dealt'; seats: number[]; own: Card[] }
  | { kind: 'board'; step: number; cards: Card[]; pot: number }
  | { kind: 'acted'; seat: number; line: LogLine }
  | { kind: 'turn'; turn: Turn; mine: boolean }
  | { kind: 'awarded'; award: Won; who: Who }
  | { kind: 'chat'; account: number | null; mine: boolean }
  | { kind: 'pre_cleared'; was: PreAction; now: number }
  /** The hand isn't dealt: these seats' links were missing. */
  | { kind: 'burned'; hand: number; seats: number[] }
  | { kind: 'hand_started' | 'hand_ended' | 'void' | 'paused' | 'offered' };

export interface LastHand {
  hand: number;
  /** Who won of it, the most first. */
  winners: { seat: number; who: Who; amount: number }[];
}

export interface TableState {
  seq: number;
  table: TableSnapshot;
  showdown: Showdown;
  /** The cards the reader held when the hand began, so that its discards stay visible to it. */
  log: LogLine[];
  last: LastHand | null;
  pre: PreAction | null;
  /** A pre-action that was taken back because the price rose, and the new price. */
  cleared: { was: PreAction; now: number } | null;
  closed: string | null;
  /** Why the room shows the reader no more of it, where the table goes on. */
  out: string | null;
  voided: string | null;
  moments: Moment[];
  /** How many of the last lines of the chat were not looked at. */
  unread: number;
}

/** What of it changes piece by piece: the table, and the hand on it. */
export const PIECES = { table: { hand: {} } };

export const EMPTY_SHOWDOWN: Showdown = { shown: {}, revealed: {}, awards: [], began: {}, names: {} };

export const mySeat = (state: TableState): SeatView | undefined =>
  state.table.you.seat === null ? undefined : state.table.seats[state.table.you.seat];

/** Who sits in a chair. */
export const sitter = (table: TableSnapshot, seat: number): Who => ({
  name: table.seats[seat]?.player?.name ?? null,
  you: table.you.seat === seat,
});

/** Whether who sits in a chair played the hand on the table from it: somebody else may have taken it since. */
export const playedHere = ({ table, showdown }: TableState, seat: number): boolean => {
  const then = showdown.names[seat];
  return then === undefined || then === table.seats[seat]?.player?.name;
};

/** Who plays, or played, the hand on the table from a chair. */
export const who = (state: TableState, seat: number): Who =>
  playedHere(state, seat) ? sitter(state.table, seat) : { name: state.showdown.names[seat]!, you: false };

/** The turn that the reader has now, if it is the reader's. */
export function myTurn(state: TableState): Turn | undefined {
  const turn = state.table.hand?.turn;
  return turn && turn.seat === state.table.you.seat && turn.legal ? turn : undefined;
}

/** What staying in would cost the reader now, as a pre-action is worded. */
export function toCall(state: TableState): number {
  const { hand } = state.table;
  const seat = mySeat(state);
  return hand && seat ? Math.min(Math.max(hand.price - seat.bet, 0), seat.stack) : 0;
}

/** Whether the reader could have a chair here, now or later: the table goes on, and nobody sent it away. */
export const mayJoin = ({ table, closed, out }: TableState): boolean =>
  table.tournament === null && closed === null && out === null && !table.you.sent_off;

/**
 * How many chairs the reader would be given now. A free one is kept for whoever waits, the first in line first, so that
 * nobody is led to a chair that the room then refuses.
 */
export function openSeats(state: TableState): number {
  if (!mayJoin(state)) return 0;
  const { table } = state;
  const free = table.seats.filter((place) => !place.player).length;
  const { waiting } = table.you;
  if (waiting !== null) return waiting <= free ? free : 0;
  return Math.max(0, free - table.waiting_list);
}

/** Whether the reader waited, and there is a chair for it. */
export const isOffered = (state: TableState): boolean => state.table.you.waiting !== null && openSeats(state) > 0;

export const inHand = (seat: SeatView | undefined): boolean => seat?.state === 'playing' || seat?.state === 'all_in';

/** One kind of event. */
export type Of<T extends TableEvent['type']> = Extract<TableEvent, { type: T }>;

/** How many lines of the chat are new, whoever is muted left out. */
export const unreadChat = (state: TableState, muted: readonly number[]): number =>
  state.table.chat
    .slice(Math.max(0, state.table.chat.length - state.unread))
    .filter(({ account }) => account === null || !muted.includes(account)).length;

/** The board in one row. */
export const boardCards = (hand: HandView | null): Card[] => hand?.board.flat() ?? [];

export const isBot = (player: Player | null | undefined): boolean => !!player?.bot;
