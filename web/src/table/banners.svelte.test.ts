import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { discard, raise } from '../../tests/sheet/hands';
import { room } from '../app/room.svelte';
import type { Problem } from '../protocol/messages';
import type { TableState } from '../state/table';
import Banners from './Banners.svelte';

afterEach(() => {
  room.refusals = {};
});

function refused(view: TableState): string {
  const detail = 'The least raise is to 240 (TDA).';
  room.refusals = { [view.table.table]: { code: 'illegal', title: '', detail, status: 409, type: '' } as Problem };
  const target = document.createElement('div');
  const banners = mount(Banners, { target, props: { view, low: false, between: false } });
  flushSync();
  const said = target.querySelector('.banner p')!.textContent!;
  void unmount(banners);
  return said;
}

it('a refusal in one’s turn says that the clock runs on, and only there', () => {
  expect(refused(raise())).toBe('Not done. The least raise is to 240 (TDA). Your clock still runs.');
  const { table } = raise();
  const without = { ...table, hand: { ...table.hand!, turn: { ...table.hand!.turn!, seat: 3, legal: null } } };
  expect(refused({ ...raise(), table: without })).toBe('Not done. The least raise is to 240 (TDA).');
  expect(refused({ ...discard(), table: { ...discard().table, paused: 'The host paused the table.' } })).not.toContain(
    'clock',
  );
});
