import { describe, expect, it } from 'vitest';
import { AWARD_WIDTH, awardPlaces } from './awardPlaces';
import { DESK_FIVE, DESK_TWO, seatPoints } from './geometry';

describe.each([
  ['half', DESK_FIVE, 160],
  ['whole', DESK_FIVE, 138],
  ['whole', DESK_TWO, 138],
] as const)('award cards of %s pots', (kind, layout, height) => {
  it('of any two winners, or of one who won twice, never lie on each other, nor leave the stage', () => {
    for (let seats = 2; seats <= 9; seats++) {
      const points = seatPoints(layout, seats).slice(1);
      for (const first of points) {
        for (const second of points) {
          const [a, b] = awardPlaces(layout, [first, second], kind) as [typeof first, typeof first];
          const apart = Math.abs(a.x - b.x) >= AWARD_WIDTH || Math.abs(a.y - b.y) >= height;
          expect(apart, `${seats} seats: ${JSON.stringify([a, b])}`).toBe(true);
          for (const { x, y } of [a, b]) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x + AWARD_WIDTH).toBeLessThanOrEqual(layout.width);
            expect(y + height).toBeLessThanOrEqual(layout.height);
          }
        }
      }
    }
  });

  it('of a single winner hang in the middle under its plate', () => {
    const top = seatPoints(layout, 6)[3]!;
    const [place] = awardPlaces(layout, [top], kind);
    expect(place!.x + AWARD_WIDTH / 2).toBeCloseTo(top.x);
    expect(place!.y).toBeGreaterThan(top.y);
  });
});
