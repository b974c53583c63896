// What the practice coach says, in the reader's language. The server says it in English, by a fixed grammar, as it does
// a dealer's words; what doesn't follow it is left as it was said.

import { isCard, short } from '../cards/card';
import { figure, percent } from './i18n.svelte';
import { t } from './pages';

/** "As Td" is "A♠ 10♦", and "nothing" is said too; undefined where a word is no card. */
function cardsIn(said: string): string | undefined {
  if (said === 'nothing') return t('coach.nothing');
  const cards = said.split(' ');
  return cards.every(isCard) ? cards.map(short).join(' ') : undefined;
}

/** "Fold", "Call 20", "Raise to 120". */
function betName(said: string): string | undefined {
  const [, what, digits] = /^(fold|check|call|bet|raise to)(?: (\d+))?$/i.exec(said) ?? [];
  const amount = figure(Number(digits));
  switch (what?.toLowerCase()) {
    case 'fold':
      return t('action.fold');
    case 'check':
      return t('action.check');
    case 'call':
      return t('action.call', { amount });
    case 'bet':
      return t('action.bet', { amount });
    case 'raise to':
      return t('action.raise', { amount });
    default:
      return undefined;
  }
}

/** What was done: "Call 20", "Discarded 3, kept As Ad". */
export function choiceName(said: string): string {
  const [, what, n, kept] = /^(Stood pat|Drew|Discarded)(?: (\d+))?, kept (.+)$/.exec(said) ?? [];
  const cards = kept && cardsIn(kept);
  if (!cards) return betName(said) ?? said;
  if (what === 'Stood pat') return t('coach.pat', { cards });
  return t(what === 'Drew' ? 'coach.drew' : 'coach.discarded', { n: Number(n), cards });
}

/** What the advisor would have done: "Advisor: call 20", "Advisor: keep As Ad (54.1 %)". */
export function adviceName(said: string): string {
  if (said === 'Advisor: the same') return t('coach.same');
  const [, kept, share] = /^Advisor: keep (.+?)(?: \(([\d.]+) %\))?$/.exec(said) ?? [];
  const cards = kept && cardsIn(kept);
  if (cards && share === undefined) return t('coach.keep', { cards });
  if (cards) return t('coach.keep_share', { cards, share: percent(Number(share) / 100) });
  const bet = betName(said.replace(/^Advisor: /, ''));
  return bet ? t('coach.advice', { what: bet.toLowerCase() }) : said;
}

/** When it was: "Discard", "Draw 2", "After throw 1", "3 board cards". */
export function coachStreet(said: string): string {
  const [, before, n, after] = /^(Draw |After throw )?(\d+|One)( board cards?)?$/.exec(said) ?? [];
  if (said === 'Discard') return t('street.discard');
  if (said === 'Before any card is thrown or turned') return t('coach.start');
  if (before === 'Draw ') return t('coach.draw', { n: Number(n) });
  if (before === 'After throw ') return t('coach.after', { n: Number(n) });
  return after ? t('coach.board', { n: n === 'One' ? 1 : Number(n) }) : said;
}
