import { describe, expect, it } from 'vitest';
import first from './messages/en.json';
import pages from './messages/pages/en.json';
import es from './messages/es.json';
import { format } from './format';

const plural = new Intl.PluralRules('en');
const number = new Intl.NumberFormat('en');
const put = (message: string, values: Record<string, string | number>) => format(message, values, plural, number);

describe('a message', () => {
  it('takes its values', () => {
    expect(put('{name} bets {amount}', { name: 'Mara', amount: 1540 })).toBe('Mara bets 1,540');
    expect(put('nothing to fill', {})).toBe('nothing to fill');
    expect(put('{missing} stays', {})).toBe('{missing} stays');
  });

  it('agrees with its number', () => {
    const message = '{n, plural, =0 {none} one {one card} other {# cards}} left';
    expect(put(message, { n: 0 })).toBe('none left');
    expect(put(message, { n: 1 })).toBe('one card left');
    expect(put(message, { n: 1200 })).toBe('1,200 cards left');
  });
});

describe('every language', () => {
  const values = (message: string) =>
    new Set([...message.matchAll(/\{(\w+)(?:\}|, plural)/g)].map((match) => match[1]));

  it('has the same messages with the same values', () => {
    const en = { ...first, ...pages };
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(en)).toHaveLength(Object.keys(first).length + Object.keys(pages).length);
    for (const [key, message] of Object.entries(en)) {
      expect(values((es as Record<string, string>)[key] ?? ''), key).toEqual(values(message));
    }
  });
});
