// The reader's own part of the shuffle: a chain of hashes whose anchor is given when sitting down, and whose next
// link is given hand by hand. It is kept in this browser, so that a reload goes on with the same chain.

import { bytesToHex, hash, hexToBytes } from '../fair/crp1';

/** How many hands a chain lasts; a longer sitting makes a new one when it sits down again. */
export const LENGTH = 4096;
/** Every so many links one is remembered, so that the next is at most as many steps away. */
const STRIDE = 64;

interface Kept {
  secret: string;
  length: number;
}

const key = (account: number, table: number) => `cardroom.chain.${account}.${table}`;
const marks = new Map<string, Uint8Array[]>();

/** Makes a fresh chain for a table and gives its anchor. */
export function newAnchor(account: number, table: number, storage: Storage = localStorage): string {
  const secret = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  storage.setItem(key(account, table), JSON.stringify({ secret, length: LENGTH } satisfies Kept));
  return linkOf(secret, LENGTH, 0);
}

/** The link number `k` (the anchor is 0) of the chain kept for a table; undefined where there is none. */
export function link(account: number, table: number, k: number, storage: Storage = localStorage): string | undefined {
  const kept = storage.getItem(key(account, table));
  if (kept === null) return undefined;
  const { secret, length } = JSON.parse(kept) as Kept;
  return k < 0 || k > length ? undefined : linkOf(secret, length, k);
}

/** Link k lies `length − k` hashes after the secret. */
function linkOf(secret: string, length: number, k: number): string {
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
  let at = known[Math.floor(steps / STRIDE)]!;
  for (let i = 0; i < steps % STRIDE; i++) at = hash('chain', at);
  return bytesToHex(at);
}
