// The connection to the room: it resumes where it left off, sends a command again until it is answered, and says how
// it fares. It knows messages, not tables.

import type { Answer, ClientMessage, Command, ServerMessage } from '../protocol/messages';

export type Link =
  | { state: 'connecting' | 'open' }
  /** Lost; trying for the nth time. */
  | { state: 'lost'; tries: number }
  /** The server sent us away for good. */
  | { state: 'closed'; reason: string };

export interface Listener {
  message(message: ServerMessage): void;
  link(link: Link): void;
  /** What to ask for on every new connection: what is watched, from where. */
  resume(): ClientMessage[];
}

interface Waiting {
  text: string;
  done(answer: Answer): void;
}

const LONGEST_WAIT_MS = 10_000;
const PING_MS = 20_000;
/** The server answers every ping: after this long without a word the connection is dead, whatever the browser thinks. */
const DEAD_MS = 45_000;

/** How long to wait before the nth try: doubling, with some chance in it, so that a restarted room is not stormed. */
export const backoff = (tries: number, chance: number): number =>
  Math.min(LONGEST_WAIT_MS, 250 * 2 ** Math.min(tries, 8)) * (0.6 + 0.4 * chance);

export class Socket {
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private next = 1;
  private closed = false;
  private heardAt = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly open: (address: string) => WebSocket = (to) => new WebSocket(to),
  ) {}

  connect(): void {
    clearTimeout(this.retry);
    // One at a time: of a try that is still under way nobody would ever hear again.
    this.hangUp();
    this.closed = false;
    this.listener.link(this.tries === 0 ? { state: 'connecting' } : { state: 'lost', tries: this.tries });
    const socket = this.open(this.address);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.received(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  /** Sends a command; the promise is kept across a lost connection, since the id makes a second sending harmless. */
  command(table: number, command: Command): Promise<Answer> {
    const id = `${this.prefix}-${this.next++}`;
    const text = JSON.stringify({ type: 'command', id, table, command } satisfies ClientMessage);
    return new Promise((done) => {
      this.waiting.set(id, { text, done });
      this.transmit(text);
    });
  }

  send(message: ClientMessage): void {
    this.transmit(JSON.stringify(message));
  }

  /** The connection is known to be gone before the browser says so of the socket: the network went away. */
  drop(): void {
    if (!this.socket || this.closed) return;
    this.hangUp();
    this.lost();
  }

  /** The network is back: no need to wait any longer. Who was sent away stays away. */
  pickUp(): void {
    if (!this.closed) this.retryNow();
  }

  /** Tries again at once. */
  retryNow(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.ping);
    this.hangUp();
  }

  /** Lets go of the socket, whose end is then nothing to tell of. */
  private hangUp(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private received(message: ServerMessage): void {
    this.heardAt = Date.now();
    switch (message.type) {
      case 'welcome':
        this.tries = 0;
        clearInterval(this.ping);
        this.ping = setInterval(() => {
          if (Date.now() - this.heardAt > DEAD_MS) this.drop();
          else this.send({ type: 'ping', echo: Date.now() });
        }, PING_MS);
        this.listener.link({ state: 'open' });
        this.listener.message(message);
        for (const ask of this.listener.resume()) this.send(ask);
        for (const { text } of this.waiting.values()) this.transmit(text);
        return;
      case 'answer': {
        const waiting = message.id === null ? undefined : this.waiting.get(message.id);
        if (message.id !== null) this.waiting.delete(message.id);
        waiting?.done(message);
        return this.listener.message(message);
      }
      case 'bye': {
        const again = message.problem.code === 'unavailable' || message.problem.code === 'too_many';
        if (!again) {
          this.closed = true;
          this.listener.link({ state: 'closed', reason: message.problem.detail });
        }
        return;
      }
      default:
        return this.listener.message(message);
    }
  }

  private lost(): void {
    clearInterval(this.ping);
    if (this.closed) return;
    this.tries++;
    this.listener.link({ state: 'lost', tries: this.tries });
    this.retry = setTimeout(() => this.connect(), backoff(this.tries, Math.random()));
  }

  private transmit(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
