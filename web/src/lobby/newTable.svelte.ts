// A table as somebody wishes it, setting by setting, and what of it the server is asked for: only what was said.

import { room } from '../app/room.svelte';
import type { LimitKind, NewTable } from '../protocol/messages';
import { familyOf, type Family } from './filters';

export class NewTableWish {
  family = $state<Family>('holdout');
  gameId = $state('');
  name = $state('');
  limit = $state<LimitKind>('no');
  minBet = $state(10);
  maxBet = $state<number | null>(null);
  smallBlind = $state<number | null>(null);
  seats = $state(6);
  bots = $state(2);
  level = $state<'beginner' | 'solid' | 'strong'>('solid');
  leastBuyIn = $state<number | null>(null);
  mostBuyIn = $state<number | null>(null);
  clock = $state(30);
  profile = $state('none');
  qualifier = $state<number | 'usual'>('usual');
  isPrivate = $state(false);
  advisor = $state(true);
  ante = $state<number | null>(null);
  bigBlindAnte = $state(false);
  straddle = $state(false);
  raises = $state<number | null>(null);

  games = $derived(room.games.filter((game) => familyOf(game) === this.family));
  game = $derived(this.games.find((info) => info.id === this.gameId) ?? this.games[0]);
  bigBlind = $derived(this.minBet || 0);

  request = $derived<NewTable>({
    ...(this.name.trim() ? { name: this.name.trim() } : {}),
    spread: {
      game: this.game?.id ?? '',
      limit: this.limit,
      min_bet: this.minBet,
      ...(this.limit === 'spread' && this.maxBet ? { max_bet: this.maxBet } : {}),
      ...(this.smallBlind !== null ? { small_blind: this.smallBlind } : {}),
      ...(this.ante ? { ante: this.ante, big_blind_ante: this.bigBlindAnte } : {}),
      ...(this.straddle ? { straddle: this.straddle } : {}),
      ...(this.raises !== null ? { raises: this.raises } : {}),
      ...(this.qualifier !== 'usual' && this.game?.high && this.game.low ? { qualifier: this.qualifier } : {}),
      ...(this.profile !== 'none' ? { profile: this.profile } : {}),
    },
    seats: this.seats,
    ...(this.leastBuyIn !== null ? { min_buy_in: this.leastBuyIn } : {}),
    ...(this.mostBuyIn !== null ? { max_buy_in: this.mostBuyIn } : {}),
    private: this.isPrivate,
    clock: this.clock,
    advisor: this.advisor,
    bots: Array<string>(Math.max(0, Math.min(this.bots, this.seats - 1))).fill(this.level),
  });

  /** No more seats than the game has cards for. */
  fit(): void {
    if (this.game && this.seats > this.game.seats[1]) this.seats = this.game.seats[1];
  }
}
