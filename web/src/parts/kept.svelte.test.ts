import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import { lasting } from '../app/lasting.svelte';
import Kept from './Kept.svelte';

const children = createRawSnippet(() => ({ render: () => '<button>Fold</button>' }));

describe('something kept', () => {
  it('is not made before it is shown, nor made anew afterwards', () => {
    const props = $state({ shown: false, children });
    const page = document.createElement('div');
    const kept = mount(Kept, { target: page, props });
    const button = () => page.querySelector('button');
    flushSync();
    expect(button()).toBeNull();

    props.shown = true;
    flushSync();
    const first = button();
    expect(first).not.toBeNull();

    props.shown = false;
    flushSync();
    expect(button()).toBeNull();

    props.shown = true;
    flushSync();
    expect(button()).toBe(first);
    void unmount(kept);
    expect(page.childElementCount).toBe(0);
  });

  it('stays as it was while there is nothing new', () => {
    let now = $state<number | undefined>();
    const stop = $effect.root(() => {
      const last = lasting(() => now);
      expect(last.value).toBeUndefined();
      now = 3;
      expect(last.value).toBe(3);
      now = undefined;
      expect(last.value).toBe(3);
      now = 0;
      expect(last.value).toBe(0);
    });
    stop();
  });
});
