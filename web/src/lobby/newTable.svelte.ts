// A table as somebody wishes it, and what of it the server is asked for.

import { untrack } from 'svelte';
import type { NewTable } from '../protocol/messages';
import { SpreadWish } from './spreadWish.svelte';

export class NewTableWish {
  readonly spread = new SpreadWish();
  name = $state('');
  seats = $state(6);
  bots = $state(2);
  level = $state<'beginner' | 'solid' | 'strong'>('solid');
  leastBuyIn = $state<number | null>(null);
  mostBuyIn = $state<number | null>(null);
  clock = $state(30);
  isPrivate = $state(false);
  advisor = $state(true);

  request = $derived<NewTable>({
    ...(this.name.trim() ? { name: this.name.trim() } : {}),
    spread: this.spread.request,
    seats: this.seats,
    ...(this.leastBuyIn !== null ? { min_buy_in: this.leastBuyIn } : {}),
    ...(this.mostBuyIn !== null ? { max_buy_in: this.mostBuyIn } : {}),
    private: this.isPrivate,
    clock: this.clock,
    advisor: this.advisor,
    // Too many bots are the server's to refuse; a number that nobody means needs no list as long.
    bots: Array<string>(Math.max(0, Math.min(this.bots, this.seats))).fill(this.level),
  });

  /** Whether every number that the server has to know stands there: a box may be empty while somebody types. */
  get isWhole(): boolean {
    return this.spread.isWhole && [this.seats, this.bots, this.clock].every((number) => number !== null);
  }

  /** Another game was chosen: no more seats than it has cards for. What is typed is never put right unasked. */
  fit(): void {
    const { game } = this.spread;
    if (game && untrack(() => this.seats) > game.seats[1]) this.seats = game.seats[1];
  }
}
