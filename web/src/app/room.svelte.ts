// The room as the page sees it: the account, the lobby, the tables that are open, and how the connection is.

import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Link } from '../net/socket';
import type { Account, GameInfo, Lobby, Problem, TournamentSnapshot } from '../protocol/messages';
import { Live } from '../state/live.svelte';
import { PIECES, type LogLine, type TableState } from '../state/table';

/** What is always replaced whole is kept as it came: to look into it costs nothing. */
class Room {
  account = $state<Account | null>(null);
  games = $state.raw<GameInfo[]>([]);
  lobby = $state.raw<Lobby | null>(null);
  tournaments = $state<Record<number, TournamentSnapshot>>({});
  link = $state.raw<Link>({ state: 'connecting' });
  /** Whether the connection is lost; a blink of it is not worth a word. */
  lost = $state.raw<'no' | 'briefly' | 'long'>('no');
  /** The server's clock minus this browser's, in milliseconds. */
  ahead = $state.raw(0);
  /** The tables that are open, in the order of their tabs. */
  open = $state.raw<number[]>([]);
  /** The table that the reader wants to leave: it asks whether that is so. */
  leaving = $state.raw<number | null>(null);
  /** The last refusal at a table, until it is closed or replaced. */
  refusals = $state<Record<number, Problem>>({});
  /** Tables that are not shown to this reader, and why: there is none of that number, or it is private. */
  shut = $state<Record<number, Problem>>({});
  /** What happened at a table while the connection was away; `null` where nobody can say. */
  missed = $state<Record<number, LogLine[] | null>>({});
  error = $state.raw<string | null>(null);
  /** The room does not take this page for its own: it was opened at another address than the room's. */
  elsewhere = $state.raw(false);
}

export const room = new Room();

/** The tables' states; each is replaced whole with every message, and never changed within. */
class Tables {
  private readonly states = new Map<number, TableState>();
  private readonly drawn = new SvelteMap<number, Live<TableState>>();

  /** A table as it is now. */
  state(table: number): TableState | undefined {
    return this.states.get(table);
  }

  /** A table to be drawn, or asked about while drawing: a message wakes only what is drawn of what it changed. */
  get(table: number): TableState | undefined {
    return this.drawn.get(table)?.view;
  }

  has(table: number): boolean {
    return this.drawn.has(table);
  }

  set(table: number, state: TableState): void {
    this.states.set(table, state);
    const live = untrack(() => this.drawn.get(table));
    if (live) live.put(state);
    else this.drawn.set(table, new Live(state, PIECES));
  }

  delete(table: number): void {
    this.states.delete(table);
    this.drawn.delete(table);
  }

  clear(): void {
    this.states.clear();
    this.drawn.clear();
  }
}

export const tables = new Tables();

/** Milliseconds of the server's time. */
export const serverNow = (): number => Date.now() + room.ahead;

export const gameInfo = (id: string): GameInfo | undefined => room.games.find((game) => game.id === id);

/** Whether the reader sits at a table, as far as the page has been told. */
export const sitsAt = (table: number): boolean => (tables.get(table)?.table.you.seat ?? null) !== null;

/** Changes what the page itself keeps of a table. */
export function patch(table: number, change: Partial<TableState>): void {
  const state = tables.state(table);
  if (state) tables.set(table, { ...state, ...change });
}
