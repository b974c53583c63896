// Something shown a frame later than what it depends on: a table that changes is drawn in parts, a frame each.

import { untrack } from 'svelte';
import { inFrame } from './frames';

/** What `now` gives, a frame of its own later while `waits` says so. */
export function late<T>(now: () => T, waits: () => boolean): { readonly value: T } {
  let held = $state.raw(untrack(now));
  let queued = false;
  let gone = false;
  $effect.pre(() => {
    const next = now();
    if (next === untrack(() => held) || queued) return;
    queued = true;
    inFrame(() => {
      queued = false;
      // Whoever left the table before its frame came has nothing to be drawn, and `now` may be of what is no more.
      if (!gone) held = untrack(now);
    });
  });
  $effect.pre(() => () => (gone = true));
  return {
    get value() {
      return waits() ? held : now();
    },
  };
}
