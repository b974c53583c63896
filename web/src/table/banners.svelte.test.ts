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

function shown(view: TableState): string[] {
  const target = document.createElement('div');
  const banners = mount(Banners, { target, props: { view, low: false, between: false } });
  flushSync();
  const said = [...target.querySelectorAll('.banner p')].map((banner) => banner.textContent!.trim());
  void unmount(banners);
  return said;
}

const SAVING = 'Table paused. The room is saving; clocks are stopped.';

function refused(view: TableState): string {
  const detail = 'The least raise is to 240 (TDA).';
  room.refusals = { [view.table.table]: { code: 'illegal', title: '', detail, status: 409, type: '' } as Problem };
  return shown(view).find((said) => said.startsWith('Not done.'))!;
}

it('a refusal in one’s turn says that the clock runs on, and only there', () => {
  expect(refused(raise())).toBe('Not done. The least raise is to 240 (TDA). Your clock still runs.');
  const { table } = raise();
  const without = { ...table, hand: { ...table.hand!, turn: { ...table.hand!.turn!, seat: 3, legal: null } } };
  expect(refused({ ...raise(), table: without })).toBe('Not done. The least raise is to 240 (TDA).');
  const paused = (reason: string) => ({ ...raise(), table: { ...raise().table, paused: reason } });
  expect(refused(paused(SAVING))).not.toContain('clock');
  // No hand follows, but this one is played.
  expect(refused(paused('The host paused the table.'))).toContain('Your clock still runs.');
});

it('why a table is paused is said once', () => {
  const said = (reason: string) => shown({ ...raise(), table: { ...raise().table, paused: reason } });
  room.refusals = {};
  expect(said(SAVING)).toEqual([SAVING]);
  expect(said('The table closes after this hand.')).toEqual(['The table closes after this hand.']);
});

it('who was sent away is told that it was, and not that the table is closed', () => {
  const { table } = raise();
  const you = { ...table.you, seat: null, sent_off: true };
  const away = 'The host has sent you away from this table.';
  const told = [`${away} Your chips are back in your wallet.`];
  expect(shown({ ...raise(), table: { ...table, you } })).toEqual(told);
  expect(shown({ ...raise(), table: { ...table, you }, out: away })).toEqual(told);
  // While the hand that it is still in is played, there is nothing to tell yet.
  expect(shown({ ...raise(), table: { ...table, you: { ...you, seat: 0 } } })).toEqual([]);
  // It happened while the connection was lost: the room's refusal is all there is.
  expect(shown({ ...raise(), table: { ...table, you: { ...you, sent_off: false } }, out: away })).toEqual([away]);
});
