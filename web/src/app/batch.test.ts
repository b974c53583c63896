import { afterEach, describe, expect, it, vi } from 'vitest';
import { batched } from './batch';

afterEach(() => vi.unstubAllGlobals());

describe('messages', () => {
  it('of one frame are taken together, in order', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
    const taken: number[] = [];
    const put = batched<number>((one) => taken.push(one));
    [1, 2, 3].forEach(put);
    expect(taken).toEqual([]);
    expect(frames).toHaveLength(1);
    frames[0]!();
    expect(taken).toEqual([1, 2, 3]);
    put(4);
    frames[1]!();
    expect(taken).toEqual([1, 2, 3, 4]);
  });

  it('are taken where no frame is drawn, too', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    await new Promise<void>((taken) => batched<void>(taken)());
  });

  it('that fail leave the next ones alone', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => (later = draw));
    let later = () => {};
    const taken: number[] = [];
    const put = batched<number>((one) => {
      if (one === 1) throw new Error('no');
      taken.push(one);
    });
    [1, 2].forEach(put);
    later();
    expect(taken).toEqual([2]);
    expect(reported).toHaveBeenCalledOnce();
  });
});
