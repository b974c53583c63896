import { mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import SessionGraph from './SessionGraph.svelte';

const page = document.createElement('div');
let drawn: object | undefined;
afterEach(() => {
  if (drawn) void unmount(drawn);
});

/** The graph's line as points from left to right, the greater the higher, and what is written beside it. */
function draw(gains: number[]): { points: [number, number][]; zero: number; label: string; beside: string[] } {
  drawn = mount(SessionGraph, { target: page, props: { gains } });
  const path = page.querySelector('.line')!.getAttribute('d')!;
  return {
    points: [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), -Number(y)]),
    zero: -Number(/M0 ([\d.]+)/.exec(page.querySelector('.zero')!.getAttribute('d')!)![1]),
    label: page.querySelector('svg')!.getAttribute('aria-label')!,
    beside: [...page.querySelectorAll('span')].map((span) => span.textContent ?? ''),
  };
}

describe('the graph of a session', () => {
  it('goes from nothing by every hand to the total, in even steps', () => {
    const { points, zero, label, beside } = draw([100, -150, 30, 20]);
    expect(points.map(([x]) => x)).toEqual([0, 250, 500, 750, 1000]);
    const heights = points.map(([, y]) => y);
    // 0, 100, -50, -20, 0: as far apart as they are.
    expect(heights[0]).toBeCloseTo(zero, 0);
    expect(heights[4]).toBe(heights[0]);
    expect(Math.max(...heights)).toBe(heights[1]);
    expect(Math.min(...heights)).toBe(heights[2]);
    expect((heights[1]! - zero) / (zero - heights[2]!)).toBeCloseTo(2, 1);
    expect(label).toBe('Chips won over 4 hands: 0');
    expect(beside).toEqual(['+100', '−50']);
  });

  it('lies at nothing where nothing was won', () => {
    const { points, zero, beside } = draw([]);
    expect(points).toEqual([[0, zero]]);
    expect(beside).toEqual([]);
  });

  it('says how much only on the side where there was something', () => {
    expect(draw([5, 5]).beside).toEqual(['+10']);
  });
});
