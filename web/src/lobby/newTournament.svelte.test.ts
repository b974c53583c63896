import { describe, expect, it } from 'vitest';
import { room } from '../app/room.svelte';
import type { GameInfo } from '../protocol/messages';
import { NewTournamentWish } from './newTournament.svelte';

room.games = [{ id: 'holdout', discards: 2, draws: 0, high: true, low: false, seats: [2, 7] }] as unknown as GameInfo[];

describe('a tournament that somebody plans', () => {
  it('is asked for as it stands there, and what goes with a time only with one', () => {
    const wish = new NewTournamentWish();
    wish.fewest = 4;
    wish.level = 1.5;
    expect(wish.request(0)).toEqual({
      spread: { game: 'holdout', limit: 'no', min_bet: 10 },
      kind: 'sit_and_go',
      entry: 100,
      most: 6,
      level: 90,
      breaks: { every: 6, seconds: 300 },
      clock: 25,
      bots: ['solid', 'solid', 'solid'],
      private: false,
    });
    wish.kind = 'scheduled';
    wish.startsAt = '2026-11-18T20:30';
    const now = new Date(2026, 10, 18, 20, 0).getTime();
    expect(wish.request(now)).toMatchObject({ starts_in: 1800, fewest: 4, late_levels: 3 });
  });

  it('has shares as they are typed, and is whole once they are numbers', () => {
    const wish = new NewTournamentWish();
    wish.payouts = 'own';
    wish.shares = '50, 30/20';
    expect([wish.isWhole, wish.request(0).shares]).toEqual([true, [50, 30, 20]]);
    wish.shares = '50 x';
    expect(wish.isWhole).toBe(false);
    wish.payouts = 'winner';
    expect([wish.isWhole, wish.request(0).shares]).toEqual([true, [1]]);
  });

  it('is not asked about while a box is empty', () => {
    const wish = new NewTournamentWish();
    wish.most = null;
    expect(wish.isWhole).toBe(false);
  });
});
