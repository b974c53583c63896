// The awards of a hand, arranged for showing: who won what, with which five cards, from which pots.

import type { Card, GameInfo, Half } from '../protocol/messages';
import type { Won } from './table';

export type Side = 'high' | 'low' | 'both' | 'whole';

/** What one player won with one hand, over all pots. */
export interface Prize {
  seat: number;
  side: Side;
  pots: number[];
  amounts: number[];
  total: number;
  /** The hand that won; null where nothing was shown. */
  hand: Half | null;
  /** For a scoop, the low hand besides. */
  low: Half | null;
  /** Its place in the telling: main pot first, high before low. */
  order: number;
}

export interface PotRow {
  pot: number;
  total: number;
  parts: { side: Side; seat: number; amount: number }[];
}

/** Every prize, in the order in which it is told. */
export function prizes(awards: readonly Won[]): Prize[] {
  const found: Prize[] = [];
  awards.forEach((award, order) => {
    const side = sideOf(award);
    const same = found.find((prize) => prize.seat === award.seat && prize.side === side);
    if (same) {
      same.pots.push(award.pot);
      same.amounts.push(award.amount);
      same.total += award.amount;
    } else {
      found.push({
        seat: award.seat,
        side,
        pots: [award.pot],
        amounts: [award.amount],
        total: award.amount,
        hand: award.hand,
        low: award.low ?? null,
        order,
      });
    }
  });
  return found.reduce<Prize[]>((joined, prize) => {
    const other = joined.find((before) => before.seat === prize.seat && isScoop(before, prize));
    if (!other) return [...joined, prize];
    const [high, low] = other.side === 'high' ? [other, prize] : [prize, other];
    const both: Prize = {
      ...high,
      side: 'both',
      amounts: [...high.amounts, ...low.amounts],
      total: high.total + low.total,
      low: low.hand,
      order: Math.min(high.order, low.order),
    };
    return joined.map((before) => (before === other ? both : before));
  }, []);
}

/** Each pot with who got what of it. */
export function potRows(awards: readonly Won[]): PotRow[] {
  const rows = new Map<number, PotRow>();
  for (const award of awards) {
    const row = rows.get(award.pot) ?? { pot: award.pot, total: 0, parts: [] };
    row.total += award.amount;
    row.parts.push({ side: sideOf(award), seat: award.seat, amount: award.amount });
    rows.set(award.pot, row);
  }
  return [...rows.values()].sort((a, b) => a.pot - b.pot);
}

/** The halves that each board card plays in. */
export function boardMarks(awards: readonly Won[], board: readonly Card[]): Map<Card, Set<'high' | 'low'>> {
  const marks = new Map<Card, Set<'high' | 'low'>>();
  for (const award of awards) {
    const mark = (half: Half | null | undefined, name: 'high' | 'low') => {
      for (const card of half?.cards ?? []) {
        if (board.includes(card)) marks.set(card, (marks.get(card) ?? new Set()).add(name));
      }
    };
    mark(award.hand, award.share === 'low' ? 'low' : 'high');
    mark(award.low, 'low');
  }
  return marks;
}

/** A scoop's low, where it isn't made of the same five cards as its high. */
export const lowBesides = ({ hand, low }: Prize): Half | null =>
  low && !low.cards.every((card) => hand?.cards.includes(card)) ? low : null;

/** The five cards of a hand, held ones first. */
export function heldAndBoard(hand: Half, board: readonly Card[]): { held: Card[]; board: Card[] } {
  return {
    held: hand.cards.filter((card) => !board.includes(card)),
    board: hand.cards.filter((card) => board.includes(card)),
  };
}

export const sideOf = (award: Won): Side =>
  award.low ? 'both' : award.share === 'high' || award.share === 'low' ? award.share : 'whole';

/** What it was won with, in a dealer's words. */
export const wordsOf = (award: Won): string[] => [award.hand, award.low].flatMap((half) => (half ? [half.name] : []));

/** Whether anybody won with a low. */
export const anyLow = (awards: readonly Won[]): boolean => awards.some((award) => award.share === 'low' || award.low);

/** Whether half of the pot was for a low, hands were shown, and none of them had one. */
export const lacksLow = (game: GameInfo | undefined, awards: readonly Won[]): boolean =>
  !!game?.low && game.high && awards.some((award) => award.hand) && !anyLow(awards);

function isScoop(a: Prize, b: Prize): boolean {
  const sides = [a.side, b.side];
  return sides.includes('high') && sides.includes('low') && a.pots.join() === b.pots.join();
}
