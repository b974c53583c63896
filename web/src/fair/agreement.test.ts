import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NotAProof, parseProof, type ProofFile } from './proof';
import { verify } from './verify';

// The page's verifier and the Python one, which share no code, say the same of proofs that somebody has changed. That the
// Python one says what the server's crate says is tested there.

/** With `SOAK=n` so many times as many. */
const TIMES = Number(process.env.SOAK ?? 1);
const vectors = JSON.parse(readFileSync('../crates/fair/vectors/crp-1.json', 'utf8'));

/** `ok`, the names of the failed checks, or that it is no proof. */
function pageSays(text: string): string {
  try {
    const failed = [...verify(parseProof(text))].filter((check) => !check.ok).map((check) => check.name);
    return failed.join(' ') || 'ok';
  } catch (error) {
    if (error instanceof NotAProof) return 'no proof';
    throw error;
  }
}

function pythonSays(texts: string[]): string[] | undefined {
  const input = texts.map((text) => `${text}\n`).join('');
  const run = spawnSync('python3', ['-B', '../tools/verify.py', '--batch'], { input, maxBuffer: 1 << 26 });
  if (run.error) return undefined;
  expect(run.stderr.toString()).toBe('');
  const lines = run.stdout.toString().trimEnd().split('\n');
  return lines.map((line) => (/^(malformed|not-a-proof)$/.test(line) ? 'no proof' : line));
}

/** Numbers below a limit, the same in every run. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** What stands in a proof's place, or in a part's. */
const OTHERS = [
  ...[
    'null',
    'true',
    '0',
    '1',
    '255',
    '256',
    '-0',
    '-1',
    '1.0',
    '1e0',
    '0.5',
    '1e400',
    '9007199254740993',
    '00',
    'NaN',
  ],
  ...['""', '" "', '"0"', '"1"', '"01"', '"18446744073709551616"', '"\\ud800"', '"\\u0000"', '"CRP-1"', '[]', '{}'],
  ...['{"dealt":{}}', '{"constructor":{}}', '{"__proto__":{}}', '[[]]', `"${'0'.repeat(64)}"`, `"${'F'.repeat(64)}"`],
];

/** One change to a text of JSON, made without looking at what it means. */
function changed(text: string, below: (limit: number) => number): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^"\s,:[\]{}]+|[,:[\]{}]/g)!;
  const at = below(tokens.length);
  const token = tokens[at]!;
  const put = (...instead: string[]) => [...tokens.slice(0, at), ...instead, ...tokens.slice(at + 1)].join('');
  switch (below(6)) {
    case 0:
      return put();
    case 1:
      return put(token, token);
    case 2:
      return put(tokens[below(tokens.length)]!);
    case 3:
      return put(OTHERS[below(OTHERS.length)]!);
    case 4: {
      const letter = 1 + below(Math.max(1, token.length - 2));
      return put(token.slice(0, letter) + '0aA1 g'[below(6)]! + token.slice(letter + 1));
    }
    default:
      // A field, or an item, twice.
      return tokens[at + 1] === ':'
        ? put(token, ':', OTHERS[below(OTHERS.length)]!, ',', token)
        : put(token, ',', token);
  }
}

it('says of every proof that somebody has changed what the Python verifier says', { timeout: 120_000 * TIMES }, () => {
  const below = chance(1);
  const files = [...vectors.proof, ...vectors.judged.map(({ file }: { file: ProofFile }) => file)];
  const whole = files.map((file) => JSON.stringify(file));
  const texts = Array.from({ length: 1000 * TIMES }, () => changed(whole[below(whole.length)]!, below));
  const python = pythonSays([...whole, ...texts]);
  if (!python) return console.warn('NOT COMPARED with tools/verify.py: python3 can’t be run');
  const differ = [...whole, ...texts].filter((text, n) => pageSays(text) !== python[n]);
  expect(differ).toEqual([]);
  expect(new Set(python).size).toBeGreaterThan(10);
});
