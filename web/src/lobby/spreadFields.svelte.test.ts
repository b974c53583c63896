import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { room } from '../app/room.svelte';
import type { GameInfo } from '../protocol/messages';
import SpreadFields from './SpreadFields.svelte';
import { SpreadWish } from './spreadWish.svelte';

vi.mock('../net/api', () => ({
  get: () =>
    Promise.resolve([
      { id: 'wac-230-15', wager_cents: 4_000, raises: 3, rounds: 5, players: 10, cite: 'WAC 230-15-135' },
      { id: 'wac-230-15-f', wager_cents: 30_000, raises: 3, rounds: 5, players: 10, cite: 'WAC 230-15-135' },
    ]),
}));

let target: HTMLElement;
let fields: Record<string, unknown>;
let wish: SpreadWish;

beforeEach(() => {
  room.games = [{ id: 'holdem', discards: 0, draws: 0, high: true, low: false } as GameInfo];
  wish = new SpreadWish({ game: 'holdem', limit: 'fixed', min_bet: 10 });
  target = document.body.appendChild(document.createElement('div'));
  fields = mount(SpreadFields, { target, props: { wish, more: true, refusesLimit: false } });
  flushSync();
});

afterEach(() => {
  void unmount(fields);
  target.remove();
});

const named = <T extends Element>(name: string) => target.querySelector<T>(`[aria-label="${name}"]`);
function type(name: string, text: string) {
  const box = named<HTMLInputElement>(name)!;
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
function tick(words: string) {
  const label = [...target.querySelectorAll('label')].find((one) => one.textContent!.trim() === words)!;
  const box = label.querySelector('input')!;
  box.checked = true;
  box.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}

it('every setting of the stakes is in the form', () => {
  type('small', '2');
  type('big', '20');
  type('Smallest bet', '10');
  type('Big bet', '30');
  type('Ante', '20');
  tick('Big blind pays it');
  type('Raises a round, 0 is no cap', '4');
  tick('No cap heads-up');
  tick('Straddle allowed');
  tick('GLD to the letter');
  expect(target.textContent).toContain('left of the last caller (§14)');
  expect(wish.request).toEqual({
    game: 'holdem',
    limit: 'fixed',
    min_bet: 10,
    max_bet: 30,
    small_blind: 2,
    big_blind: 20,
    ante: 20,
    big_blind_ante: true,
    straddle: true,
    raises: 4,
    cap_lifted_heads_up: true,
    gld: true,
  });
});

it('a profile says what it allows, and takes what a chip is worth', async () => {
  expect(named('A chip counts as')).toBeNull();
  const choice = named<HTMLSelectElement>('House profile')!;
  expect([...choice.options].map(({ value }) => value)).toEqual(['none', 'wac-230-15', 'wac-230-15-f']);
  choice.value = 'wac-230-15-f';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
  await vi.waitFor(() => expect(target.textContent).toContain('One wager at most $300; one bet and 3 raises a round'));
  expect(target.textContent).toContain('(WAC 230-15-135)');
  type('A chip counts as', '25');
  expect(wish.request).toMatchObject({ profile: 'wac-230-15-f', chip_cents: 25 });
});
