import { readFileSync } from 'node:fs';
import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import {
  bytesToHex,
  chain,
  cardNumber,
  deckRoot,
  drawBeacon,
  hash,
  hexToBytes,
  shuffle,
  u64,
  u8,
  concatBytes,
} from './crp1';
import { NotAProof, parseProof, readProof, type ProofFile, type SeatLink } from './proof';
import { verify, type Known } from './verify';

// The scheme's own vectors, made by the server's crate: the page must agree with every one.
const vectors = JSON.parse(readFileSync('../crates/fair/vectors/crp-1.json', 'utf8'));

const failed = (file: ProofFile, known?: Known) =>
  [...verify(readProof(file), known)].filter((check) => !check.ok).map((check) => check.name);
const copy = <T>(value: T): T => structuredClone(value);
const hidOf = (hid: { table: string; hand: string }) => concatBytes(u64(hid.table), u64(hid.hand));
const given = (links: SeatLink[]) =>
  concatBytes(...links.map((l) => concatBytes(u8(l.seat), u64(l.account), u8(l.mode), hexToBytes(l.link))));

describe('CRP-1 agrees with its vectors', () => {
  it('hash', () => {
    for (const v of vectors.hash) {
      expect(bytesToHex(hash(v.tag, ...v.parts.map((part: string) => hexToBytes(part))))).toBe(v.digest);
    }
  });

  it('chain', () => {
    for (const v of vectors.chain) expect(bytesToHex(chain(hexToBytes(v.link), v.steps))).toBe(v.gives);
  });

  it('shuffle', () => {
    for (const v of vectors.shuffle) expect(shuffle(hexToBytes(v.key))).toEqual(v.order);
    const names = shuffle(new Uint8Array(32)).map((n) => '23456789TJQKA'[n >> 2]! + 'cdhs'[n & 3]!);
    expect(names.slice(0, 10).join(' ')).toBe('Ad 5s Kd 4d Qd 6d Ts 4s 4h 2s');
    expect(cardNumber('As')).toBe(51);
  });

  it('deck', () => {
    for (const v of vectors.deck) {
      const root = deckRoot(hidOf(v.hid), v.deck, hexToBytes(v.seed), v.orders.length > 1);
      expect(bytesToHex(root)).toBe(v.root);
    }
  });

  it('beacon', () => {
    for (const v of vectors.beacon) {
      const drawn = drawBeacon(hexToBytes(v.commit), given(v.links));
      expect(bytesToHex(drawn.beacon)).toBe(v.beacon);
      expect(drawn.deck).toBe(v.deck);
      expect(drawn.sigma).toEqual(v.sigma);
    }
  });
});

describe('a proof', () => {
  const files = vectors.proof as ProofFile[];
  const dealt = files.find((file) => 'dealt' in file.proof.outcome)!;

  it('that the room made passes every check', () => {
    for (const file of files) expect(failed(file)).toEqual([]);
  });

  it('with one thing changed fails just there', () => {
    const flip = (hex: string) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
    const cases: [string, (file: ProofFile) => void, string[]][] = [
      ['another record', (f) => (f.record += ' '), ['digest']],
      ['seats in other words', (f) => (f.record = f.record.replace(/(?<=seats = .*), /g, ',')), ['record', 'digest']],
      ['another digest', (f) => (f.proof.digest = flip(f.proof.digest)), ['digest', 'published']],
      ['another signature over all', (f) => (f.proof.signature = flip(f.proof.signature)), ['published']],
      ['another signature', (f) => (f.proof.commitment.signature = flip(f.proof.commitment.signature)), ['signature']],
      ['another chain', (f) => (f.proof.links[0]!.extends = flip(f.proof.links[0]!.extends)), ['links']],
      [
        'another seed',
        (f) => {
          const { dealt } = f.proof.outcome as { dealt: { seeds: (string | null)[] } };
          const j = dealt.seeds.findIndex((seed) => seed !== null);
          dealt.seeds[j] = flip(dealt.seeds[j]!);
        },
        ['decks', 'published'],
      ],
      [
        'another card',
        (f) => {
          const { dealt } = f.proof.outcome as { dealt: { openings: { card: string }[] } };
          const [opening] = dealt.openings;
          opening!.card = opening!.card === '2c' ? '2d' : '2c';
        },
        ['openings', 'published'],
      ],
      [
        'another previous hand',
        (f) => (f.proof.commitment.previous = flip(f.proof.commitment.previous)),
        ['commitment', 'chain'],
      ],
    ];
    for (const [what, change, names] of cases) {
      const file = copy(dealt);
      change(file);
      expect(failed(file), what).toEqual(names);
    }
  });

  it('that was forged fails, however consistent, and hands that follow each other hold', () => {
    expect(vectors.judged.length).toBeGreaterThan(20);
    for (const { what, file, before, fails } of vectors.judged) {
      expect(failed(file, before ? { before: readProof(before) } : {}), what).toEqual(fails);
    }
  });

  it('by another room’s key is refused', () => {
    expect(failed(dealt, { key: 'ab'.repeat(32) })).toEqual(['signature']);
    expect(failed(dealt, { key: dealt.proof.commitment.key })).toEqual([]);
  });

  it('signed with a point that is off by one of small order is refused, as by the other verifiers', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const number = (bytes: Uint8Array) => BigInt(`0x${bytesToHex(bytes.toReversed())}`);
    const small = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
    const [secret, nonce] = [1234567890123456789n, 9876543210987654321n];
    const key = Point.BASE.multiply(secret).toBytes();
    const signedBy = (point: Point) => {
      const what = hexToBytes(dealt.proof.commitment.commit);
      const asked = number(sha512(concatBytes(point.toBytes(), key, what))) % order;
      const answer = hexToBytes(((nonce + asked * secret) % order).toString(16).padStart(64, '0')).toReversed();
      const file = copy(dealt);
      Object.assign(file.proof.commitment, {
        key: bytesToHex(key),
        signature: bytesToHex(concatBytes(point.toBytes(), answer)),
      });
      return failed(file);
    };
    const plain = Point.BASE.multiply(nonce);
    expect(signedBy(plain)).toEqual(['published']);
    expect(signedBy(plain.add(small))).toEqual(['signature', 'published']);
  });

  it('of another commitment than came before the deal is refused, however valid', () => {
    const { commit } = dealt.proof.commitment;
    const { link } = dealt.proof.links.find(({ mode }) => mode === 1)!;
    const names = [...verify(dealt, { commit, link })].map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['signature', 'commitment', 'seen']);
    expect(failed(dealt, { commit })).toEqual([]);
    expect(failed(dealt, { commit, link })).toEqual([]);
    expect(failed(dealt, { commit: 'ab'.repeat(32), link })).toEqual(['seen']);
    expect(failed(dealt, { commit, link: 'ab'.repeat(32) })).toEqual(['seen']);
  });

  it('of another hand than the one that is asked about is refused', () => {
    const { hid } = dealt.proof.commitment;
    expect(failed(dealt, { hid })).toEqual([]);
    expect(failed(dealt, { hid: { ...hid, hand: `${hid.hand}0` } })).toEqual(['commitment']);
    expect(failed(dealt, { hid: { ...hid, table: `${hid.table}0` } })).toEqual(['commitment']);
  });

  it('with a field too many or too few is no proof', () => {
    const extra = copy(dealt) as unknown as { proof: Record<string, unknown> };
    extra.proof.note = 'x';
    expect(() => readProof(extra)).toThrow(NotAProof);
    const short = copy(dealt) as unknown as { proof: { commitment: { roots: string[] } } };
    short.proof.commitment.roots.pop();
    expect(() => readProof(short)).toThrow(NotAProof);
    expect(() => readProof(null)).toThrow(NotAProof);
  });

  it('of no kind that there is, or with half a letter in its record, is no proof', () => {
    for (const kind of ['constructor', 'toString', '__proto__', 'lost']) {
      const other = copy(dealt) as unknown as { proof: { outcome: unknown } };
      other.proof.outcome = JSON.parse(`{"${kind}":{}}`);
      expect(() => readProof(other), kind).toThrow(new NotAProof('the outcome must be dealt, burned or void'));
    }
    expect(() => readProof({ ...dealt, record: `${dealt.record}\ud800` })).toThrow(NotAProof);
    expect(() => readProof({ ...dealt, record: `${dealt.record}\u{1f0a1}` })).not.toThrow();
  });

  it('with a number that is written otherwise is no proof', () => {
    const text = JSON.stringify(dealt);
    const { deck } = (dealt.proof.outcome as { dealt: { deck: number } }).dealt;
    const written = (number: string) => text.replace(`"deck":${deck},`, `"deck":${number},`);
    expect(parseProof(written(String(deck)))).toEqual(dealt);
    for (const other of [`${deck}.0`, `${deck}e0`, `${deck}E+0`, ...(deck === 0 ? ['-0'] : [])]) {
      expect(JSON.parse(written(other))).toEqual(dealt);
      expect(() => parseProof(written(other)), other).toThrow(NotAProof);
    }
  });

  it('with a field twice is no proof, whatever its record says', () => {
    const quoting = { ...dealt, record: 'a "quoted" : \\"word\\" :' };
    const text = JSON.stringify(quoting, null, 1);
    expect(parseProof(text)).toEqual(quoting);
    const twice = text.replace('"scheme": "CRP-1"', '"scheme": "CRP-2", "scheme": "CRP-1"');
    expect(() => parseProof(twice)).toThrow(new NotAProof('a field comes twice'));
  });
});
