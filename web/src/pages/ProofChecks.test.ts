import { mount, unmount, flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProofFile } from '../fair/proof';
import type { Check } from '../fair/verify';
import ProofChecks from './ProofChecks.svelte';

const file = { proof: { outcome: { burned: {} } }, record: '' } as unknown as ProofFile;

afterEach(() => vi.unstubAllGlobals());

describe('the checks of a proof', () => {
  it('wait, run, and hold or fail, one after another', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
    /** The page is drawn, and goes on to the next check. */
    const drawn = async () => {
      frames.shift()!(0);
      await Promise.resolve();
      await Promise.resolve();
      flushSync();
    };
    const page = document.createElement('div');
    const verify = function* (): Generator<Check> {
      yield { name: 'signature', ok: true, detail: {} };
      yield { name: 'commitment', ok: false, detail: { what: 'not the next hand of that table' } };
    };
    const checks = mount(ProofChecks, { target: page, props: { file, verify, known: {} } });
    flushSync();
    const stands = () => [...page.querySelectorAll('li .spoken')].slice(0, 3).map((word) => word.textContent);
    expect(stands()).toEqual(['running', 'waiting', 'waiting']);
    await drawn();
    expect(stands()).toEqual(['holds', 'running', 'waiting']);
    expect(page.querySelector('[aria-current=step]')?.textContent).toContain('Commitment');
    await drawn();
    expect(stands()).toEqual(['holds', 'fails', 'running']);
    expect(page.querySelector('.verdict b')?.textContent?.trim()).toBe(
      'Check 2 of 8 failed: not the next hand of that table.',
    );
    void unmount(checks);
  });
});
