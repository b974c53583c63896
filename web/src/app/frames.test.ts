import { afterEach, describe, expect, it, vi } from 'vitest';
import { inFrame } from './frames';

afterEach(() => vi.unstubAllGlobals());

function frames(): (() => void)[] {
  const drawn: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => drawn.push(draw));
  return drawn;
}

describe('things to draw', () => {
  it('have a frame each, in order, and those they bring along come after', () => {
    const drawn = frames();
    const done: string[] = [];
    inFrame(() => {
      done.push('stage');
      inFrame(() => done.push('dock'));
    });
    inFrame(() => done.push('clock'));
    const seen = [];
    while (drawn.length > 0) {
      drawn.shift()!();
      seen.push(done.splice(0).join(' '));
    }
    expect(seen).toEqual(['stage', 'clock', 'dock']);
  });

  it('come together where the page is far behind', () => {
    const drawn = frames();
    let done = 0;
    for (let i = 0; i < 60; i++) inFrame(() => done++);
    drawn.shift()!();
    expect(done).toBe(3);
    let count = 1;
    for (; drawn.length > 0; count++) drawn.shift()!();
    expect(done).toBe(60);
    expect(count).toBeLessThan(60);
  });

  it('are done at once in the background, after what waited before', () => {
    const drawn = frames();
    const done: string[] = [];
    inFrame(() => done.push('stage'));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    inFrame(() => {
      done.push('clock');
      inFrame(() => done.push('dock'));
    });
    expect(done).toEqual(['stage', 'clock', 'dock']);
    hidden.mockRestore();
    drawn.splice(0).forEach((draw) => draw());
    expect(done).toEqual(['stage', 'clock', 'dock']);
  });

  it('that fail leave the next ones alone', () => {
    const drawn = frames();
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const done = vi.fn();
    inFrame(() => {
      throw new Error('no');
    });
    inFrame(done);
    while (drawn.length > 0) drawn.shift()!();
    expect(reported).toHaveBeenCalledOnce();
    expect(done).toHaveBeenCalledOnce();
  });
});
