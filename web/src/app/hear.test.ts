import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discard, raise } from '../../tests/sheet/hands';
import { Frames } from '../../tests/frames';
import { chainLost, hasChain, keptChain, newAnchor } from '../net/chain';
import { seenOf } from '../net/seen';
import type { Socket } from '../net/socket';
import type { Answer, ClientMessage, Command, Problem, TableEvent } from '../protocol/messages';
import { choose, comeBack, sit } from './commands';
import { hear } from './hear';
import { useSocket } from './line';
import { room, tables } from './room.svelte';
import { Links } from './shuffle';
import { closeTable, openTable, watchTournament } from './watch';

const sounds = vi.hoisted(() => [] as string[]);
vi.mock('./sounds', () => ({ play: (sound: string) => sounds.push(sound) }));

const ACCOUNT = 0;
const { table: between } = discard();
const snapshot = { ...between, hand: null, you: { ...between.you, seat: 0 } };

let frames: Frames;
let sent: Command[] = [];
let asked: ClientMessage[] = [];
let answers: ((problem: Problem | null) => void)[] = [];
let seq = 0;

beforeEach(async () => {
  frames = new Frames();
  sent = [];
  asked = [];
  answers = [];
  hand++;
  const socket = {
    send: (message: ClientMessage) => void asked.push(message),
    command: (_table: number, command: Command) => {
      sent.push(command);
      return new Promise<Answer>((done) =>
        answers.push((problem) => done({ type: 'answer', id: null, problem } as unknown as Answer)),
      );
    },
  };
  useSocket(socket as unknown as Socket);
  await newAnchor(ACCOUNT, snapshot.table);
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
/** At a table of a tournament, too, where the seat itself is said to play on. */
const isOut: TableEvent = { type: 'you', you: { ...snapshot.you, chain: false, sitting_out_from: 'now' } };
const burned = (...seats: number[]): TableEvent => ({ type: 'burned', hand, seats });

describe('a link', () => {
  it('is given as it is asked for, however far behind the page is with drawing', async () => {
    const { you } = snapshot;
    tell({ type: 'you', you: { ...you, seat: null } });
    tell({ type: 'you', you });
    tell(committed());
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
    draw();
    // What is told again after a lost connection asks for nothing new.
    tell(committed());
    draw();
    await settled();
    expect(sent).toHaveLength(1);
  });

  it('is given by who comes back while it is awaited', async () => {
    hear({ type: 'table', seq: ++seq, time: 0, snapshot, so_far: [committed()], names: [] });
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
    draw();
  });

  it('that the room took is kept beside the commitment that it answered', async () => {
    const key = `k${hand}`;
    const commitment = `c${hand}`;
    const kept = () => seenOf(String(snapshot.table), String(hand), key);
    tell({ ...committed(), key, commitment } as TableEvent);
    expect(kept()).toEqual({ commit: commitment });
    await settled();
    const [given] = sent as [Extract<Command, { type: 'link' }>];
    answers.shift()!(null);
    await settled();
    expect(kept()).toEqual({ commit: commitment, link: given.link });
    // What is said of the hand later changes nothing.
    tell({ ...committed(), key, commitment: 'another' } as TableEvent);
    expect(kept()).toEqual({ commit: commitment, link: given.link });
    draw();
  });

  it('isn’t needed for a commitment to be kept, but that has to come before the hand is dealt', () => {
    const links = new Links(() => Promise.resolve(null));
    const other = { ...committed(), links: [3], key: 'watched', commitment: 'c' } as TableEvent;
    const told = (time: number) =>
      links.hear({ type: 'events', table: snapshot.table, seq, time, events: [other] }, ACCOUNT, 50);
    void told(49);
    expect(seenOf(String(snapshot.table), String(hand), 'watched')).toBeUndefined();
    void told(51);
    expect(seenOf(String(snapshot.table), String(hand), 'watched')).toEqual({ commit: 'c' });
  });

  it('that the room has seen is never given to another commitment, whatever the room said of it', async () => {
    const given = () => sent.flatMap((one) => (one.type === 'link' ? [one.link] : []));
    for (const code of ['conflict', 'stale', 'unavailable'] as const) {
      await newAnchor(ACCOUNT, snapshot.table);
      const before = given().length;
      tell({ ...committed(), commitment: `c${hand}` } as TableEvent);
      await settled();
      answers.shift()!({ ...late, code });
      await settled();
      hand++;
      tell({ ...committed(), commitment: `c${hand}` } as TableEvent);
      await settled();
      answers.shift()?.(null);
      await settled();
      hand++;
      expect(given().length, code).toBeGreaterThan(before);
    }
    expect(new Set(given()).size).toBe(given().length);
    draw();
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
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['sit']);
    answers.shift()!(null);
    expect(await Promise.all(both)).toEqual([null, null]);
  });

  it('that is refused leaves the chain as it was', async () => {
    const before = keptChain(ACCOUNT, snapshot.table);
    const again = sit(snapshot.table, null, 100);
    await settled();
    expect(keptChain(ACCOUNT, snapshot.table)).not.toBe(before);
    answers.shift()!(late);
    await again;
    expect(keptChain(ACCOUNT, snapshot.table)).toBe(before);
  });
});

describe('a seat that the reader did not take itself', () => {
  const { you } = snapshot;
  /** No other window is open. */
  beforeEach(() =>
    vi.stubGlobal('navigator', { locks: { request: (_name: string, job: () => Promise<unknown>) => job() } }),
  );

  it('is given a chain of its own, once', async () => {
    const before = keptChain(ACCOUNT, snapshot.table);
    tell({ type: 'you', you: { ...you, chain: false } });
    tell({ type: 'you', you: { ...you, chain: false } });
    await settled();
    expect(sent).toEqual([{ type: 'chain', anchor: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(keptChain(ACCOUNT, snapshot.table)).not.toBe(before);
    answers.shift()!(null);
    await settled();
    tell({ type: 'you', you });
    tell(committed());
    draw();
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['chain', 'link']);
  });

  it('goes on with the chain that the room has, where another window was first', async () => {
    const before = keptChain(ACCOUNT, snapshot.table);
    tell({ type: 'you', you: { ...you, chain: false } });
    draw();
    await settled();
    answers.shift()!({ ...late, code: 'conflict' });
    await settled();
    expect(keptChain(ACCOUNT, snapshot.table)).toBe(before);
  });

  it('gets its chain when the reader comes back, where it sits out', async () => {
    tell({ type: 'you', you: { ...you, chain: false, sitting_out_from: 'now' } });
    draw();
    expect(sent).toEqual([]);
    // The one that is kept here is of no use: the room has let it go.
    void comeBack(snapshot.table);
    await settled();
    expect(sent).toMatchObject([{ type: 'return', anchor: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});

describe('a link that came too late', () => {
  it('brings the reader back, though the refusal is heard before the hand that wasn’t dealt', async () => {
    tell(committed());
    draw();
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
    // Both came from the room; what is to be drawn waits for its frame, and the answer doesn't.
    tell(burned(0), isOut);
    answers.shift()!(late);
    await settled();
    expect(sent).toHaveLength(1);
    draw();
    await settled();
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
    await settled();
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
    await settled();
    answers.shift()!(late);
    await settled();
    expect(sent.map(({ type }) => type)).toEqual(['link']);
  });
});

describe('a table that one was moved from', () => {
  const [FROM, TO] = [snapshot.table + 1, snapshot.table + 2];
  const shown = (table: number, seat: number | null, tournament: number | null) => {
    openTable(table);
    const you = { ...snapshot.you, seat };
    const so = { ...snapshot, table, tournament, you };
    hear({ type: 'table', seq: 1, time: 0, snapshot: so, so_far: [], names: [] });
    draw();
  };
  const moved = (from: number | null, to: number | null) => {
    shown(FROM, null, from);
    shown(TO, 0, to);
    return !room.open.includes(FROM);
  };
  afterEach(() => [FROM, TO].forEach(closeTable));

  it('is followed no longer', () => {
    expect(moved(7, 7)).toBe(true);
    expect(asked).toContainEqual({ type: 'unwatch', table: FROM });
  });

  it('is another tournament’s for who looks on there', () => expect(moved(7, 8)).toBe(false));
  it('is no table of a tournament', () => expect(moved(null, null)).toBe(false));
});

describe('what is followed and was refused', () => {
  const NEW = snapshot.table + 1;
  const busy = { code: 'too_many', title: '', detail: 'Slow down.', status: 429, type: '', retry_after: 1 } as Problem;
  const refuse = (id: string, problem: Problem) => hear({ type: 'answer', id, problem });

  /** What waits for a second to pass; everything else is the frames'. */
  let waits: (() => void)[] = [];
  const aSecondPasses = () => waits.splice(0).forEach((task) => task());

  beforeEach(() => {
    waits = [];
    const soon = setTimeout;
    const later = (task: () => void, ms = 0) => (ms === 1000 ? waits.push(task) : soon(task, ms));
    vi.stubGlobal('setTimeout', later);
  });
  afterEach(() => closeTable(NEW));

  it('is asked for again when it is worth trying, and then is there', () => {
    openTable(NEW);
    refuse(`watch:${NEW}`, busy);
    expect(room.shut[NEW]).toEqual(busy);
    expect(asked).toHaveLength(1);
    aSecondPasses();
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    hear({ type: 'table', seq: 1, time: 0, snapshot: { ...snapshot, table: NEW }, so_far: [], names: [] });
    draw();
    expect(room.shut[NEW]).toBeUndefined();
    expect(tables.has(NEW)).toBe(true);
  });

  it('is not asked for where it was closed meanwhile, or refused for good', () => {
    openTable(NEW);
    refuse(`watch:${NEW}`, busy);
    closeTable(NEW);
    asked = [];
    aSecondPasses();
    expect(asked).toEqual([]);
    openTable(NEW);
    refuse(`watch:${NEW}`, { ...busy, code: 'not_found', retry_after: undefined });
    expect(room.shut[NEW]?.code).toBe('not_found');
    expect(waits).toEqual([]);
  });

  it('leaves a table that is shown as it is', () => {
    openTable(NEW);
    hear({ type: 'table', seq: 1, time: 0, snapshot: { ...snapshot, table: NEW }, so_far: [], names: [] });
    draw();
    refuse(`watch:${NEW}`, busy);
    expect(tables.state(NEW)?.closed).toBeNull();
    expect(room.shut[NEW]).toBeUndefined();
  });

  it('and is shown says why there is no more of it: it is gone, or goes on without the reader', () => {
    openTable(NEW);
    const told = () => {
      const { closed, out } = tables.state(NEW)!;
      return { closed, out };
    };
    for (const code of ['not_found', 'forbidden'] as const) {
      hear({ type: 'table', seq: ++seq, time: 0, snapshot: { ...snapshot, table: NEW }, so_far: [], names: [] });
      draw();
      refuse(`watch:${NEW}`, { ...busy, code, detail: code, retry_after: undefined });
      expect(told()).toEqual(code === 'forbidden' ? { closed: null, out: code } : { closed: code, out: null });
    }
  });

  it('may be a tournament', () => {
    watchTournament(7, true);
    refuse('watch_tournament:7', busy);
    aSecondPasses();
    expect(asked).toEqual([1, 2].map(() => ({ type: 'watch_tournament', tournament: 7, on: true, code: null })));
    watchTournament(7, false);
    refuse('watch_tournament:7', busy);
    aSecondPasses();
    expect(asked).toHaveLength(3);
  });
});

describe('what was chosen beforehand', () => {
  const { table } = raise();
  const mine = { ...table.hand!.turn! };
  const others = { ...table, hand: { ...table.hand!, turn: null } };

  it.each([
    ['calls nobody to a turn that it plays', 120, ['act'], []],
    ['leaves the turn to the reader where it doesn’t fit', 60, [], ['turn']],
  ])('%s', (_, amount, plays, heard) => {
    hear({ type: 'table', seq: 1, time: 0, snapshot: others, so_far: [], names: [] });
    draw();
    choose(others.table, { kind: 'call', amount });
    sounds.length = 0;
    hear({ type: 'events', table: others.table, seq: 2, time: 0, events: [{ type: 'turn', turn: mine }] });
    draw();
    expect(sent.map(({ type }) => type)).toEqual(plays);
    expect(sounds).toEqual(heard);
  });
});
