// Every shape on a card, drawn as paths: ranks, suits, and the emblems of king, queen and jack.
//
// Ranks stand in the card's own 100 × 140 box: left 9, baseline 54, cap height 43. A rank is filled outlines, or
// strokes of one weight, or both. Suits are drawn in a box of 100 × 100. Nothing here is text, so that no font
// decides how a card looks.

import type { Rank, Suit } from './card';

export interface Glyph {
  /** Filled outlines (even-odd). */
  fill?: string;
  /** Centre lines of strokes. */
  stroke?: string;
  weight?: number;
  /** How wide the glyph is, from x = 9. */
  width: number;
}

const BOWL = 'M26 29.2a12.4 10.2 0 1 0 .01 0z';

export const GLYPHS: Record<Rank, Glyph> = {
  A: {
    fill: 'M8 54 22.9 11H34.1L49 54H38.3L35.2 44.4H21.8L18.7 54ZM24.3 36.6H32.7L28.5 23.4Z',
    width: 41,
  },
  K: {
    fill: 'M10 11H20.3V30.2L35.6 11H48.2L31.7 31.2 48.9 54H36.6L24.6 37.6 20.3 42.7V54H10Z',
    width: 40,
  },
  Q: {
    stroke: 'M29.5 15.9a15.6 16.6 0 1 0 .01 0zM31.4 41.6 45.4 53.2',
    weight: 9.9,
    width: 41,
  },
  J: { stroke: 'M35.4 11V38.6C35.4 45.4 31 49.3 24.4 49.3 18 49.3 13.8 45.6 13.6 39.2', weight: 10.2, width: 32 },
  T: {
    fill: 'M10 23V14.9L16.9 11H26.2V54H16.4V21.6L10 25Z',
    stroke: 'M45.6 15.7c-6.6 0-9.9 6.3-9.9 16.8s3.3 16.8 9.9 16.8 9.9-6.3 9.9-16.8-3.3-16.8-9.9-16.8z',
    weight: 9.4,
    width: 52,
  },
  '9': { stroke: 'M26.6 35.8a12.4 10.2 0 1 1 .01 0zM36.2 31.4 23.2 54', weight: 9.4, width: 34 },
  '8': {
    stroke: 'M26 15.4a10.4 8 0 1 0 .01 0zM26 31.4a12.4 9.1 0 1 0 .01 0z',
    weight: 9,
    width: 34,
  },
  '7': { fill: 'M9 11H42.6V19.5L26.8 54H15.9L31.4 20.2H9Z', width: 34 },
  '6': { stroke: `${BOWL}M16.4 33.6 29.4 11`, weight: 9.4, width: 34 },
  '5': {
    stroke:
      'M38.8 15.6H18.2L16.9 31.6M15.8 34.4C18.600 31.1 22.1 29.3 26 29.3 32.8 29.3 37.6 33.3 37.6 39.2 37.6 45.3 32.8 49.4 25.9 49.4 19.4 49.4 14.8 46 14.1 40.6',
    weight: 9.4,
    width: 34,
  },
  '4': { fill: 'M26.6 11H39V37H45.2V45.4H39V54H29.2V45.4H8.4V37.2ZM29.2 37V22.2L18.9 37Z', width: 37 },
  '3': {
    stroke:
      'M13.9 23C14.6 18.4 19 15.5 25.2 15.5 31.8 15.5 36 18.7 36 23.5 36 28.3 32 31.4 25.8 31.4H21.4M25.8 31.4C33 31.4 38 34.8 38 40.2 38 45.9 32.8 49.5 25.4 49.5 18.4 49.5 13.5 46.2 12.9 41',
    weight: 9.2,
    width: 34,
  },
  '2': {
    fill: 'M10.6 45.6H42V54H10.6Z',
    stroke: 'M14.4 25.2C14.4 19.4 18.8 15.6 25.4 15.6 32 15.6 36.5 19.2 36.5 24.8 36.5 29 34 32.4 29.6 36.5L14 50.6',
    weight: 9.4,
    width: 34,
  },
};

export const SUIT_PATHS: Record<Suit, string> = {
  s: 'M50 4C44 20 8 36 8 62C8 77 19 86 30 86C37 86 43 83 46.500 77C46 86 42 92 35 97H65C58 92 54 86 53.500 77C57 83 63 86 70 86C81 86 92 77 92 62C92 36 56 20 50 4Z',
  h: 'M50 96C43 84 4 62 4 32C4 16 15 6 28 6C38 6 46 12 50 21C54 12 62 6 72 6C85 6 96 16 96 32C96 62 57 84 50 96Z',
  d: 'M50 2C58 20 71 36 88 50C71 64 58 80 50 98C42 80 29 64 12 50C29 36 42 20 50 2Z',
  c: 'M50 3A23 23 0 0 0 32 40.300A23 23 0 1 0 46.400 71C46 84 42 91 35 97H65C58 91 54 84 53.600 71A23 23 0 1 0 68 40.300A23 23 0 0 0 50 3Z',
};

/** Emblems in a box of 100 × 100; the suit is cut out at the place given (x, y, size). */
export const EMBLEMS: Record<'K' | 'Q' | 'J', { path: string; ring?: string; cut: [number, number, number] }> = {
  K: {
    path: 'M46 3H54V11H62V19H54V27.500L73 52L90.500 33.500A6.500 6.500 0 1 1 95 34.800L86 77H14L5 34.800A6.500 6.500 0 1 1 9.500 33.500L27 52L46 27.500V19H38V11H46ZM16 83H84A3 3 0 0 1 87 86V94A3 3 0 0 1 84 97H16A3 3 0 0 1 13 94V86A3 3 0 0 1 16 83Z',
    cut: [39, 47, 22],
  },
  Q: {
    path: 'M50 8A8 8 0 1 1 49.900 8ZM13 22A7 7 0 1 1 12.900 22ZM87 22A7 7 0 1 1 86.900 22ZM10 77C8 62 7 50 9 37L30 57L45 25H55L70 57L91 37C93 50 92 62 90 77C64 70 36 70 10 77ZM11 84C37 77 63 77 89 84L86 97C61 91 39 91 14 97Z',
    cut: [38, 45, 24],
  },
  J: {
    path: 'M50 4C62 11 76 15 90 15V48C90 72 74 88 50 97C26 88 10 72 10 48V15C24 15 38 11 50 4Z',
    ring: 'M50 13.500C60 18.500 70 21.500 81.500 22.300V48C81.500 66.500 69.500 79.500 50 87.500C30.500 79.500 18.500 66.500 18.500 48V22.300C30 21.500 40 18.500 50 13.500Z',
    cut: [33, 31, 34],
  },
};
