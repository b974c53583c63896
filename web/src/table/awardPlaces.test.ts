import { describe, expect, it } from 'vitest';
import { AWARD_WIDTH, awardPlaces, onBoard, onPlate, onWords, type Place } from './awardPlaces';
import { DESK_FIVE, DESK_TWO, seatPoints } from './geometry';

const PLATE_AREA = 176 * 60;

describe.each([
  ['two hands', DESK_FIVE, 202],
  ['one hand that wins both ways', DESK_FIVE, 180],
  ['half a pot', DESK_FIVE, 160],
  ['a whole pot', DESK_FIVE, 146],
  ['a whole pot', DESK_TWO, 146],
] as const)('award cards of %s', (_what, layout, height) => {
  it('of any two winners, or of one who won twice, never lie on each other, nor leave the stage', () => {
    for (let seats = 2; seats <= 9; seats++) {
      const points = seatPoints(layout, seats).slice(1);
      for (const first of points) {
        for (const second of points) {
          const [a, b] = awardPlaces(layout, [first, second], height, points) as [Place, Place];
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

  it('of a single winner leave the board in sight, also to those who watch', () => {
    for (let seats = 2; seats <= 10; seats++) {
      for (const seat of seatPoints(layout, seats)) {
        const [place] = awardPlaces(layout, [seat], height);
        expect(onBoard(layout, place!, height), `${seats} seats: ${JSON.stringify({ seat, place })}`).toBe(false);
        expect(place!.y + height).toBeLessThanOrEqual(layout.height);
      }
    }
  });

  it('of a single winner leave the words above and below the board in sight', () => {
    const covered: string[] = [];
    for (let seats = 2; seats <= 9; seats++) {
      const points = seatPoints(layout, seats).slice(1);
      for (const seat of points) {
        const [place] = awardPlaces(layout, [seat], height, points, 1, true);
        if (onWords(layout, place!, height)) covered.push(`${seats} seats: ${JSON.stringify({ seat, place })}`);
      }
    }
    expect(covered).toEqual([]);
  });

  it('cover no more than the edge of anybody’s plate', () => {
    const edge = PLATE_AREA / 5;
    const covered: string[] = [];
    for (let seats = 2; seats <= (layout === DESK_TWO ? 10 : 9); seats++) {
      const points = seatPoints(layout, seats).slice(1);
      for (const first of points) {
        for (const second of points) {
          const winners = first === second ? [first] : [first, second];
          const places = awardPlaces(layout, winners, height, points);
          for (const place of places) {
            for (const seat of points) {
              const y = seat.y - (places[winners.indexOf(seat)]?.lift ?? 0);
              const area = onPlate(place, height, { x: seat.x, y });
              if (area > edge) covered.push(`${seats} seats, ${winners.map((one) => points.indexOf(one))}: ${area}`);
            }
          }
        }
      }
    }
    expect(covered).toEqual([]);
  });

  it('leave every plate that moves up for them on the stage, and clear of the others', () => {
    for (let seats = 2; seats <= (layout === DESK_TWO ? 10 : 9); seats++) {
      const points = seatPoints(layout, seats).slice(1);
      for (const first of points) {
        for (const second of points) {
          const winners = first === second ? [first] : [first, second];
          const places = awardPlaces(layout, winners, height, points);
          const plates = points.map((seat) => ({ x: seat.x, y: seat.y - (places[winners.indexOf(seat)]?.lift ?? 0) }));
          for (const plate of plates) {
            expect(plate.y).toBeGreaterThan(40);
            for (const other of plates) {
              const apart = Math.abs(plate.x - other.x) > 140 || Math.abs(plate.y - other.y) > 55;
              expect(plate === other || apart, `${seats} seats: ${JSON.stringify([plate, other])}`).toBe(true);
            }
          }
        }
      }
    }
  });

  it('of a single winner hang in the middle under its plate', () => {
    const top = seatPoints(layout, 6)[3]!;
    const [place] = awardPlaces(layout, [top], height);
    expect(place!.x + AWARD_WIDTH / 2).toBeCloseTo(top.x);
    expect(place!.y).toBeGreaterThan(top.y);
  });
});

/** How much of a plate is covered at most, and how many lie on each other, whichever three of so many win. */
function threeWinners(layout: typeof DESK_FIVE, seats: number, height: number): [most: number, met: number] {
  const points = seatPoints(layout, seats).slice(1);
  let [most, met] = [0, 0];
  points.forEach((first, i) =>
    points.slice(i + 1).forEach((second, j) =>
      points.slice(i + j + 2).forEach((third) => {
        const winners = [first, second, third];
        const places = awardPlaces(layout, winners, height, points, 2, true);
        for (const place of places) {
          for (const seat of points) {
            const y = seat.y - (places[winners.indexOf(seat)]?.lift ?? 0);
            most = Math.max(most, onPlate(place, height, { x: seat.x, y }) / PLATE_AREA);
          }
          const meets = (other: Place) =>
            Math.abs(place.x - other.x) < AWARD_WIDTH && Math.abs(place.y - other.y) < height;
          met += places.filter((other) => other !== place && meets(other)).length;
        }
      }),
    ),
  );
  return [most, met];
}

// As high as each is where there are three of them, on a small laptop.
describe.each([
  ['five cards', DESK_FIVE],
  ['two cards', DESK_TWO],
] as const)('three award cards of %s', (_what, layout) => {
  it('leave every plate of six in sight', () => {
    const [most, met] = threeWinners(layout, 6, 165);
    expect(most).toBeLessThan(0.02);
    expect(met).toBe(0);
  });

  it('of nine never lie on each other, nor on most of a plate', () => {
    const [most, met] = threeWinners(layout, 9, 165);
    expect(most).toBeLessThan(0.4);
    expect(met).toBe(0);
  });
});
