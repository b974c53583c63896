// Where award cards hang at a desk: under their winners' plates where that is free, and otherwise wherever near them
// they cover least of what is to be read: the board, the other awards, the plates, the reader's own cards, the pots.
// A winner's plate moves up where its award needs the room.

import type { Layout, Point } from './geometry';

export const AWARD_WIDTH = 277;
const GAP = 8;
const EDGE = 12;
/** From a plate's middle to the award beside it. */
const HANGS = 36;
/** How far a winner at the top of the felt makes room for its award, and how far one beside the felt may. */
const LIFT = 24;
const MOST_LIFT = 72;
/** How high the lines are that stand in the stage's upper corners. */
const HEAD = 56;

/** Half of what the board takes, how far it moves down for the awards, and how high the words are above and below it. */
export const BOARD = { x: 218, y: 58, drop: 58, words: 27 };
/** Half of a plate, with its edge. */
const PLATE = { x: 88, y: 30 };
/** The reader's own plate and cards, from the felt's middle and the stage's lower edge. */
const OWN = [
  { x: -330, width: 215, height: 101 },
  { x: -115, width: 440, height: 150 },
];
/** Half of the pots under the board, how high each is, and how far below the felt's middle the first lies. */
const POTS = { x: 200, each: 40, below: 106 };

/**
 * How bad it is to cover one unit of each, against hanging one unit away from the plate, or from straight under it, and
 * against a plate that moves further up than those at the top do, or comes to lie on something.
 */
const COVERS = {
  board: 100,
  award: 100,
  words: 4,
  plate: 1,
  own: 1,
  pots: 0.3,
  apart: 5,
  aside: 0.5,
  lifted: 8,
  meeting: 4,
};

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that is better not covered. */
interface Box extends Area {
  weight: number;
}

/** Where an award hangs, by its upper left corner, and how far its winner's plate moves up for it. */
export interface Place extends Point {
  lift: number;
}

/** How far up a winner's plate moves where it has no award to make room for, or one that fits. */
const leastLift = (layout: Layout, seat: Point): number => (seat.y < layout.cy - 80 ? LIFT : 0);

/**
 * The place of each award, given its winner's and how high the highest is; who won twice is named twice. `seats` are all
 * that have a plate on the stage, the winners among them. `worded`: the board says above and below what plays in which
 * half.
 */
export function awardPlaces(
  layout: Layout,
  winners: readonly Point[],
  height: number,
  seats: readonly Point[] = winners,
  pots = 1,
  worded = false,
): Place[] {
  const around = [
    boardBox(layout),
    ...(worded ? wordBoxes(layout) : []),
    potsBox(layout, pots),
    ...ownBoxes(layout),
    ...seats.filter((seat) => !winners.includes(seat)).map((seat) => plateAt(seat, COVERS.plate)),
  ];
  // One after another: who comes later takes what is left.
  const inOrder = (order: readonly number[], span: (seat: Point) => [number, number] = () => [0, layout.width]) => {
    const places: Place[] = [];
    const boxes = [...around];
    const lifts = new Map<Point, number>();
    let cost = 0;
    for (const i of order) {
      const seat = winners[i]!;
      // Until its turn comes, a winner's plate lies where it would without an award in the way.
      const waiting = winners.filter((other) => other !== seat && !lifts.has(other));
      const others = waiting.map((other) => plateAt(raised(other, leastLift(layout, other)), COVERS.plate));
      const { place, costs } = cheapest(layout, seat, lifts.get(seat), height, [...boxes, ...others], span(seat));
      places[i] = place;
      lifts.set(seat, place.lift);
      boxes.push(plateAt(raised(seat, place.lift), COVERS.plate), awardAt(place, height));
      cost += costs;
    }
    return { places, cost };
  };
  const forwards = winners.map((_, i) => i);
  // Four and more are seldom, and have too many orders to try them all.
  const orders = winners.length < 4 ? permutations(forwards) : [forwards, forwards.toReversed()];
  const tried = orders.map((order) => inOrder(order));
  const [left, right] = [...winners].sort((a, b) => a.x - b.x);
  const middle = winners.length === 2 ? (left!.x + right!.x) / 2 : 0;
  const room = Math.min(middle, layout.width - middle) - EDGE - GAP / 2;
  if (left !== right && room >= AWARD_WIDTH) {
    // Or each keeps to its own side, so that both give way and neither all of it.
    tried.push(inOrder(forwards, (seat) => (seat === left ? [0, middle - GAP / 2] : [middle + GAP / 2, layout.width])));
  }
  return tried.reduce((best, next) => (next.cost < best.cost ? next : best)).places;
}

const permutations = (list: readonly number[]): number[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));

export function onBoard(layout: Layout, { x, y }: Point, height: number): boolean {
  return shared({ x, y, width: AWARD_WIDTH, height }, boardBox(layout)) > 0;
}

/** Whether an award covers what the board says of its cards. */
export const onWords = (layout: Layout, { x, y }: Point, height: number): boolean =>
  onBoxes({ x, y, width: AWARD_WIDTH, height }, wordBoxes(layout)) > 0;

/** How much of a plate an award covers. */
export const onPlate = ({ x, y }: Point, height: number, seat: Point): number =>
  shared({ x, y, width: AWARD_WIDTH, height }, plateAt(seat));

/** How much further under its plate an award may hang. */
const LOWER = 120;

/**
 * The best place for one award near its winner's plate, which moves up for it unless it has done so already. Straight
 * under it is tried first; what covers less lies at the edge of something else, so that no other places need to be
 * tried.
 */
function cheapest(
  layout: Layout,
  seat: Point,
  lifted: number | undefined,
  height: number,
  boxes: readonly Box[],
  [left, right]: [number, number],
): { place: Place; costs: number } {
  const least = leastLift(layout, seat);
  // Until the award fits above what lies below; at the top there is no more room.
  const higher = boxes.map((box) => seat.y + HANGS + height - box.y);
  const most = Math.min(MOST_LIFT, seat.y - PLATE.y - HEAD);
  const lifts = [least, ...higher.filter((lift) => lift > least && lift <= most)];
  let best = { place: { x: seat.x, y: seat.y, lift: least }, costs: Infinity };
  for (const lift of lifted === undefined ? lifts : [lifted]) {
    const plate = plateAt(raised(seat, lift), COVERS.plate);
    const moved = lift > least ? COVERS.lifted * (lift - least) + COVERS.meeting * onBoxes(plate, boxes) : 0;
    if (moved >= best.costs) continue;
    const under = { x: seat.x - AWARD_WIDTH / 2, y: seat.y - lift + HANGS };
    const far = 2 * AWARD_WIDTH;
    const columns = near(
      under.x,
      boxes.flatMap((box) => [box.x - AWARD_WIDTH, box.x + box.width]),
      [under.x - far, under.x + far],
      [Math.max(left, EDGE), Math.min(right, layout.width - EDGE) - AWARD_WIDTH],
    );
    const rows = near(
      under.y,
      boxes.flatMap((box) => [box.y - height, box.y + box.height]),
      [under.y - 2 * HANGS - height, under.y + LOWER],
      [0, layout.height - EDGE - height],
    );
    for (const x of columns) {
      for (const y of rows) {
        const award = { x, y, width: AWARD_WIDTH, height };
        let costs = moved + COVERS.apart * apart(award, plate) + COVERS.aside * Math.hypot(x - under.x, y - under.y);
        costs += covering(award, plate);
        for (const box of boxes) {
          if (costs >= best.costs) break;
          costs += covering(award, box);
        }
        if (costs < best.costs) best = { place: { x, y, lift }, costs };
      }
    }
  }
  return best;
}

/** One that is wanted and those that could do instead, each within reach and within the stage. */
function near(wanted: number, others: number[], reach: [number, number], stage: [number, number]): Set<number> {
  const within = (value: number) => Math.min(stage[1], Math.max(stage[0], value));
  return new Set([wanted, ...others.filter((one) => one >= reach[0] && one <= reach[1]), ...reach].map(within));
}

/** How bad it is to cover something; up to a fifth of it is its edge, and what is more counts three times. */
function covering(award: Area, box: Box): number {
  const area = shared(award, box);
  return area === 0 ? 0 : box.weight * (area + 2 * Math.max(0, area - (box.width * box.height) / 5));
}

const onBoxes = (area: Area, boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + shared(area, box), 0);

/** A winner's place after its plate moved up. */
const raised = ({ x, y }: Point, lift: number): Point => ({ x, y: y - lift });

/** How much of one lies on the other. */
function shared(a: Area, b: Area): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** How far one lies from the other. */
function apart(a: Area, b: Area): number {
  const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
}

const centred = (x: number, y: number, half: Point, weight: number): Box => ({
  x: x - half.x,
  y: y - half.y,
  width: 2 * half.x,
  height: 2 * half.y,
  weight,
});

const plateAt = ({ x, y }: Point, weight = 1): Box => centred(x, y, PLATE, weight);
const awardAt = ({ x, y }: Point, height: number): Box => ({
  x: x - GAP,
  y: y - GAP,
  width: AWARD_WIDTH + 2 * GAP,
  height: height + 2 * GAP,
  weight: COVERS.award,
});
const boardBox = ({ cx, cy, board }: Layout): Box => centred(cx, cy - board + BOARD.drop, BOARD, COVERS.board);
const wordBoxes = (layout: Layout): Box[] => {
  const { x, y, width, height } = boardBox(layout);
  const words = { x, width, height: BOARD.words, weight: COVERS.words };
  return [
    { ...words, y: y - BOARD.words },
    { ...words, y: y + height },
  ];
};
const potsBox = ({ cx, cy }: Layout, pots: number): Box => ({
  x: cx - POTS.x,
  y: cy + POTS.below + BOARD.drop,
  width: 2 * POTS.x,
  height: POTS.each * Math.min(pots, 3),
  weight: COVERS.pots,
});
const ownBoxes = ({ cx, height }: Layout): Box[] =>
  OWN.map((box) => ({ ...box, x: cx + box.x, y: height - box.height, weight: COVERS.own }));
