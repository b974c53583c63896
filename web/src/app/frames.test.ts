import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Frames } from '../../tests/frames';
import { inFrame } from './frames';

let frames: Frames;
beforeEach(() => {
  frames = new Frames();
});
afterEach(() => {
  frames.all();
  vi.unstubAllGlobals();
});

describe('things to draw', () => {
  it('have a frame each, in order, and those they bring along come after', () => {
    const done: string[] = [];
    inFrame(() => {
      done.push('stage');
      inFrame(() => done.push('dock'));
    });
    inFrame(() => done.push('clock'));
    expect(done).toEqual([]);
    expect(frames.all(() => done.splice(0).join(' '))).toEqual(['stage', 'clock', 'dock']);
  });

  it('are done between two frames, and never while one is drawn', () => {
    const order: string[] = [];
    const draw = () => {
      order.push('drawn');
      if (order.length < 6) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    inFrame(() => order.push('stage'));
    inFrame(() => order.push('clock'));
    frames.all();
    expect(order.slice(0, 4)).toEqual(['stage', 'drawn', 'clock', 'drawn']);
  });

  it('wait a frame longer after one that took long to draw', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const order: string[] = [];
    const add = (what: string, ms: number) =>
      inFrame(() => {
        order.push(what);
        now++;
        requestAnimationFrame(() => (now += ms));
      });
    add('stage', 9);
    add('clock', 1);
    add('dock', 1);
    const seen = frames.all(() => order.splice(0).join() || 'nothing new');
    expect(seen.slice(0, 4)).toEqual(['stage', 'nothing new', 'clock', 'dock']);
    vi.restoreAllMocks();
  });

  it('take the next along where they are next to nothing', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const done: string[] = [];
    const add = (what: string, ms: number) =>
      inFrame(() => {
        done.push(what);
        now += ms;
      });
    add('clock', 0.1);
    add('words', 0.1);
    add('stage', 2);
    add('dock', 1);
    add('clock', 0.1);
    expect(frames.all(() => done.splice(0).join(' '))).toEqual(['clock words stage', 'dock', 'clock']);
    vi.restoreAllMocks();
  });

  it('come together where the page is far behind', () => {
    let done = 0;
    for (let i = 0; i < 60; i++) inFrame(() => done++);
    frames.next();
    expect(done).toBe(3);
    const count = frames.all(() => 'frame').length;
    expect(done).toBe(60);
    expect(count).toBeLessThan(59);
  });

  it('are done at once in the background, after what waited before', () => {
    const done: string[] = [];
    inFrame(() => done.push('stage'));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    inFrame(() => {
      done.push('clock');
      inFrame(() => done.push('dock'));
    });
    expect(done).toEqual(['stage', 'clock', 'dock']);
    hidden.mockRestore();
    frames.all();
    expect(done).toEqual(['stage', 'clock', 'dock']);
  });

  it('that fail leave the next ones alone', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const done = vi.fn();
    inFrame(() => {
      throw new Error('no');
    });
    inFrame(done);
    frames.all();
    expect(reported).toHaveBeenCalledOnce();
    expect(done).toHaveBeenCalledOnce();
  });
});
