// A sheet to look at while drawing: one situation a page, chosen by the address. Not part of what is built.
import { mount } from 'svelte';
import '../../src/look/base.css';
import { room, tables } from '../../src/app/room.svelte';
import { set, showSettings } from '../../src/app/settings.svelte';
import { follow } from '../../src/app/router.svelte';
import Sheet from './Sheet.svelte';
import * as hands from './hands';

const params = new URLSearchParams(location.search);
set({
  theme: params.get('theme') === 'light' ? 'light' : 'dark',
  panel: (params.get('panel') ?? 'log') as 'log',
  sounds: false,
  motion: 'none',
});
showSettings();
room.account = {
  account: 1,
  name: 'You',
  guest: true,
  chips: 24310,
  limits: { minutes_a_day: null, chips_a_day: null, excluded_until: null, looser_from: null },
};
room.games = hands.GAMES;
room.link = { state: 'open' };
follow();
const name = params.get('hand') ?? 'discard';
const made = (hands as unknown as Record<string, () => ReturnType<typeof hands.discard>>)[name]?.();
if (made) {
  room.open = [1, 2];
  tables.set(1, hands.discard());
  tables.set(2, hands.raise());
  tables.set(made.table.table, made);
  location.hash = `#/table/${made.table.table}`;
}
mount(Sheet, { target: document.getElementById('app')!, props: { name } });
