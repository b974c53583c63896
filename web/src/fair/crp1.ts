// The dealing scheme CRP-1: its hash, its shuffle, its chains. Written from the scheme, sharing no code with the
// server, so that the page checks the room instead of repeating it.

import { chacha20 } from '@noble/ciphers/chacha.js';
import { bytesToHex, concatBytes, hash, hexToBytes, u8, utf8ToBytes } from './hash';

export { bytesToHex, concatBytes, hash, hexToBytes, u8, utf8ToBytes };

export const DECKS = 16;
export const RESHUFFLES = 4;
export const ZERO = '00'.repeat(32);

/** The link that lies `steps` before this one in its chain. */
export function chain(link: Uint8Array, steps: number): Uint8Array {
  let at = link;
  for (let i = 0; i < steps; i++) at = hash('chain', at);
  return at;
}

/** The numbers 0 to 51 in the order that a 32-byte key gives them: Fisher and Yates, without bias. */
export function shuffle(key: Uint8Array): number[] {
  const order = Array.from({ length: 52 }, (_, i) => i);
  const nextByte = keystream(key);
  for (let i = 51; i > 0; i--) {
    const places = i + 1;
    let byte = nextByte();
    while (byte >= 256 - (256 % places)) byte = nextByte();
    const pick = byte % places;
    [order[i], order[pick]] = [order[pick]!, order[i]!];
  }
  return order;
}

/** The bytes of ChaCha20 (RFC 8439) under a zero nonce, from block 0 on. */
function keystream(key: Uint8Array): () => number {
  const nonce = new Uint8Array(12);
  let block = new Uint8Array(0);
  let counter = 0;
  let at = 0;
  return () => {
    if (at === block.length) {
      block = chacha20(key, nonce, new Uint8Array(256), undefined, counter) as Uint8Array<ArrayBuffer>;
      counter += 4;
      at = 0;
    }
    return block[at++]!;
  };
}

/** The hash that seals one card; order 0 is the deal, 1 to 4 are the reshuffles. */
export function leafHash(hid: Uint8Array, deck: number, order: number, leaf: number, card: number, salt: Uint8Array) {
  if (order === 0) return hash('leaf', hid, u8(deck), u8(leaf), u8(card), salt);
  return hash('leaf-r', hid, u8(deck), u8(order), u8(leaf), u8(card), salt);
}

/** The root of a deck made anew from its seed. */
export function deckRoot(hid: Uint8Array, deck: number, seed: Uint8Array, reshuffles: boolean): Uint8Array {
  const leaves: Uint8Array[] = [];
  for (let order = 0; order <= (reshuffles ? RESHUFFLES : 0); order++) {
    const key = order === 0 ? hash('deck', hid, u8(deck), seed) : hash('reshuffle', hid, u8(deck), u8(order), seed);
    const cards = shuffle(key);
    for (let leaf = 0; leaf < 52; leaf++) {
      const salt = order === 0 ? hash('salt', seed, u8(leaf)) : hash('salt-r', seed, u8(order), u8(leaf));
      leaves.push(leafHash(hid, deck, order, leaf, cards[leaf]!, salt));
    }
  }
  return hash('root', hid, u8(deck), concatBytes(...leaves));
}

export interface Drawn {
  beacon: Uint8Array;
  deck: number;
  sigma: number[];
}

/** B, the deck that it chooses, and the order in which that deck's leaves are dealt. */
export function drawBeacon(commit: Uint8Array, given: Uint8Array): Drawn {
  const beacon = hash('beacon', commit, given);
  return { beacon, deck: hash('select', beacon)[0]! % DECKS, sigma: shuffle(hash('sigma', beacon)) };
}

/** A card's number: 4 · rank + suit. */
export const cardNumber = (card: string): number => 4 * '23456789TJQKA'.indexOf(card[0]!) + 'cdhs'.indexOf(card[1]!);

export function u64(number: string): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}
