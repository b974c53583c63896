// A game and its stakes as somebody wishes them, setting by setting, and what of it the server is asked for: only what
// was said.

import { gameInfo, room } from '../app/room.svelte';
import type { LimitKind, SpreadRequest } from '../protocol/messages';
import { familyOf, type Family } from './filters';

/** The mixes that the room knows: games that take turns at one table. */
const MIXES = ['mix-house', 'mix-holdout', 'mix-draw', 'mix-triple', 'mix-all'].map((id) => ({ id, name: id }));

export class SpreadWish {
  family = $state<Family | 'mix'>('holdout');
  gameId = $state('');
  limit = $state<LimitKind>('no');
  /** Null while the box is empty, as every number that is typed. */
  minBet = $state<number | null>(10);
  maxBet = $state<number | null>(null);
  smallBlind = $state<number | null>(null);
  profile = $state('none');
  qualifier = $state<number | 'usual'>('usual');
  ante = $state<number | null>(null);
  bigBlindAnte = $state(false);
  straddle = $state(false);
  raises = $state<number | null>(null);

  private games = $derived(room.games.filter((game) => familyOf(game) === this.family));
  /** What there is of the family. */
  variants = $derived<{ id: string; name: string }[]>(this.family === 'mix' ? MIXES : this.games);
  variant = $derived(this.variants.find(({ id }) => id === this.gameId) ?? this.variants[0]);
  /** What is known of the game; of a mix, nothing that would hold for all of it. */
  game = $derived(this.games.find(({ id }) => id === this.variant?.id));
  isWhole = $derived(this.variant !== undefined && this.minBet !== null);

  request = $derived<SpreadRequest>({
    game: this.variant?.id ?? '',
    limit: this.limit,
    min_bet: this.minBet ?? 0,
    ...(this.limit === 'spread' && this.maxBet ? { max_bet: this.maxBet } : {}),
    ...(this.smallBlind !== null ? { small_blind: this.smallBlind } : {}),
    ...(this.ante ? { ante: this.ante, big_blind_ante: this.bigBlindAnte } : {}),
    ...(this.straddle ? { straddle: this.straddle } : {}),
    ...(this.raises !== null ? { raises: this.raises } : {}),
    ...(this.qualifier !== 'usual' && this.game?.high && this.game.low ? { qualifier: this.qualifier } : {}),
    ...(this.profile !== 'none' ? { profile: this.profile } : {}),
  });

  /** Begins with what is played now, where there is something. */
  constructor(now?: SpreadRequest | null) {
    if (!now) return;
    this.family = MIXES.some(({ id }) => id === now.game) ? 'mix' : familyOf(gameInfo(now.game));
    this.gameId = now.game;
    this.limit = now.limit;
    this.minBet = now.min_bet;
    this.maxBet = now.max_bet ?? null;
    this.smallBlind = now.small_blind ?? null;
    this.profile = now.profile ?? 'none';
    this.qualifier = now.qualifier ?? 'usual';
    this.ante = now.ante ?? null;
    this.bigBlindAnte = now.big_blind_ante ?? false;
    this.straddle = now.straddle ?? false;
    this.raises = now.raises ?? null;
  }
}
