// Where award cards hang at a desk: under their winners' plates, or over them at the bottom of the felt, and side by
// side where two would lie on each other.

import type { Layout, Point } from './geometry';

export const AWARD_WIDTH = 277;
/** A card that names its half is taller than one that takes the whole pot. */
const HEIGHT = { half: 160, whole: 138 };
const GAP = 8;
const EDGE = 12;
/** From a plate's middle to the award beside it. */
const HANGS = 36;
/** What the reader's own plate takes at the bottom. */
const OWN = 98;
/** How far a winner at the top of the felt makes room for its award. */
const LIFT = 24;

/** How far up a winner's plate moves, so that its award does not lie on the board. */
export const liftOf = (layout: Layout, seat: Point): number => (seat.y < layout.cy - 80 ? LIFT : 0);

/** The upper left corner of each award, given its winner's place; who won twice is named twice. */
export function awardPlaces(layout: Layout, winners: readonly Point[], kind: keyof typeof HEIGHT): Point[] {
  const height = HEIGHT[kind];
  const places = winners.map((seat) => {
    const under = seat.y + HANGS - liftOf(layout, seat);
    return {
      x: seat.x - AWARD_WIDTH / 2,
      y: under + height <= layout.height - OWN ? under : seat.y - HANGS - height,
    };
  });
  const leftToRight = places.map((_, i) => i).sort((a, b) => places[a]!.x - places[b]!.x || a - b);
  // Each is pushed right of those it would lie on; then the row is pushed back from the right edge.
  for (const [k, i] of leftToRight.entries()) {
    const left = beside(places, i, leftToRight.slice(0, k), height);
    places[i]!.x = Math.max(EDGE, places[i]!.x, ...left.map((x) => x + STEP));
  }
  leftToRight.reverse();
  const most = layout.width - EDGE - AWARD_WIDTH;
  for (const [k, i] of leftToRight.entries()) {
    const right = beside(places, i, leftToRight.slice(0, k), height);
    places[i]!.x = Math.min(most, places[i]!.x, ...right.map((x) => x - STEP));
  }
  return places;
}

const STEP = AWARD_WIDTH + GAP;

/** The left edges of those awards that reach into the same height as this one. */
const beside = (places: readonly Point[], one: number, others: readonly number[], height: number): number[] =>
  others
    .map((i) => places[i]!)
    .filter(({ y }) => Math.abs(y - places[one]!.y) < height)
    .map(({ x }) => x);
