import { describe, expect, it } from 'vitest';
import { HOLDEM } from '../../tests/sheet/hands';
import type { TableSummary } from '../protocol/messages';
import { liveliest } from './filters';

const table = (name: string, change: Partial<TableSummary>): TableSummary => ({
  table: 1,
  name,
  spread: HOLDEM,
  mix: [],
  seats: 6,
  people: 0,
  here: 0,
  bots: 0,
  waiting: 0,
  buy_in: [200, 1000],
  average_pot: 0,
  hands_per_hour: 0,
  clock_ms: 30_000,
  advisor: false,
  ...change,
});

describe('a quick seat', () => {
  const left = table('left by all', { people: 4 });
  const bots = table('bots', { bots: 3 });
  const people = table('people', { people: 2, here: 2 });
  const one = table('one who waits', { people: 1, here: 1 });

  it.each([
    ['where people are, before anything else', [left, bots, people], 'people'],
    ['with bots rather than at chairs whose people are gone', [left, bots], 'bots'],
    ['where somebody waits rather than alone', [table('empty', {}), one], 'one who waits'],
    ['never where the free chair is kept', [table('kept', { people: 5, here: 5, waiting: 1 }), one], 'one who waits'],
    ['never at a full table', [table('full', { people: 6, here: 6 }), one], 'one who waits'],
  ])('is %s', (_, tables, name) => {
    expect(liveliest(tables)?.name).toBe(name);
  });

  it('is none where every chair is taken', () => {
    expect(liveliest([table('full', { people: 6 })])).toBeUndefined();
  });
});
