// The hash of the dealing scheme CRP-1, by itself: it is all of the scheme that giving links takes.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes };

/** SHA-256 of the tag and the parts, each with its length in front. */
export function hash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const name = utf8ToBytes(`cardroom/v1/${tag}`);
  const message = [u8(name.length), name];
  for (const part of parts) message.push(u32(part.length), part);
  return sha256(concatBytes(...message));
}

export const u8 = (number: number): Uint8Array => Uint8Array.of(number);

function u32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}
