import { beforeEach, describe, expect, it, vi } from 'vitest';
import { discard, GAMES, raise, recorded } from '../../tests/sheet/hands';
import { useLanguage } from '../i18n/i18n.svelte';
import type { Award, TableEvent, Turn } from '../protocol/messages';
import type { TableState } from '../state/table';
import { update } from '../state/update';
import { room } from './room.svelte';
import { tell } from './tell';

const told = vi.hoisted(() => ({ polite: [] as string[], assertive: [] as string[], sounds: [] as string[] }));
vi.mock('./speak.svelte', () => ({
  speak: (text: string, how: 'polite' | 'assertive' = 'polite') => told[how].push(text),
}));
vi.mock('./sounds', () => ({ play: (sound: string) => told.sounds.push(sound) }));

beforeEach(() => {
  room.games = GAMES;
  for (const list of Object.values(told)) list.length = 0;
});

const events = (state: TableState, ...list: TableEvent[]) =>
  update(state, { type: 'events', table: state.table.table, seq: state.seq + 1, time: 0, events: list })!;
/** A burst, as it is read out. */
const polite = () => told.polite.join('. ');

/** Hold-Out's recorded hand up to an event, of which the rest are told at once. */
function from(kind: TableEvent['type']): TableState {
  const { snapshot, events: all } = recorded();
  const at = all.findIndex(({ type }) => type === kind);
  const before = all.slice(0, at).reduce((state, event) => events(state, event), {
    ...update(undefined, { type: 'table', seq: 0, time: 0, snapshot, so_far: [], names: [] })!,
  });
  return events(before, ...all.slice(at));
}

const bets = (change: object = {}): TableEvent => {
  const turn = raise().table.hand!.turn as Turn;
  return { type: 'turn', turn: { ...turn, legal: { ...turn.legal!, ...change } as Turn['legal'] } };
};

describe('what is read out at one’s turn', () => {
  it('is what may be done, and how long', () => {
    tell(events(raise(), bets()));
    expect(told.assertive).toEqual(['Your turn. Call 120, raise to 240 or more, or fold. 30 seconds']);
    expect(told.sounds).toEqual(['turn']);
  });

  it('names a free check, and what is left where nothing can be raised', () => {
    tell(events(raise(), bets({ check: true, call: null, raise: null })));
    expect(told.assertive).toEqual(['Your turn. Check or fold. 30 seconds']);
  });

  it('has no seconds where no clock runs', () => {
    const { turn } = bets() as Extract<TableEvent, { type: 'turn' }>;
    tell(events(raise(), { type: 'turn', turn: { ...turn, clock_ms: 0 } }));
    expect(told.assertive).toEqual(['Your turn. Call 120, raise to 240 or more, or fold']);
  });

  it('is in the reader’s language', async () => {
    await useLanguage('es');
    tell(events(raise(), bets()));
    await useLanguage('en');
    expect(told.assertive).toEqual(['Tu turno. Pagar 120, subir a 240 o más o retirarte. 30 segundos']);
  });
});

describe('what is read out of others, and of the table', () => {
  it('is a deal, a discard, a board', () => {
    tell(events(discard(), { type: 'dealt', seats: [0, 0], own: ['As', '3s'] }));
    tell(events(discard(), { type: 'discarded', seat: 1, count: 3, own: [], timeout: false }));
    tell(events(raise(), { type: 'board', cards: ['7d', '4c'] }));
    expect(told.polite).toEqual([
      'Your cards: ace of spades, three of spades',
      'Tomasz discards 3, keeps 2',
      'Turn: seven of diamonds, four of clubs. Pot 310',
    ]);
  });

  it('is a choice that was taken back, with the price now', () => {
    const ready: TableState = { ...raise(), pre: { kind: 'call', amount: 60 } };
    tell(events(ready, { type: 'raised', seat: 3, to: 180, by: 60, stack: 1640, bet: false }));
    expect(told.assertive).toEqual(['Call 60 cleared, the price is now 180']);
  });

  it('is not what the reader did, but what the clock did for the reader', () => {
    tell(events(raise(), { type: 'folded', seat: 0, timeout: false }));
    expect(told.polite).toEqual([]);
    tell(events(raise(), { type: 'folded', seat: 0, timeout: true }));
    tell(events(raise(), { type: 'checked', seat: 0, timeout: true }));
    expect(told.polite).toEqual(['You are out of time and fold', 'You are out of time and check']);
  });
});

describe('what is read out of the pots', () => {
  it('is each pot with its halves', () => {
    tell(from('awarded'));
    expect(polite()).toBe(
      'Main pot 415. High: Ren, queen-high flush, 208. Low: you, seven-four low, 207. ' +
        'Side pot 740. High: Mara, three kings, 370. Low: you, seven-four low, 370',
    );
    expect(told.sounds).toEqual(['chips', 'win', 'chips', 'win']);
  });

  const whole = (hand: Award['hand']): TableEvent => ({
    type: 'awarded',
    award: { pot: 0, share: 'whole', seat: 3, amount: 415, stack: 500, hand, note: null },
  });

  it('is that no low qualified, where one could have', () => {
    tell(events(discard(), whole({ name: 'three kings', cards: [] })));
    expect(polite()).toBe('Ren wins the pot, three kings 415. No qualifying low, high takes the whole pot');
  });

  it('is no more than who won, where nobody showed or there is no low', () => {
    tell(events(discard(), whole(null)));
    tell(events(raise(), whole({ name: 'three kings', cards: [] })));
    expect(told.polite).toEqual(['Ren wins the pot 415', 'Priya wins the pot, three kings 415']);
  });
});
