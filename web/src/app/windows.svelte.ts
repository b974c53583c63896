// The windows of one browser. A table at which somebody sits is played in one of them: the last that it was opened in,
// or asked for. The others say so, and neither sound nor play anything there.

import { SvelteMap } from 'svelte/reactivity';
import { patch, room } from './room.svelte';

interface Told {
  kind: 'plays' | 'goes';
  account: number;
  table: number;
  window: string;
}

const ME = Math.random().toString(36).slice(2);
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('cardroom.windows');

/** The tables that can be played here. */
const here = new Set<number>();
/** Those that another window plays, and which. */
const elsewhere = new SvelteMap<number, string>();

export const isElsewhere = (table: number): boolean => elsewhere.has(table);

/** Whether nothing can be done at a table now: there is no connection, or another window plays it. */
export const isAway = (table: number): boolean => room.link.state !== 'open' || isElsewhere(table);

/** A table is shown here, and somebody sits at it: it is played here, until the function that this returns is called. */
export function playHere(table: number): () => void {
  here.add(table);
  useHere(table);
  return () => {
    leave(table);
    here.delete(table);
    elsewhere.delete(table);
  };
}

/** Takes a table back from another window. */
export function useHere(table: number): void {
  elsewhere.delete(table);
  tell('plays', table);
}

function leave(table: number): void {
  if (!elsewhere.has(table)) tell('goes', table);
}

function tell(kind: Told['kind'], table: number): void {
  channel?.postMessage({ kind, account: room.account?.account ?? 0, table, window: ME } satisfies Told);
}

channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
  if (data.account !== room.account?.account || !here.has(data.table)) return;
  if (data.kind === 'plays') {
    elsewhere.set(data.table, data.window);
    patch(data.table, { pre: null });
  } else if (elsewhere.get(data.table) === data.window) elsewhere.delete(data.table);
});

if (channel) {
  addEventListener('pagehide', () => here.forEach(leave));
  addEventListener('pageshow', ({ persisted }) => persisted && here.forEach(useHere));
}
