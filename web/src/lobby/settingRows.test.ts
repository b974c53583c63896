import { afterAll, expect, it } from 'vitest';
import { useLanguage } from '../i18n/i18n.svelte';
import { dollars, mixRow, settingRows, timeRows } from './settingRows';

afterAll(() => useLanguage('en'));

const plain = { game: 'holdem', limit: 'no', min_bet: 10 } as const;

it('a table with nothing unusual has nothing to tell besides', () => expect(settingRows(plain)).toEqual([]));

it('each setting that was asked for is told', () => {
  const rows = settingRows({
    ...plain,
    big_blind: 20,
    ante: 5,
    straddle: true,
    raises: 4,
    cap_lifted_heads_up: true,
    gld: true,
    profile: 'wac-230-15-f',
    chip_cents: 50,
  });
  expect(rows).toEqual([
    ['Smallest bet', '10'],
    ['Ante', '5 each'],
    ['Straddle', 'allowed'],
    ['Raises a round', '4, no cap heads-up'],
    ['Customs', 'GLD to the letter'],
    ['Profile', 'Washington WAC 230-15, Class F'],
    ['A chip counts as', '$0.50'],
  ]);
  expect(settingRows({ ...plain, ante: 20, big_blind_ante: true, raises: 0 })).toEqual([
    ['Ante', '20 from the big blind'],
    ['Raises a round', 'no cap'],
  ]);
  // GLD's own three, at any limit.
  expect(settingRows({ ...plain, gld: true })[0]).toEqual(['Raises a round', '3']);
});

it('so is how long things take, and when a mix goes on', () => {
  const times = { clock_ms: 20_000, bank_ms: 90_000, pause_ms: 7_000, sit_out_ms: 0 };
  expect(timeRows(times).map(([, text]) => text)).toEqual(['20 s a turn', '90 s', '7 s', 'as long as one likes']);
  expect(timeRows({ ...times, sit_out_ms: 180_000 }).at(-1)).toEqual(['Sitting out', '3 min at most']);
  expect([mixRow(null), mixRow(1), mixRow(8)].map(([, text]) => text)).toEqual(['an orbit', 'one hand', '8 hands']);
});

it('dollars have cents where there are some, and are written as the reader writes them', async () => {
  expect([4_000, 50, 30_000].map(dollars)).toEqual(['$40', '$0.50', '$300']);
  await useLanguage('es');
  expect(dollars(50)).toMatch(/^0,50\s\$$/);
});
