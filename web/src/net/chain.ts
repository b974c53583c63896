// The reader's own part of the shuffle: a chain of hashes whose anchor is given when sitting down, and whose next
// link is given hand by hand. It is kept in this browser, so that a reload goes on with the same chain.

type Hash = typeof import('../fair/hash');

let coming: Promise<Hash> | undefined;

/**
 * The hashes come after the page: what is drawn needs none, and a chain is only wanted when somebody sits down. They are
 * kept, since a browser takes its time even over a file that it has, and asked for again where they didn't come.
 */
export const hashes = (): Promise<Hash> =>
  (coming ??= import('../fair/hash').catch((error: unknown) => {
    coming = undefined;
    throw error;
  }));

/** How many hands a chain lasts; a longer sitting makes a new one when it sits down again. */
export const LENGTH = 4096;
/** Every so many links one is remembered, so that the next is at most as many steps away. */
const STRIDE = 64;

interface Kept {
  secret: string;
  length: number;
  /** How many links have left the page. */
  given: number;
  /** The commitment that the last of them was given to. */
  to?: string;
}

const key = (account: number, table: number) => `cardroom.chain.${account}.${table}`;
const marks = new Map<string, Uint8Array[]>();
/** Of each chain the links from one that is remembered to the next, where the last was taken from. */
const stretches = new Map<string, { from: number; links: Uint8Array[] }>();

/** Makes a fresh chain for a table and gives its anchor. */
export async function newAnchor(account: number, table: number, storage: Storage = localStorage): Promise<string> {
  const by = await hashes();
  const secret = by.bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  keep(account, table, { secret, length: LENGTH, given: 0 }, storage);
  return linkOf(by, secret, LENGTH, 0);
}

/** What is kept for a table, to be put back where the room did not take a new anchor. */
export const keptChain = (account: number, table: number, storage: Storage = localStorage): string | null =>
  storage.getItem(key(account, table));

/** The room goes on with the chain it had: so does the page. */
export function putBack(account: number, table: number, kept: string | null, storage: Storage = localStorage): void {
  if (kept === null) chainLost(account, table, storage);
  else storage.setItem(key(account, table), kept);
}

/** Whether a chain for this table is kept here, and has links left. */
export function hasChain(account: number, table: number, storage: Storage = localStorage): boolean {
  const kept = read(account, table, storage);
  return kept !== undefined && kept.given < kept.length;
}

/**
 * The link to give to a commitment; undefined where no chain is kept, or it is used up. It counts as given before it leaves
 * the page, whatever the room says of it then: who has seen a link could make decks to fit it, so it is never given to
 * another commitment. To the same one it may be given again.
 */
export async function linkFor(
  account: number,
  table: number,
  commitment: string,
  storage: Storage = localStorage,
): Promise<string | undefined> {
  // Before anything is read: what is kept is read, counted and kept again at once.
  const by = await hashes();
  const kept = read(account, table, storage);
  if (!kept) return undefined;
  if (kept.to !== commitment) {
    if (kept.given >= kept.length) return undefined;
    kept.given++;
    kept.to = commitment;
    keep(account, table, kept, storage);
  }
  return linkOf(by, kept.secret, kept.length, kept.given);
}

/** The room has let the chain go, after a link that was missing: the next anchor is a new one's. */
export const chainLost = (account: number, table: number, storage: Storage = localStorage): void =>
  storage.removeItem(key(account, table));

function read(account: number, table: number, storage: Storage): Kept | undefined {
  const text = storage.getItem(key(account, table));
  return text === null ? undefined : (JSON.parse(text) as Kept);
}

function keep(account: number, table: number, kept: Kept, storage: Storage): void {
  storage.setItem(key(account, table), JSON.stringify(kept));
}

/** Link k lies `length − k` hashes after the secret. */
function linkOf({ bytesToHex, hash, hexToBytes }: Hash, secret: string, length: number, k: number): string {
  let known = marks.get(secret);
  if (!known) {
    known = [];
    let at: Uint8Array = hexToBytes(secret);
    for (let i = 0; i <= length; i++) {
      if (i % STRIDE === 0) known.push(at);
      at = hash('chain', at);
    }
    marks.set(secret, known);
  }
  const steps = length - k;
  const from = Math.floor(steps / STRIDE);
  let stretch = stretches.get(secret);
  // Worked out once for so many hands: sixty hashes with every hand, on six tables, are felt.
  if (stretch?.from !== from) {
    const links = [known[from]!];
    while (links.length < STRIDE) links.push(hash('chain', links.at(-1)!));
    stretches.set(secret, (stretch = { from, links }));
  }
  return bytesToHex(stretch.links[steps % STRIDE]!);
}
