// Checks a dealing proof in the page, check by check. It asks the server nothing.

import { hashes, verify as verifySignature } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { short } from '../cards/card';
import {
  bytesToHex,
  cardNumber,
  concatBytes,
  deckRoot,
  drawBeacon,
  hash,
  hexToBytes,
  leafHash,
  RESHUFFLES,
  u64,
  u8,
  utf8ToBytes,
  ZERO,
  type Drawn,
} from './crp1';
import type { Burned, Dealt, Proof, ProofFile } from './proof';

hashes.sha512 = sha512;

export type CheckName =
  | 'signature'
  | 'commitment'
  | 'seen'
  | 'chain'
  | 'links'
  | 'beacon'
  | 'decks'
  | 'leaves'
  | 'openings'
  | 'positions'
  | 'digest';

export interface Check {
  name: CheckName;
  ok: boolean;
  /** What the check's sentence needs: numbers and the beginnings of hashes; for a failed one, what differs. */
  detail: Record<string, string | number>;
}

export interface Known {
  /** The room's key, from a place that the reader trusts. */
  key?: string;
  /** The proof of the table's previous hand. */
  before?: Proof;
  /** The commitment that came before the deal, as whoever was there kept it. */
  commit?: string;
  /** The link that the reader gave when it had come. */
  link?: string;
}

/** A check that failed. Its message says what differs, in words that said/ has in other languages. */
class Differs extends Error {}

const CHAIN = 1;
const MISSING = 2;

const DEALT: CheckName[] = ['beacon', 'decks', 'leaves', 'openings', 'positions', 'digest'];
const BURNED: CheckName[] = ['decks', 'openings', 'digest'];

/** The names of the checks that this proof will be put to, in order. */
export const checkNames = (proof: Proof, known: Known = {}): CheckName[] => [
  'signature',
  'commitment',
  ...(known.commit === undefined ? [] : (['seen'] as const)),
  'chain',
  'links',
  ...('dealt' in proof.outcome ? DEALT : BURNED),
];

/** Makes every check in turn; between two of them the caller may draw. */
export function* verify({ proof, record }: ProofFile, known: Known = {}): Generator<Check> {
  const hid = concatBytes(u64(proof.commitment.hid.table), u64(proof.commitment.hid.hand));
  const commit = hexToBytes(proof.commitment.commit);
  const given = entries(proof);
  const drawn = drawBeacon(commit, given);
  for (const name of checkNames(proof, known)) {
    try {
      yield { name, ok: true, detail: run(name, { proof, record, hid, commit, given, drawn, known }) };
    } catch (error) {
      if (!(error instanceof Differs)) throw error;
      yield { name, ok: false, detail: { what: error.message } };
    }
  }
}

interface Case {
  proof: Proof;
  record: string;
  hid: Uint8Array;
  commit: Uint8Array;
  given: Uint8Array;
  drawn: Drawn;
  known: Known;
}

function run(name: CheckName, c: Case): Record<string, string | number> {
  const { outcome } = c.proof;
  const dealt = 'dealt' in outcome ? outcome.dealt : undefined;
  const burned = 'burned' in outcome ? outcome.burned : undefined;
  switch (name) {
    case 'signature':
      return signature(c);
    case 'commitment':
      return commitment(c);
    case 'seen':
      return seen(c);
    case 'chain':
      return previous(c);
    case 'links':
      return links(c);
    case 'beacon':
      return beacon(c, dealt!);
    case 'decks':
      return decks(c, dealt, burned);
    case 'leaves':
      return leaves(c, dealt!);
    case 'openings':
      return dealt ? openings(c, dealt) : nothingDealt(c);
    case 'positions':
      return positions(c, dealt!);
    case 'digest':
      return digest(c, dealt);
  }
}

function signature({ proof, commit, known }: Case) {
  const { key, signature } = proof.commitment;
  if (known.key !== undefined && known.key !== key)
    throw new Differs('signed with another key than the room had first');
  let valid = false;
  try {
    valid = verifySignature(hexToBytes(signature), commit, hexToBytes(key), { zip215: false });
  } catch {
    // A point that is no point at all: as wrong as a wrong signature.
  }
  if (!valid) throw new Differs('the signature over the commitment is not one by the room’s key');
  return { hash: head(key) };
}

function commitment({ proof, hid }: Case) {
  const { previous, roots, commit } = proof.commitment;
  const made = hash('commit', hid, hexToBytes(previous), hexToBytes(roots.join('')));
  if (bytesToHex(made) !== commit) throw new Differs('the commitment is not the hash of this hand and these 16 decks');
  return { hash: head(commit), decks: roots.length };
}

function seen({ proof, known }: Case) {
  if (known.commit !== proof.commitment.commit) throw new Differs('not the commitment that came before the deal');
  const { link } = known;
  if (link === undefined) return { linked: 0 };
  const mine = proof.links.find((one) => one.mode === CHAIN && one.link === link);
  if (!mine) throw new Differs('the link that you gave is not in it');
  return { linked: 1 };
}

function previous({ proof, known }: Case) {
  const { previous, hid } = proof.commitment;
  const detail = { hash: head(previous), first: previous === ZERO ? 1 : 0, hand: String(BigInt(hid.hand) - 1n) };
  if (known.before) {
    const old = known.before.commitment.hid;
    if (old.table !== hid.table || BigInt(old.hand) + 1n !== BigInt(hid.hand)) {
      throw new Differs('not the next hand of that table');
    }
    if (previous !== known.before.digest) throw new Differs('the hand before had another digest');
  }
  return detail;
}

function links({ proof }: Case) {
  const burned = 'burned' in proof.outcome;
  proof.links.forEach((link, i) => {
    const before = proof.links[i - 1];
    if (before && before.seat >= link.seat) throw new Differs('seats must ascend, each once');
    const sound =
      link.mode === CHAIN
        ? bytesToHex(hash('chain', hexToBytes(link.link))) === link.extends
        : link.link === ZERO && link.extends === ZERO;
    if (!sound) throw new Differs(`the link of seat ${link.seat} does not extend its chain`);
  });
  const missing = proof.links.find((link) => link.mode === MISSING);
  if (missing && !burned) throw new Differs(`seat ${missing.seat} gave no link, yet the hand was dealt`);
  if (burned && proof.links.length > 0 && !missing)
    throw new Differs('every seat gave its link, yet the hand was burned');
  const given = proof.links.filter((link) => link.mode === CHAIN).length;
  return { given, seats: proof.links.length };
}

function beacon({ drawn }: Case, dealt: Dealt) {
  if (bytesToHex(drawn.beacon) !== dealt.beacon || drawn.deck !== dealt.deck) {
    throw new Differs(`the links choose another deck, deck ${drawn.deck}`);
  }
  return { hash: head(dealt.beacon), deck: drawn.deck };
}

function decks({ proof, hid, drawn }: Case, dealt?: Dealt, burned?: Burned) {
  const seeds = dealt ? dealt.seeds : burned!.seeds;
  const reshuffles = dealt ? dealt.leaves.length > 1 : burned!.reshuffles;
  let open = 0;
  proof.commitment.roots.forEach((root, j) => {
    const seed = seeds[j] ?? null;
    if ((seed === null) !== (dealt !== undefined && j === drawn.deck)) {
      throw new Differs(`just the deck that was dealt from stays sealed, unlike deck ${j}`);
    }
    if (seed === null) return;
    if (bytesToHex(deckRoot(hid, j, hexToBytes(seed), reshuffles)) !== root) {
      throw new Differs(`the seed of deck ${j} makes another deck than was promised`);
    }
    open++;
  });
  return { open };
}

function leaves({ proof, hid, drawn }: Case, dealt: Dealt) {
  const orders = dealt.leaves.length;
  if ((orders !== 1 && orders !== 1 + RESHUFFLES) || dealt.leaves.some((row) => row.length !== 52)) {
    throw new Differs('there must be one order of 52 leaves, or five');
  }
  const root = hash('root', hid, u8(drawn.deck), hexToBytes(dealt.leaves.flat().join('')));
  if (bytesToHex(root) !== proof.commitment.roots[drawn.deck]) {
    throw new Differs(`the leaves of deck ${drawn.deck} are not those promised`);
  }
  return { deck: drawn.deck, leaves: 52 * orders };
}

function openings({ proof, hid, drawn }: Case, dealt: Dealt) {
  const all = [...dealt.openings, ...(proof.own ?? [])];
  for (const { order, leaf, card, salt } of all) {
    const made = bytesToHex(leafHash(hid, drawn.deck, order, leaf, cardNumber(card), hexToBytes(salt)));
    if (dealt.leaves[order]?.[leaf] !== made) throw new Differs(`the ${short(card)} does not match its seal`);
  }
  return { cards: all.length };
}

function nothingDealt({ proof, record }: Case) {
  if (record !== '' || proof.own) throw new Differs('a burned hand has no cards and no record');
  return { cards: 0 };
}

function positions({ proof, drawn }: Case, dealt: Dealt) {
  const own = proof.own ?? [];
  const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
  const all = [...dealt.openings, ...own.filter((o) => !dealt.openings.some((p) => same(o, p)))];
  const seen = new Set<string>();
  for (const { order, d, leaf, card } of all) {
    if (drawn.sigma[d] !== leaf) throw new Differs(`the ${short(card)} lies elsewhere than its turn in the deal`);
    if (seen.has(order + card)) throw new Differs(`the ${short(card)} was dealt twice`);
    seen.add(order + card);
  }
  for (const some of [dealt.openings, own]) {
    some.forEach((o, i) => {
      const before = some[i - 1];
      if (before && (before.order > o.order || (before.order === o.order && before.d >= o.d))) {
        throw new Differs(`the ${short(o.card)} was opened out of the order of the deal`);
      }
    });
  }
  return { cards: all.length };
}

function digest({ proof, record, commit, given }: Case, dealt?: Dealt) {
  const made = dealt
    ? hash('hand', commit, hexToBytes(dealt.beacon), utf8ToBytes(record))
    : hash('burned', commit, given);
  if (bytesToHex(made) !== proof.digest) throw new Differs('the hand’s record is not the one the digest stands for');
  return { hash: head(proof.digest) };
}

/** What the seats gave, as it is hashed. */
function entries(proof: Proof): Uint8Array {
  return concatBytes(
    ...proof.links.map((link) => concatBytes(u8(link.seat), u64(link.account), u8(link.mode), hexToBytes(link.link))),
  );
}

const head = (hex: string): string => `${hex.slice(0, 4)} ${hex.slice(4, 8)}`;
