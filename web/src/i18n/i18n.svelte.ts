// The page's words. English is always there, what only a page or a dialog says comes with it (`pages.ts`); every other
// language is one file in messages/, loaded when chosen.

import en from './messages/en.json';
import { format, type Values } from './format';
import { sayings } from './said';
import type { Say } from './say';

export type Key = keyof typeof en;

type Words = Partial<Record<string, string>>;

const english: Words = { ...en };
const files = import.meta.glob<{ default: Words }>('./messages/*.json');

/** The languages there are, by their codes. */
export const LANGUAGES: readonly string[] = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort();

let messages = $state.raw(english);
let say = $state.raw<Say>();
let language = $state('en');
let plural = new Intl.PluralRules('en');
let number = new Intl.NumberFormat('en');
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
let tenths = new Intl.NumberFormat('en', ONE_DECIMAL);

export const currentLanguage = (): string => language;

/** A message in the reader's language. */
export function t(key: Key, values: Values = {}): string {
  return format(messages[key] ?? english[key] ?? key, values, plural, number);
}

/** Takes in English words that came later; other languages have theirs from the beginning. */
export const learn = (words: Words): void => void Object.assign(english, words);

/** A sentence of the server's in the reader's language; undefined where nobody has said how. */
export const saidHere = (english: string): string | undefined => (say ? say.say(english, figure) : undefined);

/** A number as the reader writes it. */
export function figure(value: number): string {
  void language;
  return number.format(value);
}

/** One of these: "Check, bet 60 or more, or fold". */
export const either = (words: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(words);

/** A large number in few characters: "19.8M". */
export function compact(value: number): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

/** A share of one as a percentage with one decimal, as the reader writes it, and without its sign. */
export function percent(share: number): string {
  void language;
  return tenths.format(100 * share);
}

/** A moment as the reader writes it: in the page's language, by the browser's country where the two agree. */
export function moment(
  at: number,
  how: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  const country = navigator.languages.find((wish) => wish.split('-')[0] === language);
  return new Intl.DateTimeFormat(country ?? language, how).format(at);
}

/** The language that a browser's wishes come to. */
export function wanted(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const code = wish.split('-')[0]!;
    if (LANGUAGES.includes(code)) return code;
  }
  return 'en';
}

export async function useLanguage(code: string): Promise<void> {
  const load = files[`./messages/${code}.json`];
  if (!load || code === language) return;
  const [{ default: loaded }, words] = await Promise.all([
    code === 'en' ? { default: english } : load(),
    sayings(code),
  ]);
  plural = new Intl.PluralRules(code);
  number = new Intl.NumberFormat(code, code === 'es' ? { useGrouping: 'always' } : {});
  tenths = new Intl.NumberFormat(code, ONE_DECIMAL);
  messages = loaded;
  say = words;
  language = code;
  document.documentElement.lang = code;
}

/** What a language calls itself. */
export const languageName = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name[0]!.toUpperCase() + name.slice(1);
};
