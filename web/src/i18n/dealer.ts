// A dealer's words in the reader's language. The server says them in English, by a fixed grammar (one wording for each
// kind of hand); what doesn't follow it is left as it was said.

import type { Rank } from '../cards/card';
import type { Problem } from '../protocol/messages';
import { figure, saidHere, t, type Key } from './i18n.svelte';

const WORDS: Record<string, Rank> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: 'T',
  jack: 'J',
  queen: 'Q',
  king: 'K',
  ace: 'A',
};

const HANDS: [RegExp, Key][] = [
  [/^royal flush$/, 'made.royal_flush'],
  [/^straight flush, (\w+) high$/, 'made.straight_flush'],
  [/^four (\w+)$/, 'made.four'],
  [/^(\w+) full of (\w+)$/, 'made.full_house'],
  [/^(\w+)-high flush$/, 'made.flush'],
  [/^(\w+)-high straight$/, 'made.straight'],
  [/^three (\w+)$/, 'made.three'],
  [/^(\w+) and (\w+)$/, 'made.two_pair'],
  [/^pair of (\w+)$/, 'made.pair'],
  [/^(\w+)-high$/, 'made.high_card'],
  [/^wheel$/, 'made.wheel'],
  [/^(\w+)-(\w+) low$/, 'made.low'],
  [/^(\w+) or better$/, 'made.or_better'],
];

/** "sixes" is six, "aces" is ace. */
const rankOf = (word: string | undefined): Rank | undefined =>
  word === undefined ? undefined : (WORDS[word] ?? WORDS[word.replace(/(?<=x)es$|s$/, '')]);

/** "pair of kings", "eight-six low", "eight or better". */
export function handName(said: string): string {
  for (const [pattern, key] of HANDS) {
    const found = pattern.exec(said);
    if (!found) continue;
    const [first, second] = [rankOf(found[1]), rankOf(found[2])];
    if (found.slice(1).some((word) => rankOf(word) === undefined)) break;
    return t(key, {
      ...(first && { rank: t(`rank.${first}`), ranks: t(`ranks.${first}`) }),
      ...(second && { rank2: t(`rank.${second}`), ranks2: t(`ranks.${second}`) }),
    });
  }
  return said;
}

const LIMITS: Record<string, Key> = {
  limit: 'limit.said',
  'fixed limit': 'limit.said',
  'pot limit': 'limit.pot',
  'no limit': 'limit.no',
  'spread limit': 'limit.spread',
};

/** "Limit 10/20", "No limit 5/10". */
export function stakesName(said: string): string {
  const [, limit, amounts] = /^([a-z ]+?) (\d.*)$/i.exec(said) ?? [];
  const key = LIMITS[limit?.toLowerCase() ?? ''];
  return key ? `${t(key)} ${grouped(amounts!)}` : said;
}

/** "5/10", "100,000/200,000". */
export const grouped = (amounts: string): string => amounts.replace(/\d+/g, (digits) => figure(Number(digits)));

/** How the reason begins for which clocks stand still as well; for any other only no hand follows. */
const PAUSED = /^Table paused\. /;
export const standsStill = (reason: string | null): boolean => reason !== null && PAUSED.test(reason);

/** Why a table is paused: what is told first, and what is told of it. */
export const pauseName = (reason: string): [string, string?] =>
  standsStill(reason) ? [t('banner.paused'), noteName(reason)] : [noteName(reason)];

/**
 * "The odd chip of the pot goes to high (WSOP 73)": the rule is named as it was. What there are no other words for stays
 * in English.
 */
export function noteName(said: string): string {
  const note = said.replace(PAUSED, '');
  return saidHere(note) ?? note;
}

const YOURS: Record<string, string> = {
  sits: 'sit',
  is: 'are',
  has: 'have',
  "doesn't": "don't",
  'does not': "don't",
};

/** Who is meant is who asked: the room counts accounts, and a hand its players. */
const toReader = (detail: string): string =>
  detail
    .replace(/^(?:Account \d+|P\d+) is not to act(?:: it is p\d+'s turn)?/, 'It is not your turn')
    .replace(
      /^(?:Account \d+|P\d+) (sits|is|has|doesn't|does not|can't)\b/,
      (_, verb: string) => `You ${YOURS[verb] ?? verb}`,
    );

/** A refusal: why, or where there are no other words for that, what kind, and why in English. */
export function refusalName({ detail, title }: Pick<Problem, 'detail' | 'title'>): string {
  const kind = saidHere(title);
  return saidHere(detail) ?? (kind ? `${kind}: ${detail}` : toReader(detail));
}
