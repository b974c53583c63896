import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Problem, TournamentSnapshot } from '../protocol/messages';
import { reenter } from './enter';
import { room } from './room.svelte';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('whoever comes in as somebody else', () => {
  it('is told nothing that the last account was', () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const refused: Problem = { type: '', code: 'forbidden', title: '', status: 403, detail: '' };
    room.tournaments = { 5: { your_table: 7 } as TournamentSnapshot };
    room.refusals = { 7: refused };
    room.shut = { 8: refused };
    room.missed = { 7: null };
    room.open = [7];
    reenter();
    const { tournaments, refusals, shut, missed, open } = room;
    expect({ tournaments, refusals, shut, missed, open }).toEqual({
      tournaments: {},
      refusals: {},
      shut: {},
      missed: {},
      open: [],
    });
  });
});
