// A line of the log as a sentence, for the screen reader; the log itself sets names and amounts apart.

import { short } from '../cards/card';
import type { LogLine, Who } from '../state/table';
import { chips } from './chips';
import { handName, noteName } from './dealer';
import { t, type Key } from './i18n.svelte';

export interface Worded {
  /** Who, set apart; null where the line is about nobody. */
  name: string | null;
  you: boolean;
  text: string;
  /** The amount at the end of the line. */
  amount: string | null;
}

/** Somebody, in the reader's words. */
export const whoName = ({ name, you }: Who): string => (you ? t('you') : (name ?? t('somebody_gone')));

/** A line in parts, as the log draws it. */
export function worded(line: LogLine, bigBlind?: number): Worded {
  const by = (key: string, values: Record<string, string | number> = {}, amount: number | null = null): Worded => {
    const who = 'who' in line ? line.who : null;
    const you = who?.you ?? false;
    return {
      name: who ? whoName(who) : null,
      you,
      text: t((you ? `log.you.${key}` : `log.${key}`) as Key, values),
      amount: amount === null ? null : chips(amount, bigBlind),
    };
  };
  switch (line.kind) {
    case 'posted':
      return by('posts', { post: t(`post.${line.post}` as Key) }, line.amount);
    case 'folded':
    case 'checked':
      return by(line.timeout ? `${line.kind}_late` : line.kind);
    case 'called':
      return by(line.allIn ? 'called_all_in' : 'called', {}, line.amount);
    case 'raised':
      return by(line.allIn ? 'all_in' : line.bet ? 'bet' : 'raised', {}, line.to);
    case 'discarded':
      return line.count === 0 ? by('stands_pat') : by('discarded', { n: line.count, keeps: line.keeps });
    case 'drew':
      return line.count === 0 ? by('draws_none') : by('drew', { n: line.count, keeps: line.keeps });
    case 'returned':
      return by('returned', {}, line.amount);
    case 'shown':
      return by('shown', { cards: line.cards.map(short).join(' '), words: afterComma(line.words) });
    case 'mucked':
      return by('mucked');
    case 'awarded':
      return by(
        line.side === 'whole' ? 'wins' : `wins_${line.side}`,
        { pot: wonPot(line), words: afterComma(line.words) },
        line.amount,
      );
    case 'button':
      return by('button', {
        cards: line.cards.map(([whose, card]) => `${whoName(whose)} ${short(card)}`).join(', '),
      });
    case 'came':
    case 'went':
      return by(line.kind);
    case 'reshuffled':
      return { name: null, you: false, text: t('log.reshuffled', { n: line.cards }), amount: null };
    case 'note':
      return { name: null, you: false, text: noteName(line.text), amount: null };
    case 'void':
      return { name: null, you: false, text: t('banner.void'), amount: null };
    case 'burned':
      return { name: null, you: false, text: t('log.burned', { hand: line.hand }), amount: null };
    default:
      return { name: null, you: false, text: '', amount: null };
  }
}

/** A pot has a name only beside another: "wins the pot", and "wins high" of it. */
function wonPot({ pot, only, side }: Extract<LogLine, { kind: 'awarded' }>): string {
  const name = (only ? t('pot') : potName(pot)).toLowerCase();
  return side === 'whole' ? name : only ? '' : `, ${name}`;
}

const afterComma = (words: readonly string[]): string => words.map((one) => `, ${handName(one)}`).join('');

/** The whole line as one sentence. */
export function sentence(line: LogLine): string {
  const { name, text, amount } = worded(line);
  return [name, text.trim(), amount].filter(Boolean).join(' ');
}

/** "Main pot", "Side pot", "Side pot 2". */
export const potName = (pot: number): string =>
  pot === 0 ? t('pot.main') : pot === 1 ? t('pot.side') : t('pot.side_n', { n: pot });
