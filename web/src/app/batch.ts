// Messages, each in a frame of its own; where several tables have something to tell they take turns.

import { inFrame } from './frames';

/** From so many waiting on, a table is behind, and its messages are taken together. */
const BEHIND = 12;

/**
 * A function that hands everything on, one table's next message at a frame; a table's own stay in order. What is of no
 * table comes together, in a frame of its own.
 */
export function batched<T>(take: (one: T) => void, tableOf: (one: T) => number | undefined): (one: T) => void {
  const tables = new Map<number | undefined, T[]>();

  function next(table: number | undefined): void {
    const waiting = tables.get(table)!;
    const count = table === undefined || waiting.length >= BEHIND ? waiting.length : 1;
    for (const one of waiting.splice(0, count)) {
      try {
        take(one);
      } catch (error) {
        // The next message is none the worse for it.
        reportError(error);
      }
    }
    if (waiting.length > 0) inFrame(() => next(table));
    else tables.delete(table);
  }

  return (one) => {
    const table = tableOf(one);
    const waiting = tables.get(table);
    if (waiting) waiting.push(one);
    else {
      tables.set(table, [one]);
      inFrame(() => next(table));
    }
  };
}
