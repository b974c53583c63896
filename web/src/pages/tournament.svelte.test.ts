import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { room } from '../app/room.svelte';
import type { Account, TournamentPhase, TournamentSnapshot } from '../protocol/messages';
import Tournament from './Tournament.svelte';

const HOST = 7;

vi.mock('../net/api', () => ({ get: () => new Promise(() => undefined) }));

afterEach(() => {
  room.tournaments = {};
  room.account = null;
});

/** What a host may press at its own tournament. */
function buttons(phase: TournamentPhase, paused_until: number | null = null): string[] {
  room.account = { account: HOST } as Account;
  const summary = { tournament: 5, name: 'Friday', games: [], entry: 0, pool: 0, entrants: 2, most: 2, phase };
  const rest = { levels: [], payouts: [], places: [], tables: [], level: 0, stack: 800, next_level_at: null };
  const snapshot = { ...rest, summary, host: HOST, code: null, saving: false, entered: false, your_table: null };
  room.tournaments = { 5: { ...snapshot, paused_until } as unknown as TournamentSnapshot };
  const target = document.createElement('div');
  const page = mount(Tournament, { target, props: { tournament: 5, phone: false } });
  flushSync();
  const words = [...target.querySelectorAll('.top button')].map((button) => button.textContent!.trim());
  void unmount(page);
  return words;
}

it('is paused and let go on by its host, but for a pause of the operator’s', () => {
  expect(buttons('final_table')).toEqual(['Pause after this hand']);
  expect(buttons('paused', 3_600_000)).toEqual(['Go on']);
  expect(buttons('paused')).toEqual([]);
  expect(buttons('over')).toEqual([]);
});
