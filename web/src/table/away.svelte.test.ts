import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { room } from '../app/room.svelte';
import Dock from '../dock/Dock.svelte';
import type { TableState } from '../state/table';
import { Choice } from './choice.svelte';
import HeroPlate from './HeroPlate.svelte';

afterEach(() => {
  room.link = { state: 'connecting' };
});

const { table } = raise();
/** The others have folded, and nothing had to be shown. */
const over: TableState = {
  ...raise(),
  table: { ...table, hand: { ...table.hand!, turn: null, over: true } },
};

it('the time bank is asked for only where the room hears it', () => {
  const target = document.createElement('div');
  const plate = mount(HeroPlate, { target, props: { view: raise(), portrait: false } });
  const bank = () => {
    flushSync();
    return target.querySelector<HTMLButtonElement>('button.bank')!.disabled;
  };
  room.link = { state: 'open' };
  expect(bank()).toBe(false);
  room.link = { state: 'lost', tries: 1 };
  expect(bank()).toBe(true);
  void unmount(plate);
});

it.each([false, true])('cards are shown after a hand only where the room hears it: away is %s', (disabled) => {
  const target = document.createElement('div');
  const nothing = () => undefined;
  const props = { view: over, choice: new Choice(), portrait: false, disabled, onsit: nothing, ontopup: nothing };
  const dock = mount(Dock, { target, props });
  flushSync();
  const shows = [...target.querySelectorAll<HTMLButtonElement>('.reveal button')];
  expect(shows.map((button) => button.disabled)).toEqual([disabled, disabled, disabled]);
  void unmount(dock);
});
