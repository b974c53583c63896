import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goes, potAfter, pushedAfter } from './motion';

afterEach(() => vi.unstubAllGlobals());

const wants = (reduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: reduced }));

describe('what moves', () => {
  it('eases in one way everywhere, which the tokens name', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(svelte|css|ts)$/.test(name),
    );
    const named = files.filter((name) => readFileSync(join('src', name), 'utf8').includes('cubic-' + 'bezier'));
    expect(named).toEqual([join('look', 'tokens.css')]);
  });

  it('is pushed pot by pot, of each the high before the low', () => {
    expect(pushedAfter({ pots: [0], side: 'high' })).toBe(0);
    expect(pushedAfter({ pots: [0, 1], side: 'low' })).toBe(450);
    expect(pushedAfter({ pots: [1], side: 'high' })).toBe(1200);
    expect(potAfter(1)).toBe(1200);
    // However many there are, the next hand isn't waited for.
    expect(potAfter(9)).toBe(potAfter(3));
  });

  it('goes its way by the style sheet, in the time that is given', () => {
    wants(false);
    const card = document.createElement('span');
    card.className = 'comes';
    expect(goes(card, { turn: 14, ms: 380, how: 'thrown' })).toEqual({ duration: 380 });
    expect(card.className).toBe('thrown');
    expect(card.style.getPropertyValue('--takes')).toBe('380ms');
    expect(goes(card, { ms: 0 })).toEqual({ duration: 0 });
  });
});
