// Cards in words, for labels and for what is read out.

import { t, type Key } from '../i18n/i18n.svelte';
import { rankOf, SUIT_NAME, suitOf, type CardCode } from './card';

/** "queen of hearts" */
export const spokenCard = (card: CardCode): string =>
  t('card.name', { rank: t(`rank.${rankOf(card)}` as Key), suit: t(`suit.${SUIT_NAME[suitOf(card)]}` as Key) });

export const spokenCards = (cards: readonly CardCode[]): string => cards.map(spokenCard).join(', ');
