import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Frames } from '../../tests/frames';

// Each test has a page of its own, with nothing left to be drawn of another's.
let batched: (typeof import('./batch'))['batched'];
beforeEach(async () => {
  vi.resetModules();
  ({ batched } = await import('./batch'));
  // A timer that outlives the tests finds no page any more.
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('messages', () => {
  it('of a table come in order, a frame each, and those of no table together', () => {
    const frames = new Frames();
    const taken: string[] = [];
    const put = batched<string>(
      (one) => taken.push(one),
      (one) => (one === 'wallet' ? undefined : 7),
    );
    ['a', 'b', 'wallet', 'c', 'wallet'].forEach(put);
    expect(taken).toEqual([]);
    frames.next();
    expect(taken).toEqual(['a']);
    frames.next();
    expect(taken).toEqual(['a', 'wallet', 'wallet']);
    frames.next();
    frames.next();
    expect(taken).toEqual(['a', 'wallet', 'wallet', 'b', 'c']);
    frames.all();
    put('d');
    frames.next();
    expect(taken.at(-1)).toBe('d');
    frames.all();
  });

  it('of several tables take turns, and a table that is behind catches up', () => {
    const frames = new Frames();
    const taken: string[] = [];
    const put = batched<string>(
      (one) => taken.push(one),
      (one) => Number(one[0]),
    );
    ['1a', '2a', '1b', ...[...'abcdefghijkl'].map((letter) => `3${letter}`)].forEach(put);
    const told = frames.all(() => taken.splice(0).join(' '));
    expect(told).toEqual(['1a', '2a', [...'abcdefghijkl'].map((letter) => `3${letter}`).join(' '), '1b']);
  });

  it('are taken where no frame is drawn, too', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const taken: number[] = [];
    const put = batched<number>(
      (one) => taken.push(one),
      (one) => one,
    );
    [1, 2].forEach(put);
    vi.runAllTimers();
    expect(taken).toEqual([1, 2]);
  });

  it('are taken as they come in the background, and in order', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    const taken: string[] = [];
    const put = batched<string>(
      (one) => taken.push(one),
      () => 7,
    );
    ['a', 'b', 'c'].forEach(put);
    hidden.mockReturnValue(true);
    put('d');
    // Another table's message brings what waited along.
    batched<string>(
      (one) => taken.push(one),
      () => 8,
    )('e');
    hidden.mockRestore();
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('that fail leave the next ones alone', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const frames = new Frames();
    const taken: number[] = [];
    const put = batched<number>(
      (one) => {
        if (one === 1) throw new Error('no');
        taken.push(one);
      },
      () => undefined,
    );
    [1, 2].forEach(put);
    frames.all();
    expect(taken).toEqual([2]);
    expect(reported).toHaveBeenCalledOnce();
  });
});
