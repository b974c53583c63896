// A card as a picture: drawn once for each card, shape and deck, and shown by one <img> wherever it lies. Shapes of
// their own in every card would be some ten elements each, and six tables show two hundred cards.

import { RANKS, rankOf, SUITS, suitOf, type CardCode, type Suit } from './card';
import { EMBLEMS, GLYPHS, SUIT_PATHS } from './shapes';

/** Whole, with a small sign below the rank; compact, with both as large as they go; fanned, with both at the left edge. */
const SHAPES = ['whole', 'compact', 'fanned'] as const;
export type Shape = (typeof SHAPES)[number];
export type Deck = 'four' | 'two';

const FACE = '#fbfaf5';
const BLACK = '#14181c';
const RED = '#c5161a';
const INKS: Record<Deck, Record<Suit, string>> = {
  four: { s: BLACK, h: RED, d: '#1a45c8', c: '#0d8060' },
  two: { s: BLACK, h: RED, d: RED, c: BLACK },
};

const pictures = new Map<string, string>();

/** The address of a card's picture. */
export function pictureOf(card: CardCode, shape: Shape, deck: Deck): string {
  const key = `${card} ${shape} ${deck}`;
  let address = pictures.get(key);
  if (!address) pictures.set(key, (address = addressOf(face(card, shape, deck))));
  return address;
}

/** Pictures that were made ready, kept so that the browser keeps them. */
const ready = new Map<string, HTMLImageElement>();
/** How wide a small card is at most, in the page's pixels. */
const SMALL = 58;

/**
 * Makes a deck's pictures ready while nothing else is to be done, so that no card is first drawn as it is dealt. The
 * small ones become plain pixels: a browser draws a drawing anew, slowly, wherever it is shown in another size.
 */
export function makeReady(deck: Deck): void {
  if (typeof requestIdleCallback === 'undefined') return;
  const todo = SHAPES.flatMap((shape) =>
    SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit} ${shape} ${deck}`)),
  );
  const some = async (idle: IdleDeadline) => {
    while (idle.timeRemaining() > 2 && todo.length > 0) await prepare(todo.pop()!);
    if (todo.length > 0) requestIdleCallback((next) => void some(next));
  };
  requestIdleCallback((idle) => void some(idle));
}

async function prepare(key: string): Promise<void> {
  if (ready.has(key)) return;
  const [card, shape, deck] = key.split(' ') as [CardCode, Shape, Deck];
  const image = new Image();
  ready.set(key, image);
  image.src = pictureOf(card, shape, deck);
  if (shape === 'whole') return;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(SMALL * devicePixelRatio);
  canvas.height = Math.ceil(canvas.width * 1.4);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const pixels = await new Promise<Blob | null>((made) => canvas.toBlob(made));
  if (!pixels) return;
  const address = URL.createObjectURL(pixels);
  image.src = address;
  await image.decode();
  pictures.set(key, address);
}

/** The address of a drawing of a size; `top` is where it begins. */
export const addressOf = (drawing: string, [width, height] = [100, 140], top = 0): string =>
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} ${width} ${height}" width="${width}" height="${height}">` +
      `${drawing}</svg>`,
  );

/** A drawing somewhere else on the card, and larger or smaller. */
const at = (x: number, y: number, scale: number | string, drawing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;

function face(card: CardCode, shape: Shape, deck: Deck): string {
  const rank = rankOf(card);
  const suit = suitOf(card);
  const ink = INKS[deck][suit];
  const glyph = GLYPHS[rank];
  const sign = `<path d="${SUIT_PATHS[suit]}"/>`;
  const letter =
    (glyph.fill ? `<path d="${glyph.fill}" fill-rule="evenodd"/>` : '') +
    (glyph.stroke
      ? `<path d="${glyph.stroke}" fill="none" stroke="${ink}" stroke-width="${glyph.weight}" stroke-miterlimit="10"/>`
      : '');
  const paper = (round: number) =>
    `<rect x=".5" y=".5" width="99" height="139" rx="${round}" fill="${FACE}" stroke="#000" stroke-opacity=".18"/>`;

  if (shape !== 'whole') {
    // A compact rank is the same drawing, larger, with its left edge and baseline where they belong.
    const grow = 70 / 60;
    const wide = grow * (rank === 'T' ? 0.94 : 1);
    const signed = shape === 'fanned' ? at(9, 78, 0.44, sign) : at(42, 82, 0.5, sign);
    return `${paper(11)}<g fill="${ink}">${at(7 - 9 * wide, -2.5, `${wide} ${grow}`, letter)}${signed}</g>`;
  }
  const pip = rank === 'A' ? 54 : 48;
  const middle =
    rank === 'K' || rank === 'Q' || rank === 'J'
      ? at(36, 76, 0.54, emblem(rank, sign))
      : at(90 - pip, 130 - pip, pip / 100, sign);
  const left = glyph.width > 51 ? -1 : 0;
  return `${paper(9)}<g fill="${ink}">${at(left, 0, 1, letter)}${at(10, 62, 0.28, sign)}${middle}</g>`;
}

function emblem(rank: keyof typeof EMBLEMS, sign: string): string {
  const { path, ring, cut } = EMBLEMS[rank];
  const [x, y, size] = cut;
  return (
    `<path d="${path}"/>` +
    (ring ? `<path d="${ring}" fill="none" stroke="${FACE}" stroke-width="4.5"/>` : '') +
    `<g fill="${FACE}">${at(x, y, size / 100, sign)}</g>`
  );
}
