import { afterEach, describe, expect, it } from 'vitest';
import { gameName, shortGame, tableName, variantName } from './games';
import { useLanguage } from './i18n.svelte';

afterEach(() => useLanguage('en'));

const hilo = { game: 'holdout-hilo', name: 'Five Card Hold-Out, high/low' };
const draw = { id: 'draw', name: 'Five Card Draw' };

describe('a game', () => {
  it('is called what the server calls it, in English', () => {
    expect([gameName(hilo), shortGame(hilo), variantName(hilo)]).toEqual([hilo.name, 'Hold-Out, high/low', 'High/low']);
    expect([gameName(draw), shortGame(draw), variantName(draw)]).toEqual([draw.name, draw.name, '']);
  });

  it('has a name in the reader’s language', async () => {
    await useLanguage('es');
    expect(gameName(hilo)).toBe('Hold-Out de cinco cartas, alta/baja');
    expect(gameName(draw)).toBe('Póquer cerrado de cinco cartas');
  });

  it('that the page does not know keeps its own', () => {
    const other = { game: 'badugi', name: 'Badugi' };
    expect([gameName(other), shortGame(other), variantName(other)]).toEqual(['Badugi', 'Badugi', 'Badugi']);
  });

  it('gives its name to a table that has none', async () => {
    await useLanguage('es');
    expect(tableName({ name: hilo.name, spread: hilo, number: null })).toBe('Hold-Out de cinco cartas, alta/baja');
    expect(tableName({ name: 'Ana’s', spread: hilo, number: null })).toBe('Ana’s');
  });

  it('has a tournament’s tables numbered in the reader’s language', async () => {
    await useLanguage('es');
    expect(tableName({ name: 'Late', spread: hilo, number: 2 })).toBe('Late, mesa 2');
    expect(tableName({ name: hilo.name, spread: hilo, number: 2 })).toBe(`${hilo.name}, mesa 2`);
    expect(tableName({ name: 'Late, table 2', spread: hilo, number: null })).toBe('Late, table 2');
  });
});
