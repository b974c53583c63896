// One thing a frame: each of the messages that change a table has a frame of its own, and where several tables have
// something to tell they take turns. So no frame is longer than one message makes it, however many tables are open.

/** How long messages wait where no frame is drawn: a page in the background still has to play. */
const LATEST_MS = 50;
/** From so many waiting on, a table is behind, and its messages are taken together. */
const BEHIND = 4;

/**
 * A function that hands everything on, one table's next message at a frame; a table's own stay in order. What is of no
 * table goes with whatever is taken next.
 */
export function batched<T>(take: (one: T) => void, tableOf: (one: T) => number | undefined): (one: T) => void {
  let loose: T[] = [];
  /** What waits for each table; whose turn is next comes first. */
  const tables = new Map<number, T[]>();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait() {
    frame = requestAnimationFrame(() => drain(false));
    timer = setTimeout(() => drain(true), LATEST_MS);
  }

  function next(): T[] {
    const [first] = tables;
    if (!first) return [];
    const [table, waiting] = first;
    tables.delete(table);
    if (waiting.length >= BEHIND) return waiting;
    if (waiting.length > 1) tables.set(table, waiting.slice(1));
    return waiting.slice(0, 1);
  }

  function drain(all: boolean) {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const now = [...loose, ...(all ? [...tables.values()].flat() : next())];
    loose = [];
    if (all) tables.clear();
    if (tables.size > 0) wait();
    for (const one of now) {
      try {
        take(one);
      } catch (error) {
        // The next message is none the worse for it.
        reportError(error);
      }
    }
  }

  return (one) => {
    const idle = loose.length === 0 && tables.size === 0;
    const table = tableOf(one);
    if (table === undefined) loose.push(one);
    else tables.set(table, [...(tables.get(table) ?? []), one]);
    if (idle) wait();
  };
}
