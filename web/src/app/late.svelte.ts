// What is drawn of a table later than it changes, or no longer: a tile is drawn in parts, a frame each, and a form that isn't
// shown stays as it was.

import { untrack } from 'svelte';
import { Live, plain, type Nested } from '../state/live.svelte';
import { inFrame } from './frames';

/** What `now` gives, a frame of its own later while `waits` says so. */
export function late<T extends object>(
  now: () => T | undefined,
  waits: () => boolean,
  nested: Nested<T>,
): { readonly value: T | undefined } {
  const held = shown(nested);
  let queued = false;
  let gone = false;
  $effect.pre(() => {
    const next = waits() ? whole(now()) : undefined;
    if (next === held.last() || next === undefined || queued) return;
    queued = true;
    inFrame(() => {
      queued = false;
      // Whoever left the table before its frame came has nothing to be drawn, and `now` may be of what is no more.
      if (!gone) held.put(untrack(() => whole(now())));
    });
  });
  $effect.pre(() => () => (gone = true));
  return {
    get value() {
      return waits() ? held.view() : now();
    },
  };
}

/** What `now` gives, and while it gives nothing, what it gave last: nothing is done for it meanwhile. */
export function kept<T extends object>(now: () => T | undefined, nested: Nested<T>): { readonly value: T | undefined } {
  const held = shown(nested);
  $effect.pre(() => {
    const next = whole(now());
    untrack(() => held.put(next));
  });
  return {
    get value() {
      return held.view();
    },
  };
}

const whole = <T extends object>(view: T | undefined): T | undefined => view && plain(view);

/** Shows what is put into it, once there is something. */
function shown<T extends object>(nested: Nested<T>) {
  let live = $state.raw<Live<T>>();
  let last: T | undefined;
  return {
    view: (): T | undefined => live?.view,
    last: (): T | undefined => last,
    put(next: T | undefined) {
      if (next === undefined || next === last) return;
      last = next;
      if (live) live.put(next);
      else live = new Live(next, nested);
    },
  };
}
