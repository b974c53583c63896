// What the server says in English, in the reader's language: refusals, notes and the rules they name. Every sentence has
// a line in said/; what has none is left in English. Citations are names, and stay as they are.

import type { Say, Sayings } from './say';

const files = import.meta.glob<{ default: Sayings }>(['./said/*.json', './said/rules/*.json']);

/** A language's sentences, ready to be looked up; undefined where it needs none. The rules' own are many, and apart. */
export async function sayings(code: string, rules = false): Promise<Say | undefined> {
  const load = files[`./said/${rules ? 'rules/' : ''}${code}.json`];
  if (!load) return undefined;
  const [{ Say }, { default: words }] = await Promise.all([import('./say'), load()]);
  return new Say(words);
}
