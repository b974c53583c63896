// The one way a table's state changes: update(state, message). Pure, so that a recorded stream of messages always
// gives the same table; the tests play such streams.

import type { ServerMessage, TableEvent, TableSnapshot } from '../protocol/messages';
import { applyEvent, throwing } from './events';
import { moment } from './steps';
import { EMPTY_SHOWDOWN, isOffered, type LogLine, type TableState } from './table';

/** `more`: the rest of the same message follows. */
export type TableMessage = Extract<ServerMessage, { type: 'table' | 'events' }> & { more?: boolean };

/** The events that begin something new to look at: blinds, cards, a round, a showdown, its prizes, the end. */
const BEGINS: ReadonlySet<TableEvent['type']> = new Set([
  'posted',
  'dealt',
  'board',
  'round',
  'shown',
  'mucked',
  'awarded',
  'hand_ended',
]);

/** A message in parts that can be shown one after the other, a frame each: a hand's whole beginning is much to draw. */
export function inParts(message: TableMessage): TableMessage[] {
  if (message.type === 'table') return [message];
  const parts: TableEvent[][] = [[]];
  message.events.forEach((event, i) => {
    // Every hand that is shown is much to draw by itself; blinds and prizes come together.
    const more = message.events[i - 1]?.type !== event.type || event.type === 'shown';
    if (i > 0 && BEGINS.has(event.type) && more) parts.push([]);
    parts.at(-1)!.push(event);
  });
  return parts.map((events, i) => ({ ...message, events, more: i < parts.length - 1 }));
}

/** A table as its first snapshot gives it; the events of the hand so far are what its log begins with. */
export function fromSnapshot(
  snapshot: TableSnapshot,
  seq: number,
  before?: TableState,
  soFar: readonly TableEvent[] = [],
  names: readonly (readonly [number, string])[] = [],
): TableState {
  const sameHand = before?.table.hand?.hand === snapshot.hand?.hand;
  const said = soFar.reduce(applyEvent, blank(snapshot, new Map(names)));
  const kind = snapshot.hand?.turn?.kind;
  const told = soFar.length > 0 && (kind === 'discard' || kind === 'draw') ? throwing(said, kind) : said;
  return {
    seq,
    table: snapshot,
    showdown: told.log.length > 0 ? told.showdown : sameHand && before ? before.showdown : EMPTY_SHOWDOWN,
    log: logged(before?.log ?? [], told.log),
    last: told.last ?? before?.last ?? null,
    // What happened in between isn't known, nor whether it still fits.
    pre: null,
    cleared: null,
    closed: null,
    out: null,
    voided: null,
    moments: [],
    unread: before?.unread ?? 0,
  };
}

/** The table before anything was told of its hand, with those in their chairs who began it. */
const blank = (table: TableSnapshot, names: ReadonlyMap<number, string>): TableState => ({
  seq: 0,
  table: {
    ...table,
    hand: null,
    seats: table.seats.map((place) => {
      const name = names.get(place.seat);
      if (name === undefined || name === place.player?.name) return place;
      return { ...place, player: { account: 0, name, bot: null, connected: false } };
    }),
  },
  showdown: EMPTY_SHOWDOWN,
  log: [],
  last: null,
  pre: null,
  cleared: null,
  closed: null,
  out: null,
  voided: null,
  moments: [],
  unread: 0,
});

/** The log with a hand told from its beginning; what it says of that hand already is said again. */
function logged(log: readonly LogLine[], hand: readonly LogLine[]): LogLine[] {
  const first = hand[0];
  const began = log.findLastIndex((line) => line.kind === 'hand' && first?.kind === 'hand' && line.hand === first.hand);
  return [...(began < 0 ? log : log.slice(0, began)), ...hand];
}

/** Whether a message can be put on top of a state: it is the next, or one already known. */
export const follows = (state: TableState | undefined, message: { seq: number }): boolean =>
  state !== undefined && message.seq <= state.seq + 1;

/** The state after a message. What was already known is passed over; after a gap nothing changes. */
export function update(state: TableState | undefined, message: TableMessage): TableState | undefined {
  if (message.type === 'table') {
    return fromSnapshot(message.snapshot, message.seq, state, message.so_far, message.names);
  }
  if (state === undefined || message.table !== state.table.table || message.seq !== state.seq + 1) return state;
  let next: TableState = { ...state, seq: message.more ? state.seq : message.seq, moments: [] };
  for (const event of message.events) next = applyEvent(next, event);
  return isOffered(next) && !isOffered(state) ? moment(next, { kind: 'offered' }) : next;
}
