// What a seat's plate says, from what the server says of the seat.

import { gameInfo, room } from '../app/room.svelte';
import { chips } from '../i18n/chips';
import { t } from '../i18n/i18n.svelte';
import type { SeatView } from '../protocol/messages';
import type { TableState } from '../state/table';

/** The line under the name: the stack, or why there is no more to say. */
export function standing(seat: SeatView, bigBlind: number, phone: boolean): string {
  if (seat.player && !seat.player.connected && !seat.player.bot) return t(phone ? 'seat.offline' : 'seat.reconnecting');
  switch (seat.state) {
    case 'all_in':
      return seat.stack === 0 ? t('seat.all_in') : chips(seat.stack, bigBlind);
    case 'folded':
      return t('seat.folded');
    case 'mucked':
      return t('seat.mucked');
    case 'sitting_out':
      return t(phone ? 'seat.away' : 'seat.sitting_out');
    case 'waiting_for_blind':
      return t(phone ? 'seat.waits' : 'seat.waiting_for_blind');
    case 'reserved':
      return t('seat.reserved');
    default:
      return chips(seat.stack, bigBlind);
  }
}

/** Whether the plate is drawn faint. */
export const isFaint = (seat: SeatView): boolean =>
  ['folded', 'mucked', 'sitting_out', 'waiting_for_blind', 'reserved'].includes(seat.state) ||
  (seat.player !== null && !seat.player.connected && !seat.player.bot);

export interface SeatTag {
  text: string;
  /** With a hold meter: how many were thrown, or undefined while it is still open. */
  meter?: { thrown: number | undefined };
}

/** What stands under the plate: the discard, the draw, the last action. */
export function tagOf(state: TableState, seat: SeatView, phone: boolean): SeatTag | undefined {
  const hand = state.table.hand;
  if (!hand || !dealtIn(state, seat)) return undefined;
  const info = gameInfo(hand.spread.game);
  const thrown = seat.thrown.at(-1);
  if (info && info.discards > 0) {
    if (seat.thrown.length > 0 && thrown !== undefined) {
      if (phone) return { text: thrown === 0 ? t('tag.pat_short') : `−${thrown}`, meter: { thrown } };
      return { text: thrown === 0 ? t('tag.pat') : t('tag.discarded', { n: thrown }), meter: { thrown } };
    }
    if (hand.turn?.kind === 'discard' && seat.state !== 'folded') {
      return { text: t(phone ? 'tag.next' : 'tag.to_discard'), meter: { thrown: undefined } };
    }
  }
  // A bet lies in front of its player and needs no word; a check leaves nothing to see.
  if (seat.last === 'check') return { text: t('tag.check') };
  if (info && info.draws > 0 && seat.thrown.length > 0 && seat.state !== 'folded') {
    return { text: seat.thrown.map((n) => (n === 0 ? t('tag.pat') : t('tag.drew', { n }))).at(-1)! };
  }
  return undefined;
}

/** Whether the seat was dealt into the hand on the table. */
export const dealtIn = (state: TableState, seat: SeatView): boolean =>
  seat.cards.length > 0 || seat.thrown.length > 0 || ['playing', 'all_in', 'folded', 'mucked'].includes(seat.state);

/** Every seat in the order it is drawn: the reader first, then clockwise. */
export function seatOrder(state: TableState): SeatView[] {
  const seats = state.table.seats;
  const first = state.table.you.seat ?? 0;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

export const isMe = (account: number | undefined): boolean =>
  account !== undefined && account === room.account?.account;
