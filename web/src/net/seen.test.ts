import { beforeEach, expect, it } from 'vitest';
import { HANDS, keepSeen, roomKey, seenOf, trustKey } from './seen';

const key = 'aa'.repeat(32);
const other = 'bb'.repeat(32);

beforeEach(() => localStorage.clear());

it('a hand is kept as it was told first, with the link once it was taken', () => {
  keepSeen(7, 1, key, { commit: 'c1' });
  keepSeen(7, 1, key, { commit: 'c2' });
  expect(seenOf('7', '1', key)).toEqual({ commit: 'c1' });
  keepSeen(7, 1, key, { commit: 'c1', link: 'l1' });
  expect(seenOf('7', '1', key)).toEqual({ commit: 'c1', link: 'l1' });
  expect(seenOf('7', '2', key)).toBeUndefined();
  // However much later it is said again.
  for (let hand = 100; hand < 200; hand++) keepSeen(7, hand, key, { commit: `c${hand}` });
  keepSeen(7, 1, key, { commit: 'c3' });
  expect(seenOf('7', '1', key)).toEqual({ commit: 'c1', link: 'l1' });
  // Another room's hand of the same number.
  expect(seenOf('7', '1', other)).toBeUndefined();
});

it('so many are kept, and the oldest makes room', () => {
  for (let hand = 1; hand <= HANDS + 1; hand++) keepSeen(7, hand, key, { commit: `c${hand}` });
  expect(seenOf('7', '1', key)).toBeUndefined();
  expect(seenOf('7', '2', key)).toEqual({ commit: 'c2' });
  expect(seenOf('7', String(HANDS + 1), key)).toEqual({ commit: `c${HANDS + 1}` });
  expect(localStorage.length).toBe(HANDS + 2);
});

it('the room’s key is the first that was seen, until the reader trusts another', () => {
  keepSeen(7, 1, key, { commit: 'c1' });
  keepSeen(7, 2, other, { commit: 'c2' });
  expect(roomKey(other)).toBe(key);
  trustKey(other);
  expect(roomKey(key)).toBe(other);
});
