// @vitest-environment node
// What the built page weighs, and what is kept of it. `npm run build` comes first, as in `make test-web`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const DIST = new URL('../../dist/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DIST));

/** A script and every script that it can't run without. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, needed] of read(`assets/${name}`)
    .toString()
    .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    closure(needed!, found);
  }
  return found;
}

const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(read(`assets/${name}`)).length, 0) / 1000;

describe('the built page', () => {
  const entry = () => /src="\/assets\/([^"]+\.js)"/.exec(read('index.html').toString())![1]!;
  const chunk = (name: string) =>
    readdirSync(new URL('assets/', DIST)).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))!;

  it('is there', () => expect(existsSync(new URL('index.html', DIST)), 'run npm run build first').toBe(true));

  it('needs less than 100 kB of gzipped JavaScript for the table', () => {
    const table = new Set([...closure(entry()), ...closure(chunk('Tables'))]);
    expect(table.size).toBeGreaterThan(3);
    expect(kilobytes(table)).toBeLessThan(100);
  });

  it('needs no more for the lobby, which is what comes first', () => {
    expect(kilobytes(new Set([...closure(entry()), ...closure(chunk('Lobby'))]))).toBeLessThan(100);
  });

  it('is kept under a name of its own, with all that it needs to open', () => {
    const worker = read('sw.js').toString();
    expect(worker).toMatch(/KEPT = 'cardroom-[0-9a-f]{16}'/);
    const [, list] = /FIRST = (\[.*\]);/.exec(worker)!;
    const first = JSON.parse(list!) as string[];
    expect(first).toEqual(expect.arrayContaining(['/', ...[...closure(entry())].map((name) => `/assets/${name}`)]));
    for (const path of first.slice(1)) expect(existsSync(new URL(`.${path}`, DIST)), path).toBe(true);
  });

  it('has nothing inline, so that the strictest policy holds', () => {
    const page = read('index.html').toString();
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style| on\w+=|style="/);
  });
});
