import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { tables } from '../app/room.svelte';
import type { TableState } from '../state/table';
import PreDock from './PreDock.svelte';

const { table } = raise();
const others = { ...table, hand: { ...table.hand!, turn: { ...table.hand!.turn!, seat: 5, legal: null } } };
const view: TableState = {
  ...raise(),
  table: others,
  cleared: { was: { kind: 'call', amount: 120 }, now: 300 },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  tables.clear();
});

it('a choice that was taken back is told with its new price for two seconds, and then offered anew', () => {
  tables.set(table.table, view);
  const target = document.createElement('div');
  const dock = mount(PreDock, {
    target,
    props: {
      get view() {
        return tables.get(table.table)!;
      },
      portrait: false,
      disabled: false,
    },
  });
  flushSync();
  const box = () => target.querySelectorAll('button')[1]!;
  expect(box().textContent).toContain('Call 120 cleared, now 300');
  expect(box().classList.contains('cleared')).toBe(true);
  vi.advanceTimersByTime(1999);
  flushSync();
  expect(box().classList.contains('cleared')).toBe(true);
  vi.advanceTimersByTime(1);
  flushSync();
  expect(box().textContent).toContain('Call 120');
  expect(box().textContent).not.toContain('cleared');
  expect(box().classList.contains('cleared')).toBe(false);
  void unmount(dock);
});
