import { describe, expect, it, vi } from 'vitest';
import { chain, bytesToHex, hexToBytes } from '../fair/crp1';
import type { ClientMessage, ServerMessage } from '../protocol/messages';
import { hasChain, LENGTH, linkFor, newAnchor } from './chain';
import { backoff, Socket, type Link } from './socket';

/** A wire whose other end the test holds. */
class Wire {
  static readonly OPEN = 1;
  readyState = 1;
  sent: ClientMessage[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close() {
    this.readyState = 3;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut() {
    this.readyState = 3;
    this.onclose?.();
  }
}

function connection() {
  const wires: Wire[] = [];
  const links: Link[] = [];
  const heard: ServerMessage[] = [];
  const socket = new Socket(
    'ws://room',
    {
      message: (message) => heard.push(message),
      link: (state) => links.push(state),
      resume: () => [{ type: 'watch', table: 7, since: 41, code: null }],
    },
    () => {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
  );
  socket.connect();
  return { socket, wires, links, heard };
}

const welcome = { type: 'welcome', version: 1, server: 'x', time: 0, account: {}, tables: [] };

describe('the connection', () => {
  it('asks for what is watched, from where it left off, every time it is made', () => {
    vi.useFakeTimers();
    const { wires, links } = connection();
    wires[0]!.say(welcome);
    expect(wires[0]!.sent).toEqual([{ type: 'watch', table: 7, since: 41, code: null }]);
    wires[0]!.cut();
    expect(links.at(-1)).toEqual({ state: 'lost', tries: 1 });
    vi.advanceTimersByTime(2000);
    wires[1]!.say(welcome);
    expect(wires[1]!.sent[0]).toEqual({ type: 'watch', table: 7, since: 41, code: null });
    expect(links.at(-1)).toEqual({ state: 'open' });
    vi.useRealTimers();
  });

  it('counts a silent connection as lost, and one whose network went away', () => {
    vi.useFakeTimers();
    const { socket, wires, links } = connection();
    wires[0]!.say(welcome);
    for (let i = 0; i < 2; i++) {
      vi.advanceTimersByTime(20_000);
      wires[0]!.say({ type: 'pong', echo: 0, time: 0 });
    }
    expect(links.at(-1)).toEqual({ state: 'open' });
    vi.advanceTimersByTime(60_000);
    expect(links).toContainEqual({ state: 'lost', tries: 1 });
    wires.at(-1)!.say(welcome);
    const made = wires.length;
    socket.drop();
    expect(links.at(-1)).toEqual({ state: 'lost', tries: 1 });
    vi.advanceTimersByTime(2000);
    expect(wires.length).toBeGreaterThan(made);
    vi.useRealTimers();
  });

  it('sends a command again with the same id until it is answered, and then no more', async () => {
    vi.useFakeTimers();
    const { socket, wires } = connection();
    wires[0]!.say(welcome);
    const answer = socket.command(7, { type: 'leave' });
    const first = wires[0]!.sent.at(-1);
    wires[0]!.cut();
    vi.advanceTimersByTime(2000);
    wires[1]!.say(welcome);
    expect(wires[1]!.sent.at(-1)).toEqual(first);
    wires[1]!.say({ type: 'answer', id: (first as { id: string }).id, problem: null });
    expect((await answer).problem).toBeNull();
    wires[1]!.cut();
    vi.advanceTimersByTime(2000);
    wires[2]!.say(welcome);
    expect(wires[2]!.sent).toHaveLength(1);
    vi.useRealTimers();
  });

  it('stays away when it is told to', () => {
    vi.useFakeTimers();
    const { wires, links } = connection();
    wires[0]!.say({ type: 'bye', problem: { code: 'forbidden', detail: 'open in another window' } });
    wires[0]!.cut();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(links.at(-1)).toEqual({ state: 'closed', reason: 'open in another window' });
    vi.useRealTimers();
  });

  it('lets go of a try that is under way when it tries anew', () => {
    vi.useFakeTimers();
    const { socket, wires, links, heard } = connection();
    wires[0]!.readyState = 0;
    socket.retryNow();
    expect(wires.map((wire) => wire.readyState)).toEqual([3, 1]);
    // Its end is no loss, and whatever it still says is nobody's.
    wires[0]!.cut();
    wires[0]!.say(welcome);
    expect(links.map(({ state }) => state)).toEqual(['connecting', 'connecting']);
    wires[1]!.say(welcome);
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(wires).toHaveLength(2);
    vi.useRealTimers();
  });

  it('tries at once when the network is back, unless it was sent away', () => {
    const { socket, wires } = connection();
    wires[0]!.say(welcome);
    socket.pickUp();
    expect(wires, 'open still').toHaveLength(1);
    socket.drop();
    socket.pickUp();
    expect(wires).toHaveLength(2);
    wires[1]!.say({ type: 'bye', problem: { code: 'forbidden', detail: 'open in another window' } });
    wires[1]!.cut();
    socket.pickUp();
    expect(wires).toHaveLength(2);
    socket.retryNow();
    expect(wires, 'asked for by the reader').toHaveLength(3);
    socket.close();
  });

  it('waits longer each time, and never longer than ten seconds', () => {
    expect(backoff(1, 0)).toBeLessThan(backoff(3, 0));
    expect(backoff(50, 1)).toBe(10_000);
  });
});

describe('the reader’s chain', () => {
  it('gives links that lead back to the anchor, one after another', async () => {
    const anchor = await newAnchor(5, 7);
    for (let k = 1; k <= 130; k++) {
      const given = (await linkFor(5, 7, `c${k}`))!;
      expect(await linkFor(5, 7, `c${k}`), 'the same to the same commitment').toBe(given);
      if (k === 1 || k > 126) expect(bytesToHex(chain(hexToBytes(given), k)), `link ${k}`).toBe(anchor);
    }
    expect(hasChain(5, 7)).toBe(true);
    expect(await linkFor(5, 8, 'c1')).toBeUndefined();
    expect(hasChain(5, 8)).toBe(false);
  });

  it('ends', async () => {
    await newAnchor(6, 7);
    for (let k = 0; k < LENGTH; k++) expect(await linkFor(6, 7, `c${k}`)).toBeDefined();
    expect(await linkFor(6, 7, 'one more')).toBeUndefined();
  });
});
