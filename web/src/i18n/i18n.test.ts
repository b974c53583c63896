import { afterAll, describe, expect, it } from 'vitest';
import { figure, percent, useLanguage } from './i18n.svelte';

afterAll(() => useLanguage('en'));

describe('numbers', () => {
  it('are written as the reader writes them', async () => {
    expect([figure(12_345), percent(0.4312), percent(0.5)]).toEqual(['12,345', '43.1', '50.0']);
    await useLanguage('es');
    expect([figure(12_345), percent(0.4312), percent(0.5)]).toEqual(['12.345', '43,1', '50,0']);
  });
});

describe('a file of messages', () => {
  const files = import.meta.glob<string>('./{messages,said}/**/*.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it.each(Object.entries(files))('says nothing twice: %s', (_, text) => {
    const keys = [...text.matchAll(/^ {2}"((?:[^"\\]|\\.)*)":/gm)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  });
});
