import { describe, expect, it } from 'vitest';
import {
  betPoints,
  DESK_FIVE,
  DESK_TWO,
  isShort,
  layoutFor,
  PORTRAIT_FEW,
  PORTRAIT_MANY,
  seatPoints,
  type Layout,
} from './geometry';

// The visual reference's own results: x,y in % of the stage, seats 1 to the middle.
const FIVE: Record<number, string> = {
  2: '50,10.3',
  3: '16.3,20.4',
  4: '9.8,43.8 50,10.3',
  5: '11.8,59.2 29.2,12.6',
  6: '11.8,59.2 19.3,17.6 50,10.3',
  7: '11.8,59.2 14.2,23.2 37.5,10.9',
  8: '11.8,59.2 11.8,28.3 29.2,12.6 50,10.3',
  9: '11.8,59.2 10.6,32.5 23.4,14.9 41,10.5',
};
const TWO: Record<number, string> = {
  5: '11.5,59.9 29,12.6',
  6: '16.1,67.9 16.1,20.7 50,10.3',
  7: '19.1,70.8 10.7,31.6 35.3,11.2',
  8: '19.1,70.8 9.7,38.9 25.6,13.9 50,10.3',
  9: '19.1,70.8 9.6,44.3 19.1,17.8 39.5,10.7',
  10: '19.1,70.8 9.7,48.3 14.8,22.4 31.6,11.9 50,10.3',
};
const PORTRAIT: Record<number, string> = {
  2: '50,8.8',
  3: '13.3,29.5',
  4: '11.8,49.2 50,8.8',
  5: '12.1,61.1 21.7,15.3',
  6: '12.9,67 13.6,28.5 50,8.8',
  7: '12.9,67 12.2,36.1 30.5,10.7',
  8: '14.6,76.4 10.8,47.6 17.2,19.2 50,8.8',
  9: '14.6,76.4 10.8,51.7 13.2,26.9 34.1,9.7',
  10: '14.6,76.4 10.8,54.9 11.7,33 23.3,13.7 50,8.8',
};

function check(layout: (seats: number) => Layout, table: Record<number, string>) {
  for (const [n, row] of Object.entries(table)) {
    const seats = Number(n);
    const { width, height } = layout(seats);
    const points = seatPoints(layout(seats), seats).map(({ x, y }) => [(100 * x) / width, (100 * y) / height] as const);
    row.split(' ').forEach((pair, i) => {
      const [x, y] = pair.split(',').map(Number) as [number, number];
      const seat = points[i + 1]!;
      const mirror = points[seats - 1 - i]!;
      const label = `${n} seats, seat ${i + 1}`;
      expect(Math.abs(seat[0] - x), label).toBeLessThan(0.15);
      expect(Math.abs(seat[1] - y), label).toBeLessThan(0.15);
      expect(Math.abs(mirror[0] - (100 - x)), `${label}, mirrored`).toBeLessThan(0.15);
      expect(Math.abs(mirror[1] - y), `${label}, mirrored`).toBeLessThan(0.15);
    });
  }
}

describe('seats lie where the visual reference puts them', () => {
  it('at the desk with five cards', () => check(() => DESK_FIVE, FIVE));
  it('at the desk with two cards', () => check(() => DESK_TWO, TWO));
  it('in portrait', () => check((n) => (n >= 8 ? PORTRAIT_MANY : PORTRAIT_FEW), PORTRAIT));
  it('by the table’s cards and size', () => {
    expect(layoutFor(9, 2, false)).toBe(DESK_TWO);
    expect(layoutFor(9, 5, false)).toBe(DESK_FIVE);
    expect(layoutFor(9, 5, true)).toBe(PORTRAIT_MANY);
    expect(layoutFor(6, 2, true)).toBe(PORTRAIT_FEW);
  });
});

describe('a short phone', () => {
  it('has a table of its own only where it would be tiny otherwise', () => {
    expect(isShort(360, 290)).toBe(true);
    expect(isShort(390, 440)).toBe(false);
  });
});

describe.each([
  ['a flat tile', false],
  ['a short phone', true],
])('%s', (_where, short) => {
  it('holds every plate, none on another', () => {
    for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const width = seats >= 8 ? 72 : short ? 96 : 104;
      const layout = layoutFor(seats, 5, true, true, short);
      const plates = seatPoints(layout, seats).slice(1);
      plates.forEach((a, i) => {
        expect(
          a.x >= width / 2 && a.x <= layout.width - width / 2 && a.y >= 30,
          `${seats} seats: ${JSON.stringify(a)}`,
        ).toBe(true);
        for (const b of plates.slice(i + 1)) {
          const apart = Math.abs(a.y - b.y) >= 36 || Math.abs(a.x - b.x) >= width;
          expect(apart, `${seats} seats: ${JSON.stringify([a, b])}`).toBe(true);
        }
      });
    }
  });
});

describe('bets', () => {
  it('never lie on each other', () => {
    for (const [portrait, flat, short] of [
      [true, false, false],
      [false, false, false],
      [true, true, false],
      [true, true, true],
    ]) {
      for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
        const points = betPoints(layoutFor(seats, 5, portrait!, flat, short), seats);
        points.forEach((a, i) => {
          for (const b of points.slice(i + 1)) {
            const apart = Math.abs(a.y - b.y) >= 24 || Math.abs(a.x - b.x) >= 50;
            expect(apart, `${seats} seats: ${JSON.stringify([a, b])}`).toBe(true);
          }
        });
      }
    }
  });

  it('never lie under their own player’s plate in a tile or on a short phone, nor on the board', () => {
    for (const short of [false, true]) {
      for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
        const layout = layoutFor(seats, 5, true, true, short);
        const board = layout.cy - layout.board;
        const plates = seatPoints(layout, seats);
        betPoints(layout, seats).forEach(({ x, y }, i) => {
          const { x: plate, y: middle } = plates[i]!;
          const told = `${seats} seats${short ? ', short' : ''}: ${i}`;
          // As wide as a chip and three figures, and as high.
          if (i > 0 && middle > board - 38)
            expect(Math.abs(x - plate), told).toBeGreaterThanOrEqual(layout.plate! + 24);
          const pot = board - layout.pot;
          const aside = i === 0 || Math.abs(x - layout.cx) >= 68;
          expect(aside || Math.abs(y - pot) >= 22, `${told} on the pot`).toBe(true);
          // With many seats, those at the top have no room elsewhere.
          if (seats < 8 || middle > board) expect(Math.abs(y - board), told).toBeGreaterThanOrEqual(38);
        });
      }
    }
  });

  it('never lie on a phone’s pot', () => {
    for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const layout = layoutFor(seats, 5, true);
      const pot = layout.cy - layout.board - layout.pot;
      for (const { y } of betPoints(layout, seats).slice(1)) {
        expect(Math.abs(y - pot), `${seats} seats`).toBeGreaterThanOrEqual(25);
      }
    }
  });

  it('never lie on a phone’s board', () => {
    for (const seats of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const layout = layoutFor(seats, 5, true);
      for (const { y } of betPoints(layout, seats).slice(1)) {
        expect(Math.abs(y - (layout.cy - layout.board)), `${seats} seats`).toBeGreaterThanOrEqual(51);
      }
    }
  });
});
