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
