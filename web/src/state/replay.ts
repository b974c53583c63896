// A finished hand, step by step: the same events through the same update as a live table, one at a time.

import type { TableEvent, TableSnapshot } from '../protocol/messages';
import { fromSnapshot, update } from './update';
import type { TableState } from './table';

export interface RecordedHand {
  snapshot: TableSnapshot;
  events: TableEvent[];
}

export interface Step {
  state: TableState;
  /** What the step did. */
  event: TableEvent;
  /** Which part of the hand it belongs to. */
  part: Part;
}

export type Part = 'deal' | 'before' | 'throw' | `board${number}` | `after${number}` | 'showdown';

/** Steps that nobody would stop at are played together with the next. */
const PASSED_OVER: ReadonlySet<TableEvent['type']> = new Set([
  'turn',
  'time_bank',
  'made',
  'burn_card',
  'you',
  'connected',
  'chat',
  'muted',
  'committed',
  'round',
  'waiting_list',
  'seat',
  'seated',
  'left',
]);

/** Every step of a hand, with the table as it is after it. */
export function steps({ snapshot, events }: RecordedHand): Step[] {
  let state = fromSnapshot(snapshot, 0);
  let part: Part = 'deal';
  const list: Step[] = [];
  events.forEach((told, i) => {
    // Whose turn it was is shown, but nobody's clock runs any more, and nobody is asked.
    const event = told.type === 'turn' ? { ...told, turn: { ...told.turn, clock_ms: 0, legal: null } } : told;
    state = update(state, { type: 'events', table: snapshot.table, seq: i + 1, time: 0, events: [event] })!;
    part = partOf(event, part, state);
    if (PASSED_OVER.has(event.type)) {
      const last = list.at(-1);
      // Whose turn is next belongs to the picture of the step before.
      if (last && (event.type === 'turn' || event.type === 'made' || event.type === 'round')) last.state = state;
      return;
    }
    list.push({ state, event, part });
  });
  // Hands that are all-in lie open before the last cards come: that is still the street they were called on.
  const lastCard = list.findLastIndex((step) => step.part.startsWith('board'));
  list.slice(0, Math.max(0, lastCard)).forEach((step, i) => {
    if (step.part === 'showdown') step.part = list[i - 1]?.part ?? 'deal';
  });
  return list;
}

/** The parts of a hand and the step at which each begins. */
export function parts(list: readonly Step[]): { part: Part; from: number }[] {
  const found: { part: Part; from: number }[] = [];
  list.forEach((step, from) => {
    if (found.at(-1)?.part !== step.part) found.push({ part: step.part, from });
  });
  return found;
}

/** The step that a turn came to, by its number among the hand's turns; undefined where it is none of theirs. */
export function stepOfTurn(list: readonly Step[], turn: number): number | undefined {
  const asked = list.findIndex(({ state }) => state.table.hand?.turn?.turn === turn);
  return asked >= 0 && asked + 1 < list.length ? asked + 1 : undefined;
}

function partOf(event: TableEvent, before: Part, state: TableState): Part {
  switch (event.type) {
    case 'hand_started':
    case 'posted':
      return 'deal';
    case 'dealt':
      return before;
    case 'round':
      if (event.round === 0) return 'before';
      return (state.table.hand?.board.length ?? 0) > 0 ? before : `after${event.round}`;
    case 'discarded':
    case 'drew':
      return 'throw';
    case 'board':
      return `board${(state.table.hand?.board.length ?? 1) - 1}`;
    case 'shown':
    case 'mucked':
    case 'awarded':
    case 'hand_ended':
      return 'showdown';
    default:
      return before;
  }
}
