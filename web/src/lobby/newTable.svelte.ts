// A table as somebody wishes it, and what of it the server is asked for.

import { untrack } from 'svelte';
import type { NewTable } from '../protocol/messages';
import { SpreadWish } from './spreadWish.svelte';

export class NewTableWish {
  readonly spread = new SpreadWish();
  name = $state('');
  /** Null while the box is empty, as every number that is typed. */
  seats = $state<number | null>(6);
  bots = $state<number | null>(2);
  level = $state<'beginner' | 'solid' | 'strong'>('solid');
  leastBuyIn = $state<number | null>(null);
  mostBuyIn = $state<number | null>(null);
  clock = $state<number | null>(30);
  /** Seconds, seconds and minutes; as the room has them where nothing is said. */
  timeBank = $state<number | null>(null);
  pause = $state<number | null>(null);
  sitOut = $state<number | null>(null);
  /** Hands of each game of a mix; an orbit where nothing is said. */
  mixHands = $state<number | null>(null);
  isPrivate = $state(false);
  advisor = $state(true);

  request = $derived<NewTable>({
    ...(this.name.trim() ? { name: this.name.trim() } : {}),
    spread: this.spread.request,
    seats: this.seats ?? 0,
    ...(this.leastBuyIn !== null ? { min_buy_in: this.leastBuyIn } : {}),
    ...(this.mostBuyIn !== null ? { max_buy_in: this.mostBuyIn } : {}),
    private: this.isPrivate,
    clock: this.clock ?? 0,
    ...(this.timeBank !== null ? { time_bank: this.timeBank } : {}),
    ...(this.pause !== null ? { pause: this.pause } : {}),
    ...(this.sitOut !== null ? { sit_out: this.sitOut } : {}),
    ...(this.mixHands !== null && this.spread.family === 'mix' ? { mix_hands: this.mixHands } : {}),
    advisor: this.advisor,
    // Too many bots are the server's to refuse; a number that nobody means needs no list as long.
    bots: Array<string>(Math.max(0, Math.min(this.bots ?? 0, this.seats ?? 0))).fill(this.level),
  });

  /** Whether every number that the server has to know stands there: a box may be empty while somebody types. */
  get isWhole(): boolean {
    return this.spread.isWhole && [this.seats, this.bots, this.clock].every((number) => number !== null);
  }

  /** Another game was chosen: no more seats than it has cards for. What is typed is never put right unasked. */
  fit(): void {
    const { game } = this.spread;
    if (game && (untrack(() => this.seats) ?? 0) > game.seats[1]) this.seats = game.seats[1];
  }
}
