import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Frames } from '../../tests/frames';
import { late } from './late.svelte';

afterEach(() => vi.unstubAllGlobals());

describe('what is drawn a frame later', () => {
  it('is as it was until its frame comes', () => {
    const frames = new Frames();
    let now = $state.raw({ street: 'flop' });
    const seen: string[] = [];
    const stop = $effect.root(() => {
      const dock = late(
        () => now,
        () => true,
        {},
      );
      $effect(() => void seen.push(dock.value?.street ?? ''));
    });
    flushSync();
    frames.next();
    flushSync();
    now = { street: 'turn' };
    flushSync();
    expect(seen).toEqual(['', 'flop']);
    frames.next();
    flushSync();
    expect(seen).toEqual(['', 'flop', 'turn']);
    stop();
    frames.all();
  });

  it('is not looked for once its table is gone', () => {
    const frames = new Frames();
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    let now = $state('flop');
    const stop = $effect.root(() => {
      const view = $derived({ street: now });
      late(
        () => view,
        () => true,
        {},
      );
    });
    flushSync();
    now = 'turn';
    flushSync();
    now = 'river';
    stop();
    frames.next();
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
    frames.all();
  });
});
