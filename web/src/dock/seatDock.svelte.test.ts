import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { room } from '../app/room.svelte';
import { here } from '../app/router.svelte';
import type { TableState } from '../state/table';
import SeatDock from './SeatDock.svelte';

const { table } = raise();
const away = { ...table.you, seat: null };
const seats = table.seats.map((place, i) => (i === 0 ? { ...place, player: null } : place));
const watching: TableState = { ...raise(), table: { ...table, seats, you: away } };

function drawn(view: TableState): { words: string; buttons: HTMLButtonElement[]; done: () => void } {
  const target = document.body.appendChild(document.createElement('div'));
  const props = { view, portrait: false, disabled: false, onsit: () => undefined, ontopup: () => undefined };
  const dock = mount(SeatDock, { target, props });
  flushSync();
  return {
    words: target.textContent!,
    buttons: [...target.querySelectorAll('button')],
    done: () => {
      void unmount(dock);
      target.remove();
    },
  };
}

it('a seat is offered to who may have one', () => {
  const { words, done } = drawn(watching);
  expect(words).toContain('Take a seat');
  done();
});

it.each<[string, Partial<TableState>]>([
  ['was sent away', { table: { ...watching.table, you: { ...away, sent_off: true } } }],
  ['sees no more of the table', { out: 'The host has sent you away from this table.' }],
  ['looks at a closed table', { closed: 'The table is closed.' }],
])('who %s is offered no seat, but the way to the lobby', (_, change) => {
  room.open = [table.table];
  location.hash = `#/table/${table.table}`;
  const { words, buttons, done } = drawn({ ...watching, ...change });
  expect(words).toContain('You have no seat at this table any more');
  expect(buttons.map((button) => button.textContent!.trim())).toEqual(['Lobby']);
  buttons[0]!.click();
  expect(room.open).toEqual([]);
  expect(here().page).toBe('lobby');
  done();
});
