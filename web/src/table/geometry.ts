// Where seats, bets and the felt lie: points on a superellipse, evenly by arc length, clockwise from you.
//
// Everything is in the stage's own design units; the stage is scaled to the room it has, uniformly.

export interface Layout {
  /** The stage's size. */
  width: number;
  height: number;
  cx: number;
  cy: number;
  /** The felt's half axes, and the rail around it. */
  a: number;
  b: number;
  rail: number;
  /** The seats' curve. */
  rx: number;
  ry: number;
  /** The superellipse's exponent. */
  m: number;
  /** The least arc left free on each side of you, as a fraction of the whole. */
  gap: number;
  /** Where bets lie on the same curve, as fractions of rx and ry. */
  bet: [number, number];
  /** The same for the upper half, where what hangs under a plate would cover it. */
  above?: number;
  /** How far from the board's centre line a bet lies at least, where they could meet. */
  clear?: number;
  /** Half of a plate's width where a bet would lie under it: it then lies beside it. */
  plate?: number;
  /** The board's centre above the felt's, and the pot above the board. */
  board: number;
  pot: number;
}

export interface Point {
  x: number;
  y: number;
}

const DESK = {
  width: 1120,
  height: 736,
  cx: 560,
  a: 404,
  b: 206,
  rail: 22,
  m: 2.7,
  bet: [0.7, 0.6],
  board: 4,
  pot: 90,
};
const PORTRAIT = {
  width: 390,
  height: 500,
  cx: 195,
  a: 140,
  rail: 11,
  m: 3,
  bet: [0.36, 0.6],
  clear: 52,
  board: 16,
  pot: 64,
};

export const DESK_FIVE = { ...DESK, cy: 322, rx: 450, ry: 246, gap: 0.2 } as Layout;
export const DESK_TWO = { ...DESK, cy: 326, rx: 452, ry: 250, gap: 0.15 } as Layout;
export const PORTRAIT_FEW = { ...PORTRAIT, cy: 246, b: 206, rx: 149, ry: 202, gap: 0.175 } as Layout;
/** A tile that is wider than high: opponents around an oval, the pot below the board, one's own cards below it all. */
const TILE = {
  width: 470,
  height: 234,
  cx: 235,
  cy: 126,
  a: 168,
  b: 76,
  rail: 8,
  rx: 178,
  ry: 84,
  m: 2.8,
  gap: 0.15,
  bet: [0.68, 0.66],
  above: 0.54,
  board: 4,
  pot: -42,
  clear: 38,
  plate: 52,
} as Layout;
const TILE_MANY = { ...TILE, plate: 36 } as Layout;
/** A phone with little height to spare: a tile's seats, on an oval as wide as the phone. */
const SHORT = {
  ...TILE,
  width: 400,
  height: 290,
  cx: 200,
  cy: 156,
  a: 140,
  b: 100,
  rx: 152,
  ry: 108,
  bet: [0.75, 0.66],
  above: 0.58,
  board: 6,
  pot: -48,
  clear: 40,
  plate: 48,
} as Layout;
/** From eight seats on the plates are narrower, and need more room beside the board. */
const SHORT_MANY = { ...SHORT, width: 436, cx: 218, a: 150, rx: 164, plate: 36 } as Layout;
export const PORTRAIT_MANY = { ...PORTRAIT, cy: 250, b: 214, rx: 153, ry: 206, gap: 0.14 } as Layout;

/** How much larger everything has to become before a phone's table is laid out for little height. */
const WORTH_IT = 1.35;

/** How large a layout is drawn in the room that there is: what is made for a phone fills no tablet. */
export const scaleOf = (layout: Layout, width: number, height: number): number =>
  Math.min(width / layout.width, height / layout.height, layout.width < DESK.width ? LARGEST : Infinity) || 1;
const LARGEST = 1.5;

/** Whether a phone's stage is so low that its table would be tiny. */
export function isShort(width: number, height: number): boolean {
  return scaleOf(SHORT, width, height) > WORTH_IT * scaleOf(PORTRAIT_FEW, width, height);
}

/** The layout for a table of so many seats. */
export function layoutFor(seats: number, cards: number, portrait: boolean, flat = false, short = false): Layout {
  const many = seats >= 8;
  if (flat) return short ? (many ? SHORT_MANY : SHORT) : many ? TILE_MANY : TILE;
  if (portrait) return many ? PORTRAIT_MANY : PORTRAIT_FEW;
  return cards <= 2 ? DESK_TWO : DESK_FIVE;
}

/** Each seat's place from you (0, at the bottom) clockwise. */
export function seatPoints(layout: Layout, seats: number): Point[] {
  return arcs(layout, seats).map((arc) => at(layout, layout.rx, layout.ry, angleAt(layout, arc)));
}

/** Where each seat's bet lies, in the same order. */
export function betPoints(layout: Layout, seats: number): Point[] {
  const [x, y] = layout.bet;
  const points = arcs(layout, seats).map((arc) => {
    const angle = angleAt(layout, arc);
    return at(layout, layout.rx * x, layout.ry * (Math.sin(angle) < 0 ? (layout.above ?? y) : y), angle);
  });
  if (layout.clear === undefined) return points;
  const cleared = layout.plate === undefined ? besideBoard(layout, points) : besidePlates(layout, seats, points);
  // Going down each side, who lies below makes room for who was moved.
  for (const side of [-1, 1]) {
    const down = cleared
      .filter(({ x, y }) => (x - layout.cx) * side > 1 && y > layout.cy - layout.board)
      .sort((a, b) => a.y - b.y);
    down.forEach((point, k) => {
      const above = down[k - 1];
      if (above && Math.abs(point.x - above.x) < BET_WIDTH) point.y = Math.max(point.y, above.y + BET_STEP);
    });
  }
  const own = cleared[0]!;
  const near = cleared.slice(1).filter(({ x }) => Math.abs(x - own.x) < BET_WIDTH);
  own.y = Math.max(own.y, ...near.filter(({ y }) => y > layout.cy).map(({ y }) => y + BET_STEP));
  return cleared;
}

/** On a phone the board is as wide as the bets lie apart: whose bet would lie on it has it below, and on the pot, above. */
function besideBoard(layout: Layout, points: Point[]): Point[] {
  const board = layout.cy - layout.board;
  const pot = board - layout.pot;
  const clear = layout.clear ?? 0;
  const moved = points.map(({ x, y }, i) => {
    const aside = x - layout.cx;
    return {
      x: Math.abs(aside) < 1 ? x : layout.cx + Math.sign(aside) * Math.max(Math.abs(aside), BET_ASIDE),
      y: i === 0 ? y : Math.abs(y - board) < clear ? board + clear : Math.abs(y - pot) < BET_STEP ? pot - BET_STEP : y,
    };
  });
  // Going up each side from the pot, who lies above makes room.
  for (const side of [-1, 1]) {
    const up = moved.filter(({ x, y }) => (x - layout.cx) * side > 1 && y < pot).sort((a, b) => b.y - a.y);
    up.forEach((point, k) => {
      if (k > 0) point.y = Math.min(point.y, up[k - 1]!.y - BET_STEP);
    });
  }
  return moved;
}

/** Where the felt is low: a bet that would lie under its own plate lies beside it, and off the board. */
function besidePlates(layout: Layout, seats: number, points: Point[]): Point[] {
  const board = layout.cy - layout.board;
  const { clear = 0, plate = 0 } = layout;
  const own = seatPoints(layout, seats);
  return points.map(({ x, y }, i) => {
    const seat = own[i]!;
    const aside = Math.abs(x - seat.x);
    const above = seat.y < board - clear;
    // At the top the bets lie under the plates; there, with many seats, they have no other room.
    const top = Math.abs(seat.x - layout.cx) < 0.6 * layout.rx || (above && seats >= 8);
    if (i === 0 || top || Math.abs(y - seat.y) >= UNDER_PLATE || aside >= plate + BET_WIDTH / 2) return { x, y };
    const beside = seat.x + Math.sign(layout.cx - seat.x) * (plate + BET_WIDTH / 2 + 2);
    if (above) return { x: beside, y: Math.min(y, board - clear) };
    // The pot lies under the board.
    const pot = Math.abs(beside - layout.cx) < POT_ASIDE ? board - layout.pot + BET_STEP - 2 : 0;
    return { x: beside, y: Math.max(y, board + clear, pot) };
  });
}

/** The outline of a superellipse as an SVG path. */
export function outline(layout: Layout, a: number, b: number, points = 160): string {
  const parts: string[] = [];
  for (let i = 0; i < points; i++) {
    const { x, y } = at(layout, a, b, (2 * Math.PI * i) / points);
    parts.push(`${x.toFixed(2)} ${y.toFixed(2)}`);
  }
  return `M${parts.join('L')}Z`;
}

function arcs({ gap }: Layout, seats: number): number[] {
  const g = Math.max(1 / seats, gap);
  return Array.from({ length: seats }, (_, j) => {
    if (j === 0) return 0;
    return seats === 2 ? 0.5 : g + ((j - 1) / (seats - 2)) * (1 - 2 * g);
  });
}

function at({ cx, cy, m }: Layout, rx: number, ry: number, t: number): Point {
  const bend = (v: number) => Math.sign(v) * Math.abs(v) ** (2 / m);
  return { x: cx + rx * bend(Math.cos(t)), y: cy + ry * bend(Math.sin(t)) };
}

/** How far apart two bets under each other lie at least, and how far from the middle line the others'. */
const BET_STEP = 26;
const BET_ASIDE = 52;
/** How wide a bet is, and how far from a plate's middle it lies clear of the plate, its cards and its tag. */
const BET_WIDTH = 52;
const UNDER_PLATE = 34;
/** How far from the middle line a bet lies clear of the pot. */
const POT_ASIDE = 68;

const STEPS = 4096;
const tables = new Map<Layout, Float64Array>();

/** The angle at which a fraction of the seats' curve lies behind, going clockwise on the screen from the bottom. */
function angleAt(layout: Layout, fraction: number): number {
  let lengths = tables.get(layout);
  if (!lengths) {
    lengths = new Float64Array(STEPS + 1);
    let before = at(layout, layout.rx, layout.ry, Math.PI / 2);
    for (let i = 1; i <= STEPS; i++) {
      const next = at(layout, layout.rx, layout.ry, Math.PI / 2 + (2 * Math.PI * i) / STEPS);
      lengths[i] = lengths[i - 1]! + Math.hypot(next.x - before.x, next.y - before.y);
      before = next;
    }
    tables.set(layout, lengths);
  }
  const wanted = fraction * lengths[STEPS]!;
  let low = 0;
  let high = STEPS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lengths[middle]! <= wanted) low = middle;
    else high = middle;
  }
  const span = lengths[high]! - lengths[low]! || 1;
  const step = low + (wanted - lengths[low]!) / span;
  return Math.PI / 2 + (2 * Math.PI * step) / STEPS;
}
