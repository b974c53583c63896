// A game and its stakes as somebody wishes them, setting by setting, and what of it the server is asked for: only what
// was said.

import { gameInfo, room } from '../app/room.svelte';
import type { LimitKind, SpreadRequest } from '../protocol/messages';
import { familyOf, type Family } from './filters';

/** The house-rule profiles that the room knows. */
export const PROFILES = ['wac-230-15', 'wac-230-15-f'] as const;

/** The mixes that the room knows: games that take turns at one table. */
const MIXES = ['mix-house', 'mix-holdout', 'mix-draw', 'mix-triple', 'mix-all'].map((id) => ({ id, name: id }));

export class SpreadWish {
  family = $state<Family | 'mix'>('holdout');
  gameId = $state('');
  limit = $state<LimitKind>('no');
  /** Null while the box is empty, as every number that is typed. */
  bigBlind = $state<number | null>(10);
  smallBlind = $state<number | null>(null);
  /** Where it is less than the big blind. */
  leastBet = $state<number | null>(null);
  /** Of spread limit. */
  maxBet = $state<number | null>(null);
  /** Of fixed limit, where it isn't twice the small one. */
  bigBet = $state<number | null>(null);
  profile = $state<'none' | (typeof PROFILES)[number]>('none');
  /** What a chip counts as under a profile. */
  chipCents = $state<number | null>(null);
  gld = $state(false);
  qualifier = $state<number | 'usual'>('usual');
  ante = $state<number | null>(null);
  bigBlindAnte = $state(false);
  straddle = $state(false);
  raises = $state<number | null>(null);
  uncappedHeadsUp = $state(false);

  private games = $derived(room.games.filter((game) => familyOf(game) === this.family));
  /** What there is of the family. */
  variants = $derived<{ id: string; name: string }[]>(this.family === 'mix' ? MIXES : this.games);
  variant = $derived(this.variants.find(({ id }) => id === this.gameId) ?? this.variants[0]);
  /** What is known of the game; of a mix, nothing that would hold for all of it. */
  game = $derived(this.games.find(({ id }) => id === this.variant?.id));
  /** Whether a low has to qualify: in a mix, in those of its games that have one. */
  hasQualifier = $derived(this.family === 'mix' || (this.game !== undefined && this.game.high && this.game.low));
  isWhole = $derived(this.variant !== undefined && this.bigBlind !== null);
  minBet = $derived(this.leastBet ?? this.bigBlind ?? 0);
  private largest = $derived({ spread: this.maxBet, fixed: this.bigBet, pot: null, no: null }[this.limit]);

  request = $derived<SpreadRequest>({
    game: this.variant?.id ?? '',
    limit: this.limit,
    min_bet: this.minBet,
    ...(this.largest !== null ? { max_bet: this.largest } : {}),
    ...(this.smallBlind !== null ? { small_blind: this.smallBlind } : {}),
    ...(this.bigBlind !== null && this.bigBlind !== this.minBet ? { big_blind: this.bigBlind } : {}),
    ...(this.ante ? { ante: this.ante } : {}),
    ...(this.ante && this.bigBlindAnte ? { big_blind_ante: true } : {}),
    ...(this.straddle ? { straddle: true } : {}),
    ...(this.raises !== null ? { raises: this.raises } : {}),
    ...(this.uncappedHeadsUp ? { cap_lifted_heads_up: true } : {}),
    ...(this.gld ? { gld: true } : {}),
    ...(this.qualifier !== 'usual' && this.hasQualifier ? { qualifier: this.qualifier } : {}),
    ...(this.profile !== 'none' ? { profile: this.profile } : {}),
    ...(this.profile !== 'none' && this.chipCents !== null ? { chip_cents: this.chipCents } : {}),
  });

  /** Begins with what is played now, where there is something. */
  constructor(now?: SpreadRequest | null) {
    if (!now) return;
    this.family = MIXES.some(({ id }) => id === now.game) ? 'mix' : familyOf(gameInfo(now.game));
    this.gameId = now.game;
    this.limit = now.limit;
    this.bigBlind = now.big_blind ?? now.min_bet;
    this.smallBlind = now.small_blind ?? null;
    this.leastBet = now.big_blind === undefined ? null : now.min_bet;
    this.maxBet = now.limit === 'spread' ? (now.max_bet ?? null) : null;
    this.bigBet = now.limit === 'fixed' ? (now.max_bet ?? null) : null;
    this.profile = PROFILES.find((id) => id === now.profile) ?? 'none';
    this.chipCents = now.chip_cents ?? null;
    this.gld = now.gld ?? false;
    this.qualifier = now.qualifier ?? 'usual';
    this.ante = now.ante ?? null;
    this.bigBlindAnte = now.big_blind_ante ?? false;
    this.straddle = now.straddle ?? false;
    this.raises = now.raises ?? null;
    this.uncappedHeadsUp = now.cap_lifted_heads_up ?? false;
  }
}
