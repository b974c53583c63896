// What a seat's plate says, from what the server says of the seat.

import { gameInfo } from '../app/room.svelte';
import { chipsIn } from '../i18n/chips';
import { t } from '../i18n/i18n.svelte';
import type { SeatView, TableSnapshot } from '../protocol/messages';
import type { TableState } from '../state/table';

/** The line under the name: the stack, or why there is no more to say. `fits` is how many characters there is room for. */
export function standing({ table }: TableState, seat: SeatView, phone: boolean, fits = phone ? 9 : 13): string {
  const stack = chipsIn(fits, seat.stack, table.spread.big_blind);
  if (isOffline(seat)) return t(phone ? 'seat.offline' : 'seat.reconnecting');
  if (isBroke(table, seat)) return t('seat.broke');
  switch (seat.state) {
    case 'all_in':
      return seat.stack === 0 ? t('seat.all_in') : stack;
    case 'folded':
      return t('seat.folded');
    case 'mucked':
      return t(phone ? 'seat.mucked_short' : 'seat.mucked');
    case 'sitting_out':
      return t(phone ? 'seat.away' : 'seat.sitting_out');
    case 'waiting_for_blind':
      return t(phone ? 'seat.waits' : 'seat.waiting_for_blind');
    default:
      return stack;
  }
}

const isOffline = ({ player }: SeatView): boolean => player !== null && !player.connected && !player.bot;

/** All-in lasts as long as the hand: whoever has nothing after it has lost it. */
const isBroke = ({ hand }: TableSnapshot, seat: SeatView): boolean =>
  seat.player !== null && seat.stack === 0 && (hand === null || hand.over);

/** Whether the plate is drawn faint. */
export const isFaint = ({ table }: TableState, seat: SeatView): boolean =>
  ['folded', 'mucked', 'sitting_out', 'waiting_for_blind'].includes(seat.state) ||
  isOffline(seat) ||
  isBroke(table, seat);

/** Why no hand is dealt, between hands. */
export function waitingLine({ table }: TableState): string {
  const seated = table.seats.filter(({ player }) => player !== null);
  if (table.paused !== null) return '';
  if (seated.length < 2) return t('waiting.second');
  const able = seated.filter((seat) => !isOffline(seat) && !isBroke(table, seat) && seat.state !== 'sitting_out');
  return t(able.length < 2 ? 'waiting.others' : 'waiting.next');
}

export interface SeatTag {
  text: string;
  /** With a hold meter: how many were thrown, or undefined while it is still open. */
  meter?: { thrown: number | undefined };
}

/** What stands under the plate: the discard, the draw, the time bank, the last action. */
export function tagOf(state: TableState, seat: SeatView, phone: boolean): SeatTag | undefined {
  const hand = state.table.hand;
  if (!hand || !dealtIn(state, seat)) return undefined;
  const info = gameInfo(hand.spread.game);
  const thrown = seat.thrown.at(-1);
  const banks = hand.turn?.seat === seat.seat && hand.turn.on_bank;
  if (info && info.discards > 0) {
    if (thrown !== undefined) {
      if (banks) return { text: t('tag.bank'), meter: { thrown } };
      if (phone) return { text: thrown === 0 ? t('tag.pat_short') : `−${thrown}`, meter: { thrown } };
      return { text: thrown === 0 ? t('tag.pat') : t('tag.discarded', { n: thrown }), meter: { thrown } };
    }
    if (hand.turn?.kind === 'discard' && seat.state !== 'folded' && !banks) {
      return { text: t(phone ? 'tag.next' : 'tag.to_discard'), meter: { thrown: undefined } };
    }
  }
  // A bet lies in front of its player and needs no word; a check leaves nothing to see.
  const now = banks ? [t('tag.bank')] : seat.last === 'check' ? [t('tag.check')] : [];
  const drew = info && info.draws > 0 && seat.thrown.length > 0 ? [drewWords(seat.thrown)] : [];
  // What was drawn stays all hand long; on a phone there is room for nothing beside it.
  const words = phone && drew.length > 0 ? drew : [...drew, ...now];
  return words.length > 0 ? { text: words.join(' · ') } : undefined;
}

/** How many were drawn, each time. */
export const drewWords = (thrown: readonly number[]): string =>
  thrown.every((n) => n === 0) ? t('tag.pat') : t('tag.drew', { n: thrown.join(', ') });

/** Whether two tags say the same; then nothing has to be drawn. */
export const sameTag = (a: SeatTag | undefined, b: SeatTag | undefined): boolean =>
  a?.text === b?.text && !a?.meter === !b?.meter && a?.meter?.thrown === b?.meter?.thrown;

/** Whether the seat was dealt into the hand on the table. */
export const dealtIn = (state: TableState, seat: SeatView): boolean =>
  seat.cards.length > 0 || seat.thrown.length > 0 || ['playing', 'all_in', 'folded', 'mucked'].includes(seat.state);

/** Every seat in the order it is drawn: the reader first, then clockwise. */
export function seatOrder(seats: SeatView[], mine: number | null): SeatView[] {
  const first = mine ?? 0;
  return [...seats.slice(first), ...seats.slice(0, first)];
}
