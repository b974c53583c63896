// A card as the wire names it ("As", "Td"), and how it is said. No ranking, no rules.

export type Rank = '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';
export type Suit = 'c' | 'd' | 'h' | 's';
/** Two characters: rank and suit. */
export type CardCode = string;

export const RANKS: readonly Rank[] = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'];
export const SUITS: readonly Suit[] = ['s', 'h', 'd', 'c'];
export const SUIT_NAME = { s: 'spade', h: 'heart', d: 'diamond', c: 'club' } as const;
const SUIT_SIGN = { s: '♠', h: '♥', d: '♦', c: '♣' } as const;

export const rankOf = (card: CardCode): Rank => card[0] as Rank;
export const suitOf = (card: CardCode): Suit => card[1] as Suit;

/** "10♦": for the log, where a card stands in a line of text. */
export const short = (card: CardCode): string => (rankOf(card) === 'T' ? '10' : rankOf(card)) + SUIT_SIGN[suitOf(card)];

/** Whether a text is a card at all. */
export const isCard = (text: string): boolean => /^[2-9TJQKA][cdhs]$/.test(text);
