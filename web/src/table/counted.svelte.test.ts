import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { showdown } from '../../tests/sheet/hands';
import { set } from '../app/settings.svelte';
import { prizes } from '../state/awards';
import SeatPlate from './SeatPlate.svelte';

afterEach(() => {
  vi.useRealTimers();
  set({ motion: 'system' });
});

/** What the plate of the main pot's winner says of its stack, after so long. */
function said(...times: number[]): string[] {
  vi.useFakeTimers();
  const view = showdown();
  const prize = prizes(view.showdown.awards).find(({ seat }) => seat === 3)!;
  const target = document.createElement('div');
  const plate = mount(SeatPlate, {
    target,
    props: { view, seat: view.table.seats[3]!, portrait: false, tight: false, prize },
  });
  let now = 0;
  const words = times.map((at) => {
    vi.advanceTimersByTime(at - now);
    now = at;
    flushSync();
    return target.querySelector('.text b')!.textContent!;
  });
  void unmount(plate);
  return words;
}

it('a winner’s stack is counted up when the chips have come', () => {
  const [begin, pushed, half, end] = said(0, 440, 650, 900);
  expect([begin, pushed, end]).toEqual(['1', '1', '208']);
  expect(Number(half)).toBeGreaterThan(50);
  expect(Number(half)).toBeLessThan(160);
});

it('where nothing is to move it is what it is at once', () => {
  set({ motion: 'none' });
  expect(said(0)).toEqual(['208']);
});
