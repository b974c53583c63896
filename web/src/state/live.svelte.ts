// An object whose fields are watched one by one: whoever draws one of them is drawn anew when that one changes, and not
// with every other. A table's state is replaced whole with every message; this is what its message wakes.

/** Which fields are watched field by field in their turn. */
export type Nested<T> = { readonly [K in keyof T]?: Nested<NonNullable<T[K]>> };

/** Tells who has read a field that it is another now. Until somebody has, there is nobody to be told. */
class Cell {
  private value = $state.raw<unknown>();
  private watched = false;

  constructor(first: unknown) {
    this.value = first;
  }

  read(): void {
    this.watched = true;
    void this.value;
  }

  change(to: unknown): void {
    if (this.watched) this.value = to;
  }
}

/** Under this name a watched object gives the plain one that it shows, and whoever reads it is told of every change. */
const WHOLE = Symbol('whole');

export class Live<T extends object> {
  /** Looks like what was put last, and stays the same object. */
  readonly view: T;
  private last: T;
  private readonly whole: Cell;
  private readonly cells = {} as Record<keyof T, Cell>;
  private readonly within: Partial<Record<keyof T, Live<object>>> = {};

  constructor(
    first: T,
    private readonly nested: Nested<T> = {},
  ) {
    this.last = first;
    this.whole = new Cell(first);
    this.view = Object.defineProperty({}, WHOLE, { get: () => (this.whole.read(), this.last) }) as T;
    for (const field in first) {
      const cell = (this.cells[field] = new Cell(this.shown(field)));
      Object.defineProperty(this.view, field, { get: () => (cell.read(), this.shown(field)), enumerable: true });
    }
  }

  /** Shows another object in place of the last; what is the same in both wakes nobody. */
  put(next: T): void {
    const { last } = this;
    if (next === last) return;
    this.last = next;
    this.whole.change(next);
    for (const field in this.cells) {
      if (next[field] !== last[field]) this.cells[field].change(this.shown(field));
    }
  }

  private shown(field: keyof T): unknown {
    const value = this.last[field];
    const nested: Nested<object> | undefined = this.nested[field];
    if (!nested || typeof value !== 'object' || value === null) return value;
    const inner = (this.within[field] ??= new Live<object>(value, nested));
    inner.put(value);
    return inner.view;
  }
}

/** The plain object that a watched one shows now; any other is what it is. */
export const plain = <T extends object>(view: T): T => (view as { [WHOLE]?: T })[WHOLE] ?? view;
