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
    { game: 'holdem', limit: 'spread', min_bet: 10, max_bet: 50, small_blind: 2, raises: 0 },
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
});
