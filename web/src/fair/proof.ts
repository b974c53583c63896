// A CRP-1 proof file as Cardroom writes it, read strictly: only what would be written is read, so that no change to
// a proof goes unnoticed.

import { DECKS } from './crp1';

export interface Opening {
  order: number;
  d: number;
  leaf: number;
  card: string;
  salt: string;
}

export interface SeatLink {
  seat: number;
  account: string;
  mode: number;
  link: string;
  extends: string;
}

export interface Dealt {
  beacon: string;
  deck: number;
  seeds: (string | null)[];
  leaves: string[][];
  openings: Opening[];
}

export interface Burned {
  reshuffles: boolean;
  seeds: string[];
}

/** A hand that was given up: with the leaves of the deck dealt from, if any was. */
export interface Void {
  reshuffles: boolean;
  seeds: (string | null)[];
  leaves: string[][];
}

export interface Proof {
  scheme: 'CRP-1';
  commitment: {
    hid: { table: string; hand: string };
    previous: string;
    roots: string[];
    commit: string;
    key: string;
    signature: string;
  };
  links: SeatLink[];
  outcome: { dealt: Dealt } | { burned: Burned } | { void: Void };
  digest: string;
  signature: string;
  own?: Opening[];
}

export interface ProofFile {
  proof: Proof;
  record: string;
}

/** The text is no CRP-1 proof, or not as Cardroom writes one: why is said in words that said/ has in other languages. */
export class NotAProof extends Error {}

type Form = ((value: unknown) => boolean) | { [name: string]: Form } | [Form] | [Form, number];

const matches = (expression: RegExp) => (value: unknown) => typeof value === 'string' && expression.test(value);
const whole = (limit: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < limit;
const u64 = (value: unknown) =>
  typeof value === 'string' && /^(0|[1-9][0-9]{0,19})$/.test(value) && BigInt(value) < 1n << 64n;
const hex32 = matches(/^[0-9a-f]{64}$/);
const hex64 = matches(/^[0-9a-f]{128}$/);
const flag = (value: unknown) => typeof value === 'boolean';
/** Text that can be written as bytes: half a letter would be hashed as another one. */
const written = (value: unknown) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);

const OPENING: Form = {
  order: whole(256),
  d: whole(256),
  leaf: whole(256),
  card: matches(/^[2-9TJQKA][cdhs]$/),
  salt: hex32,
};
const SEEDS: Form = [(value) => value === null || hex32(value), DECKS];
const OUTCOMES: Record<string, Form> = {
  dealt: {
    beacon: hex32,
    deck: whole(256),
    seeds: SEEDS,
    leaves: [[hex32]],
    openings: [OPENING],
  },
  burned: { reshuffles: flag, seeds: [hex32, DECKS] },
  void: { reshuffles: flag, seeds: SEEDS, leaves: [[hex32]] },
};
const PROOF: { [name: string]: Form } = {
  scheme: (value) => value === 'CRP-1',
  commitment: {
    hid: { table: u64, hand: u64 },
    previous: hex32,
    roots: [hex32, DECKS],
    commit: hex32,
    key: hex32,
    signature: hex64,
  },
  links: [{ seat: whole(256), account: u64, mode: whole(3), link: hex32, extends: hex32 }],
  digest: hex32,
  signature: hex64,
};

/** Reads a proof file's text, or throws {@link NotAProof}. */
export function parseProof(text: string): ProofFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // No JSON is no proof: what the browser says of it is in no language of the page's.
  }
  const read = readProof(file);
  // Of two fields with one name the last is read, and the first would go unnoticed.
  const named = [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon).length;
  if (named !== fields(file)) throw new NotAProof('a field comes twice');
  // What was 7.0 or 7e0 in the text is 7 by now.
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  if (numbers.some((number) => !/^\d+$/.test(number))) throw new NotAProof('file.number is not as a proof has it');
  return read;
}

/** How many fields all objects in it have. */
function fields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, item) => sum + fields(item), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

/** Reads a proof file, or throws {@link NotAProof}. */
export function readProof(file: unknown): ProofFile {
  const proof = isObject(file) && isObject(file.proof) ? file.proof : undefined;
  if (proof?.scheme !== 'CRP-1') throw new NotAProof('not a CRP-1 dealing proof');
  const kind = isObject(proof.outcome) ? Object.keys(proof.outcome)[0] : undefined;
  const outcome = kind !== undefined && Object.hasOwn(OUTCOMES, kind) ? OUTCOMES[kind] : undefined;
  if (kind === undefined || !outcome) throw new NotAProof('the outcome must be dealt, burned or void');
  const form: Form = {
    ...PROOF,
    outcome: { [kind]: outcome },
    ...('own' in proof ? { own: [OPENING] as [Form] } : {}),
  };
  conform(file, { proof: form, record: written }, 'file');
  return file as ProofFile;
}

function conform(value: unknown, form: Form, path: string): void {
  if (typeof form === 'function') {
    if (!form(value)) throw new NotAProof(`${path} is not as a proof has it`);
  } else if (Array.isArray(form)) {
    const [inner, count] = form;
    if (!Array.isArray(value) || (count !== undefined && value.length !== count)) {
      throw new NotAProof(`${path} must be a list${count === undefined ? '' : ` of ${count}`}`);
    }
    value.forEach((item, index) => conform(item, inner, `${path}[${index}]`));
  } else {
    const names = Object.keys(form);
    if (!isObject(value) || Object.keys(value).length !== names.length || !names.every((name) => name in value)) {
      throw new NotAProof(`${path} must have just the fields ${names.join(', ')}`);
    }
    for (const name of names) conform(value[name], form[name]!, `${path}.${name}`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
