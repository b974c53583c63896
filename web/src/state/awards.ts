// The awards of a hand, arranged for showing: who won what, with which five cards, from which pots.

import type { Award, Card, Half } from '../protocol/messages';

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
export function prizes(awards: readonly Award[]): Prize[] {
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
        low: null,
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
export function potRows(awards: readonly Award[]): PotRow[] {
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
export function boardMarks(awards: readonly Award[], board: readonly Card[]): Map<Card, Set<'high' | 'low'>> {
  const marks = new Map<Card, Set<'high' | 'low'>>();
  for (const award of awards) {
    for (const card of award.hand?.cards ?? []) {
      if (!board.includes(card)) continue;
      const halves = marks.get(card) ?? new Set();
      halves.add(award.share === 'low' ? 'low' : 'high');
      marks.set(card, halves);
    }
  }
  return marks;
}

/** The five cards of a hand, held ones first. */
export function heldAndBoard(hand: Half, board: readonly Card[]): { held: Card[]; board: Card[] } {
  return {
    held: hand.cards.filter((card) => !board.includes(card)),
    board: hand.cards.filter((card) => board.includes(card)),
  };
}

const sideOf = (award: Award): Side => (award.share === 'high' || award.share === 'low' ? award.share : 'whole');

function isScoop(a: Prize, b: Prize): boolean {
  const sides = [a.side, b.side];
  return sides.includes('high') && sides.includes('low') && a.pots.join() === b.pots.join();
}
