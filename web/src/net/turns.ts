// The windows of one browser take turns at something, one after another.

/** How long a window that said it goes first waits to see whether another said so at the same moment. */
const SETTLE_MS = 40;
/** How often a window that waits looks again. */
const LOOK_MS = 25;
/** A window that was closed in its turn takes its word back no more: so long after it, the turn is anybody's. */
const STALE_MS = 5000;

/**
 * Does something while no other window does it. A page over plain http may not lock; there the windows leave word in
 * what the browser keeps for them all. Where it keeps nothing, nobody waits.
 */
export async function inTurn<T>(name: string, job: () => Promise<T>, storage?: Storage): Promise<T> {
  if (!storage && navigator.locks) return navigator.locks.request(name, job);
  const word = new Word(name, storage);
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
    private readonly storage: Storage | undefined,
  ) {}

  async leave(): Promise<void> {
    try {
      while (this.read()?.by !== this.mine) {
        if (this.isAnothers()) await pause(LOOK_MS);
        else {
          this.kept.setItem(this.name, `${this.mine} ${Date.now()}`);
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

  /** To ask for it can be refused, too. */
  private get kept(): Storage {
    return this.storage ?? localStorage;
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

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
