import { afterEach, describe, expect, it, vi } from 'vitest';
import { batched } from './batch';

afterEach(() => vi.unstubAllGlobals());

describe('messages', () => {
  it('of a table come in order, a frame each, and those of no table together', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
    const taken: string[] = [];
    const put = batched<string>(
      (one) => taken.push(one),
      (one) => (one === 'wallet' ? undefined : 7),
    );
    ['a', 'b', 'wallet', 'c', 'wallet'].forEach(put);
    expect(taken).toEqual([]);
    frames.shift()!();
    expect(taken).toEqual(['a']);
    frames.shift()!();
    expect(taken).toEqual(['a', 'wallet', 'wallet']);
    frames.shift()!();
    frames.shift()!();
    expect(taken).toEqual(['a', 'wallet', 'wallet', 'b', 'c']);
    expect(frames).toEqual([]);
    put('d');
    frames.shift()!();
    expect(taken.at(-1)).toBe('d');
  });

  it('of several tables take turns, and a table that is behind catches up', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
    const taken: string[] = [];
    const put = batched<string>(
      (one) => taken.push(one),
      (one) => Number(one[0]),
    );
    ['1a', '2a', '1b', ...[...'abcdefghijkl'].map((letter) => `3${letter}`)].forEach(put);
    const told = [];
    while (frames.length > 0) {
      frames.shift()!();
      told.push(taken.splice(0).join(' '));
    }
    expect(told).toEqual(['1a', '2a', [...'abcdefghijkl'].map((letter) => `3${letter}`).join(' '), '1b']);
  });

  it('are taken where no frame is drawn, too', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const taken: number[] = [];
    await new Promise<void>((done) => {
      const put = batched<number>(
        (one) => taken.push(one) === 2 && done(),
        (one) => one,
      );
      [1, 2].forEach(put);
    });
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
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => (later = draw));
    let later = () => {};
    const taken: number[] = [];
    const put = batched<number>(
      (one) => {
        if (one === 1) throw new Error('no');
        taken.push(one);
      },
      () => undefined,
    );
    [1, 2].forEach(put);
    later();
    expect(taken).toEqual([2]);
    expect(reported).toHaveBeenCalledOnce();
  });
});
