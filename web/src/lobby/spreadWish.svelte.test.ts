import { describe, expect, it } from 'vitest';
import { room } from '../app/room.svelte';
import type { GameInfo, SpreadRequest } from '../protocol/messages';
import { SpreadWish } from './spreadWish.svelte';

room.games = [
  { id: 'holdout-hilo', discards: 2, draws: 0, high: true, low: true },
  { id: 'holdem', discards: 0, draws: 0, high: true, low: false },
] as GameInfo[];

describe('what a table plays, taken up to change one thing of it', () => {
  const all: SpreadRequest[] = [
    { game: 'holdem', limit: 'no', min_bet: 10 },
    { game: 'mix-house', limit: 'fixed', min_bet: 20 },
    { game: 'mix-holdout', limit: 'pot', min_bet: 20, qualifier: 0 },
    { game: 'holdem', limit: 'spread', min_bet: 10, max_bet: 50, small_blind: 2, raises: 0 },
    { game: 'holdem', limit: 'fixed', min_bet: 10, max_bet: 30, raises: 4, cap_lifted_heads_up: true },
    { game: 'holdem', limit: 'no', min_bet: 5, big_blind: 10, ante: 1, gld: true },
    { game: 'holdem', limit: 'spread', min_bet: 10, max_bet: 600, profile: 'wac-230-15-f', chip_cents: 50 },
    {
      game: 'holdout-hilo',
      limit: 'no',
      min_bet: 10,
      ante: 10,
      big_blind_ante: true,
      straddle: true,
      raises: 4,
      qualifier: 9,
      profile: 'wac-230-15',
    },
  ];
  it.each(all)('is asked for as it was: $game', (now) => expect(new SpreadWish(now).request).toEqual(now));

  it('asks for nothing that goes with another choice', () => {
    const wish = new SpreadWish(all.at(-2));
    wish.profile = 'none';
    wish.limit = 'no';
    expect(wish.request).toEqual({ game: 'holdem', limit: 'no', min_bet: 10 });
  });
});
