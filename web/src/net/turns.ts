// The windows of one browser take turns at something, one after another.

/** How long a window that said it goes first waits to see whether another said so at the same moment. */
const SETTLE_MS = 40;
/** How often a window that waits looks again. */
const LOOK_MS = 25;
/** A window that was closed in its turn takes its word back no more: so long after it, the turn is anybody's. */
const STALE_MS = 5000;

/** Where the windows of a browser leave word for each other. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Does something while no other window does it. A page over plain http may not lock; there the windows leave word in a
 * cookie. Where the browser keeps none, nobody waits.
 */
export async function inTurn<T>(name: string, job: () => Promise<T>, shelf?: Shelf): Promise<T> {
  if (!shelf && navigator.locks) return navigator.locks.request(name, job);
  const word = new Word(name, shelf ?? cookies);
  await word.leave();
  try {
    return await job();
  } finally {
    word.takeBack();
  }
}

/** Fischer's protocol: whose word still stands a moment after it was left goes first. */
class Word {
  private readonly mine = Math.random().toString(36).slice(2);

  constructor(
    private readonly name: string,
    private readonly kept: Shelf,
  ) {}

  async leave(): Promise<void> {
    try {
      while (this.read()?.by !== this.mine) {
        if (this.isAnothers()) await pause(LOOK_MS);
        else {
          this.kept.setItem(this.name, `${this.mine} ${Date.now()}`);
          if (!this.read()) return;
          await pause(SETTLE_MS);
        }
      }
    } catch {
      // A browser that keeps nothing has no word to wait for.
    }
  }

  takeBack(): void {
    try {
      if (this.read()?.by === this.mine) this.kept.removeItem(this.name);
    } catch {
      // Nothing was left.
    }
  }

  private read(): { by: string; at: number } | undefined {
    const [by, at] = (this.kept.getItem(this.name) ?? '').split(' ');
    return by && at ? { by, at: Number(at) } : undefined;
  }

  private isAnothers(): boolean {
    const word = this.read();
    return word !== undefined && word.by !== this.mine && Math.abs(Date.now() - word.at) < STALE_MS;
  }
}

/** Windows may be processes, and a busy browser tells one late what another put into its storage; but never of a cookie. */
const cookies: Shelf = {
  getItem: (name) => {
    const [, value] =
      document.cookie
        .split('; ')
        .map((one) => one.split('='))
        .find(([key]) => key === name) ?? [];
    return value ? decodeURIComponent(value) : null;
  },
  setItem: (name, value) => {
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${STALE_MS / 1000}; samesite=strict`;
  },
  removeItem: (name) => {
    document.cookie = `${name}=; path=/; max-age=0; samesite=strict`;
  },
};

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
