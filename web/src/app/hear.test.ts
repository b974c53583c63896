import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discard } from '../../tests/sheet/hands';
import { Frames } from '../../tests/frames';
import { chainLost, hasChain, keptChain, newAnchor } from '../net/chain';
import type { Socket } from '../net/socket';
import type { Answer, Command, Problem, TableEvent } from '../protocol/messages';
import { sit } from './commands';
import { hear } from './hear';
import { useSocket } from './line';
import { tables } from './room.svelte';

const ACCOUNT = 0;
const { table: between } = discard();
const snapshot = { ...between, hand: null, you: { ...between.you, seat: 0 } };

let frames: Frames;
let sent: Command[] = [];
let answers: ((problem: Problem | null) => void)[] = [];
let seq = 0;

beforeEach(() => {
  frames = new Frames();
  sent = [];
  answers = [];
  hand++;
  const socket = {
    send: () => undefined,
    command: (_table: number, command: Command) => {
      sent.push(command);
      return new Promise<Answer>((done) =>
        answers.push((problem) => done({ type: 'answer', id: null, problem } as unknown as Answer)),
      );
    },
  };
  useSocket(socket as unknown as Socket);
  newAnchor(ACCOUNT, snapshot.table);
  hear({ type: 'table', seq: ++seq, time: 0, snapshot, so_far: [], names: [] });
  draw();
});

afterEach(() => {
  tables.clear();
  vi.unstubAllGlobals();
});

const tell = (...events: TableEvent[]) => hear({ type: 'events', table: snapshot.table, seq: ++seq, time: 0, events });
const draw = () => frames.all();
const settled = () => new Promise(setImmediate);
const late = { code: 'stale', title: '', detail: '', status: 409, type: '' } as Problem;
/** Every test is about a hand of its own: a link is given once. */
let hand = 0;
const committed = (): TableEvent => ({
  type: 'committed',
  hand,
  commitment: '',
  signature: '',
  key: '',
  links: [0],
  deadline: 0,
});
const isOut: TableEvent = { type: 'seat', seat: 0, state: 'sitting_out', stack: 1000 };
const burned = (...seats: number[]): TableEvent => ({ type: 'burned', hand, seats });

describe('a link', () => {
  it('is given as it is asked for, however far behind the page is with drawing', () => {
    const { you } = snapshot;
    tell({ type: 'you', you: { ...you, seat: null } });
    tell({ type: 'you', you });
    tell(committed());
    expect(sent.map(({ type }) => type)).toEqual(['link']);
    draw();
    // What is told again after a lost connection asks for nothing new.
    tell(committed());
    draw();
    expect(sent).toHaveLength(1);
  });

  it('is not given for a seat that somebody else has', () => {
    tell({ type: 'left', seat: 0, reason: null });
    tell(committed());
    draw();
    expect(sent).toEqual([]);
  });

  it('that another browser has is no reason to stay out', async () => {
    chainLost(ACCOUNT, snapshot.table);
    tell(committed());
    tell(burned(0), isOut);
    draw();
    await settled();
    draw();
    expect(sent.map(({ type }) => type)).toEqual(['return']);
  });
});

describe('a seat', () => {
  it('is taken once by who clicks twice, with one chain', async () => {
    const both = [sit(3, null, 100), sit(3, null, 100)];
    expect(sent.map(({ type }) => type)).toEqual(['sit']);
    answers.shift()!(null);
    expect(await Promise.all(both)).toEqual([null, null]);
  });

  it('that is refused leaves the chain as it was', async () => {
    const before = keptChain(ACCOUNT, snapshot.table);
    const again = sit(snapshot.table, null, 100);
    expect(keptChain(ACCOUNT, snapshot.table)).not.toBe(before);
    answers.shift()!(late);
    await again;
    expect(keptChain(ACCOUNT, snapshot.table)).toBe(before);
  });
});

describe('a link that came too late', () => {
  it('brings the reader back, though the refusal is heard before the hand that wasn’t dealt', async () => {
    tell(committed());
    draw();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
    // Both came from the room; what is to be drawn waits for its frame, and the answer doesn't.
    tell(burned(0), isOut);
    answers.shift()!(late);
    await settled();
    expect(sent).toHaveLength(1);
    draw();
    expect(sent.at(-1)).toMatchObject({ type: 'return' });
    // The room let the old chain go.
    expect(sent.at(-1)).not.toMatchObject({ anchor: null });
    expect(hasChain(ACCOUNT, snapshot.table)).toBe(true);
    tell(isOut);
    draw();
    expect(sent.map(({ type }) => type)).toEqual(['link', 'return']);
  });

  it('brings the reader back where it is heard after it, too', async () => {
    tell(committed());
    draw();
    tell(burned(0), isOut);
    draw();
    expect(sent).toHaveLength(1);
    answers.shift()!(late);
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link', 'return']);
  });

  it('is no reason to come back for who chose to sit out', async () => {
    tell(committed());
    draw();
    tell(burned(3), isOut);
    draw();
    answers.shift()!(late);
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
  });
});
