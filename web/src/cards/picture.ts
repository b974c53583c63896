// A card as a picture: drawn once for each card, shape and deck, and shown by one element wherever it lies. Shapes of
// their own in every card would be some ten elements each, and six tables show two hundred cards.

import { RANKS, rankOf, SUITS, suitOf, type CardCode, type Suit } from './card';
import { EMBLEMS, GLYPHS, SUIT_PATHS } from './shapes';
import { addressOf, at, makeSheet, partOf, type Part } from './sheet.svelte';

/** Whole, with a small sign below the rank; compact, with both as large as they go; fanned, with both at the left edge. */
export type Shape = 'whole' | 'compact' | 'fanned';
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

/** How wide a small card is at most, in the page's pixels, and a whole one that lies on a sheet. */
export const SMALL = 58;
const WHOLE = 120;
const sheetName = (shape: Shape, deck: Deck): string => `${shape}-${deck}`;

/** A card as a part of its deck's sheet, if there is one and the card isn't too large for it. */
export function partOfDeck(card: CardCode, shape: Shape, deck: Deck, width: number): Part | undefined {
  if (width > (shape === 'whole' ? WHOLE : SMALL)) return undefined;
  return partOf(sheetName(shape, deck), SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card)));
}

/** Makes a deck's small cards ready while nothing else is to be done, so that none is first drawn as it is dealt. */
export function makeReady(deck: Deck): void {
  sheetOf('compact', deck, SMALL);
  sheetOf('fanned', deck, SMALL);
}

/**
 * Makes a deck's whole cards ready. As pictures of their own each of them would be a document to the browser, and fifty
 * documents that go at once are a collection of garbage that holds a frame up.
 */
export const makeWholeReady = (deck: Deck): void => sheetOf('whole', deck, WHOLE);

function sheetOf(shape: Shape, deck: Deck, width: number): void {
  const faces = () => SUITS.flatMap((suit) => RANKS.map((rank) => face(`${rank}${suit}`, shape, deck)));
  makeSheet(sheetName(shape, deck), faces, [100, 140], width, RANKS.length);
}

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
  // A compact card is drawn at half the size or less: its edge is wider, so that white paper ends on white paper, too.
  const paper = (round: number, edge = 1) =>
    `<rect x="${edge / 2}" y="${edge / 2}" width="${100 - edge}" height="${140 - edge}" rx="${round}" fill="${FACE}" stroke="#000" stroke-opacity=".18" stroke-width="${edge}"/>`;

  if (shape !== 'whole') {
    // A compact rank is the same drawing, larger, with its left edge and baseline where they belong.
    const grow = 70 / 60;
    const wide = grow * (rank === 'T' ? 0.94 : 1);
    const signed = shape === 'fanned' ? at(9, 78, 0.44, sign) : at(42, 82, 0.5, sign);
    return `${paper(11, 2.5)}<g fill="${ink}">${at(7 - 9 * wide, -2.5, `${wide} ${grow}`, letter)}${signed}</g>`;
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
