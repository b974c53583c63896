// A table as somebody wishes it, and what of it the server is asked for.

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
    bots: Array<string>(Math.max(0, Math.min(this.bots, this.seats - 1))).fill(this.level),
  });

  /** Whether every number that the server has to know stands there: a box may be empty while somebody types. */
  get isWhole(): boolean {
    return this.spread.isWhole && [this.seats, this.bots, this.clock].every((number) => number !== null);
  }

  /** No more seats than the game has cards for. */
  fit(): void {
    const { game } = this.spread;
    if (game && this.seats > game.seats[1]) this.seats = game.seats[1];
  }
}
