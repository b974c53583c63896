import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import es from './said/es.json';

// Where the room says something in other words than before, its translation would be lost without a word.

/** What the room puts together from pieces that stand apart in its code. */
const COMPOSED = /^Play is |^\{count\} |^Account \{account\} is .* in line | must be a list of /;

/** What is written in code, as it is said: without the breaks of its lines, whatever letter it begins with. */
const plain = (text: string) =>
  text
    .replace(/\\\n\s*/g, '')
    .replaceAll('\\"', '"')
    .replaceAll('’', "'")
    .toLowerCase();

it('every sentence that has a translation is one that the room or the verifier says', () => {
  const crates = readdirSync('../crates', { recursive: true, encoding: 'utf8' });
  const files = [
    ...crates.filter((path) => /^[^/]+\/src\/.*\.rs$/.test(path)).map((path) => `../crates/${path}`),
    'src/fair/verify.ts',
    'src/fair/proof.ts',
  ];
  const code = files.map((path) => plain(readFileSync(path, 'utf8'))).join('\n');
  const isSaid = (english: string) =>
    english.split(/\{\w+\}/).every((part) => part.trim().length < 6 || code.includes(plain(part).trim()));
  expect(Object.keys(es).filter((english) => !COMPOSED.test(english) && !isSaid(english))).toEqual([]);
});
