// Checks a dealing proof in the page, check by check. It asks the server nothing.

import { hashes, Point, verify as verifySignature } from '@noble/ed25519';
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
import type { Dealt, Opening, Proof, ProofFile } from './proof';

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
  | 'record'
  | 'digest'
  | 'published';

export interface Check {
  name: CheckName;
  ok: boolean;
  /** What the check's sentence needs: numbers and the beginnings of hashes; for a failed one, what differs. */
  detail: Record<string, string | number>;
}

export interface Known {
  /** The room's key, from a place that the reader trusts. */
  key?: string;
  /** The hand that is asked about: another one's proof is as sound, and shows nothing of this one. */
  hid?: Proof['commitment']['hid'];
  /** The proof file of the table's previous hand, which is checked too. */
  before?: ProofFile;
  /** The commitment that came before the deal, as whoever was there kept it. */
  commit?: string;
  /** The link that the reader gave when it had come. */
  link?: string;
}

/** A check that failed. Its message says what differs, in words that said/ has in other languages. */
class Differs extends Error {}

const CHAIN = 1;
const MISSING = 2;

const DEALT: CheckName[] = ['beacon', 'decks', 'leaves', 'openings', 'positions', 'record'];

/** The names of the checks that this proof will be put to, in order. */
export const checkNames = (proof: Proof, known: Known = {}): CheckName[] => [
  'signature',
  'commitment',
  ...(known.commit === undefined ? [] : (['seen'] as const)),
  'chain',
  'links',
  ...('dealt' in proof.outcome ? DEALT : undealtChecks(laidOpen(proof))),
  'digest',
  'published',
];

const undealtChecks = ({ leaves }: Laid): CheckName[] =>
  leaves.length > 0 ? ['decks', 'leaves', 'openings'] : ['decks', 'openings'];

/** What a proof lays open: the seeds of other decks, the seals of the one dealt from, and the cards that all saw. */
interface Laid {
  seeds: (string | null)[];
  leaves: string[][];
  openings: Opening[];
  reshuffles: boolean;
  /** Whether a card left the deck. */
  dealt: boolean;
}

function laidOpen({ outcome }: Proof): Laid {
  if ('dealt' in outcome) return { ...outcome.dealt, reshuffles: outcome.dealt.leaves.length > 1, dealt: true };
  const unplayed = 'void' in outcome ? outcome.void : { ...outcome.burned, leaves: [] };
  return { ...unplayed, openings: [], dealt: unplayed.leaves.length > 0 };
}

/** Makes every check in turn; between two of them the caller may draw. */
export function* verify({ proof, record }: ProofFile, known: Known = {}): Generator<Check> {
  const hid = concatBytes(u64(proof.commitment.hid.table), u64(proof.commitment.hid.hand));
  const commit = hexToBytes(proof.commitment.commit);
  const given = entries(proof);
  const drawn = drawBeacon(commit, given);
  const laid = laidOpen(proof);
  for (const name of checkNames(proof, known)) {
    try {
      yield { name, ok: true, detail: run(name, { proof, record, hid, commit, given, drawn, known, laid }) };
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
  laid: Laid;
}

function run(name: CheckName, c: Case): Record<string, string | number> {
  const { outcome } = c.proof;
  const dealt = 'dealt' in outcome ? outcome.dealt : undefined;
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
      return decks(c);
    case 'leaves':
      return leaves(c);
    case 'openings':
      return dealt ? openings(c) : nothingShown(c);
    case 'positions':
      return positions(c);
    case 'record':
      return recorded(c);
    case 'digest':
      return digest(c, dealt);
    case 'published':
      return published(c);
  }
}

function signature({ proof, commit, known }: Case) {
  const { key, signature } = proof.commitment;
  if (known.key !== undefined && known.key !== key)
    throw new Differs('signed with another key than the room had first');
  if (!isSigned(commit, signature, key))
    throw new Differs('the signature over the commitment is not one by the room’s key');
  return { hash: head(key) };
}

function isSigned(what: Uint8Array, signature: string, key: string): boolean {
  try {
    const [signed, by] = [hexToBytes(signature), hexToBytes(key)];
    // A point that is off by one of small order satisfies this equation, and not that of the other verifiers.
    const alone = [signed.slice(0, 32), by].every((point) => Point.fromBytes(point).isTorsionFree());
    return alone && verifySignature(signed, what, by, { zip215: false });
  } catch {
    // A point that is no point at all: as wrong as a wrong signature.
    return false;
  }
}

function commitment({ proof, hid, known }: Case) {
  const { previous, roots, commit, hid: of } = proof.commitment;
  if (known.hid && (known.hid.table !== of.table || known.hid.hand !== of.hand)) {
    throw new Differs('this is the proof of another hand');
  }
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
  const { previous, hid, key } = proof.commitment;
  if ((hid.hand === '1') !== (previous === ZERO))
    throw new Differs('just the first hand of a table names none before it');
  const detail = { hash: head(previous), first: previous === ZERO ? 1 : 0, hand: String(BigInt(hid.hand) - 1n) };
  if (known.before) {
    const { commitment, digest, links } = known.before.proof;
    const old = commitment.hid;
    if (old.table !== hid.table || BigInt(old.hand) + 1n !== BigInt(hid.hand)) {
      throw new Differs('not the next hand of that table');
    }
    if (previous !== digest) throw new Differs('the hand before had another digest');
    if (key !== commitment.key) throw new Differs('the hand before was signed with another key');
    for (const { ok } of verify(known.before)) if (!ok) throw new Differs('the proof of the hand before does not hold');
    const again = proof.links.find(
      ({ mode, link }) => mode === CHAIN && links.some((old) => old.link === link || old.extends === link),
    );
    if (again) throw new Differs(`the link of seat ${again.seat} was known before the commitment`);
  }
  return detail;
}

function links({ proof, laid }: Case) {
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
  if (missing && laid.dealt) throw new Differs(`seat ${missing.seat} gave no link, yet the hand was dealt`);
  if (!missing && !laid.dealt) throw new Differs('every seat gave its link, yet the hand was not dealt');
  const given = proof.links.filter((link) => link.mode === CHAIN).length;
  return { given, seats: proof.links.length };
}

function beacon({ drawn }: Case, dealt: Dealt) {
  if (bytesToHex(drawn.beacon) !== dealt.beacon || drawn.deck !== dealt.deck) {
    throw new Differs(`the links choose another deck, deck ${drawn.deck}`);
  }
  return { hash: head(dealt.beacon), deck: drawn.deck };
}

function decks({ proof, hid, drawn, laid: { seeds, reshuffles, dealt } }: Case) {
  let open = 0;
  proof.commitment.roots.forEach((root, j) => {
    const seed = seeds[j] ?? null;
    if ((seed === null) !== (dealt && j === drawn.deck)) {
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

function leaves({ proof, hid, drawn, laid: { leaves, reshuffles } }: Case) {
  const orders = reshuffles ? 1 + RESHUFFLES : 1;
  if (leaves.length !== orders || leaves.some((row) => row.length !== 52)) {
    throw new Differs('there must be one order of 52 leaves, or five');
  }
  const root = hash('root', hid, u8(drawn.deck), hexToBytes(leaves.flat().join('')));
  if (bytesToHex(root) !== proof.commitment.roots[drawn.deck]) {
    throw new Differs(`the leaves of deck ${drawn.deck} are not those promised`);
  }
  return { deck: drawn.deck, leaves: 52 * orders };
}

function openings({ proof, hid, drawn, laid }: Case) {
  const all = [...laid.openings, ...(proof.own ?? [])];
  for (const { order, leaf, card, salt } of all) {
    const made = bytesToHex(leafHash(hid, drawn.deck, order, leaf, cardNumber(card), hexToBytes(salt)));
    if (laid.leaves[order]?.[leaf] !== made) throw new Differs(`the ${short(card)} does not match its seal`);
  }
  return { cards: all.length };
}

function nothingShown({ proof, record }: Case) {
  if (record !== '' || proof.own) throw new Differs('a hand that was burned or void shows no cards and has no record');
  return { cards: 0 };
}

function positions({ proof, drawn, laid }: Case) {
  const own = proof.own ?? [];
  const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
  const all = [...laid.openings, ...own.filter((o) => !laid.openings.some((p) => same(o, p)))];
  const seen = new Set<string>();
  for (const { order, d, leaf, card } of all) {
    if (drawn.sigma[d] !== leaf) throw new Differs(`the ${short(card)} lies elsewhere than its turn in the deal`);
    if (seen.has(order + card)) throw new Differs(`the ${short(card)} was dealt twice`);
    seen.add(order + card);
  }
  for (const some of [laid.openings, own]) {
    some.forEach((o, i) => {
      const before = some[i - 1];
      if (before && (before.order > o.order || (before.order === o.order && before.d >= o.d))) {
        throw new Differs(`the ${short(o.card)} was opened out of the order of the deal`);
      }
    });
  }
  return { cards: all.length };
}

/** The lines of the record that say which hand it is of and who sat where. */
function recorded({ proof, record }: Case) {
  const lines = record.split('\n');
  const { hand } = proof.commitment.hid;
  const hands = lines.filter((line) => line.startsWith('hand = '));
  if (hands.length !== 1 || hands[0] !== `hand = '${hand}'`) throw new Differs(`the record is not one of hand ${hand}`);
  const seats = lines.filter((line) => line.startsWith('seats = '));
  const listed = seats.length === 1 ? /^seats = \[(.*)\]$/.exec(seats[0]!)?.[1] : undefined;
  const asked = proof.links.map((link) => String(link.seat)).sort();
  if (asked.length === 0 || listed?.split(', ').sort().join(', ') !== asked.join(', '))
    throw new Differs('the seats of the record are not those that were asked for links');
  return { hand, seats: asked.length };
}

function digest({ proof, record, commit, given }: Case, dealt?: Dealt) {
  const made = dealt
    ? hash('hand', commit, hexToBytes(dealt.beacon), utf8ToBytes(record))
    : hash(Object.keys(proof.outcome)[0]!, commit, given);
  if (bytesToHex(made) !== proof.digest) throw new Differs('the hand’s record is not the one the digest stands for');
  return { hash: head(proof.digest) };
}

/** All that everybody may see of a hand, as the room signs it when the hand is over. */
function published({ proof, laid }: Case) {
  const opened = ({ order, d, leaf, card, salt }: Opening) =>
    concatBytes(Uint8Array.of(order, d, leaf, cardNumber(card)), hexToBytes(salt));
  const made = hash(
    'proof',
    hexToBytes(proof.digest),
    hexToBytes(laid.seeds.filter((seed) => seed !== null).join('')),
    hexToBytes(laid.leaves.flat().join('')),
    concatBytes(...laid.openings.map(opened)),
  );
  if (!isSigned(made, proof.signature, proof.commitment.key))
    throw new Differs('the signature over the whole proof is not one by the room’s key');
  return { hash: head(proof.signature) };
}

/** What the seats gave, as it is hashed. */
function entries(proof: Proof): Uint8Array {
  return concatBytes(
    ...proof.links.map((link) => concatBytes(u8(link.seat), u64(link.account), u8(link.mode), hexToBytes(link.link))),
  );
}

const head = (hex: string): string => `${hex.slice(0, 4)} ${hex.slice(4, 8)}`;
