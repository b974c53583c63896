// The room as the page sees it: the account, the lobby, the tables that are open, and the connection.

import { SvelteMap } from 'svelte/reactivity';
import { get, post, useCsrf } from '../net/api';
import { hasChain, newAnchor } from '../net/chain';
import { Socket, type Link } from '../net/socket';
import type {
  Account,
  ClientMessage,
  Command,
  GameInfo,
  Lobby,
  Play,
  Problem,
  ServerMessage,
  TournamentSnapshot,
} from '../protocol/messages';
import { resolve } from '../state/preaction';
import { mySeat, myTurn, type LogLine, type PreAction, type TableState } from '../state/table';
import { follows, inParts, update, type TableMessage } from '../state/update';
import { batched } from './batch';
import { go, here } from './router.svelte';
import { settings } from './settings.svelte';
import { answerCommitment } from './shuffle';
import { tell } from './tell';

interface Room {
  account: Account | null;
  games: GameInfo[];
  lobby: Lobby | null;
  tournaments: Record<number, TournamentSnapshot>;
  link: Link;
  /** When the connection was lost, to wait a moment before saying so. */
  lostAt: number | null;
  /** The server's clock minus this browser's, in milliseconds. */
  ahead: number;
  /** The tables that are open, in the order of their tabs. */
  open: number[];
  /** The last refusal at a table, until it is closed or replaced. */
  refusals: Record<number, Problem>;
  /** What happened at a table while the connection was away; `null` where nobody can say. */
  missed: Record<number, LogLine[] | null>;
  error: string | null;
}

export const room = $state<Room>({
  account: null,
  games: [],
  lobby: null,
  tournaments: {},
  link: { state: 'connecting' },
  lostAt: null,
  ahead: 0,
  open: [],
  refusals: {},
  missed: {},
  error: null,
});

/**
 * The tables' states; each is replaced whole with every message, and never changed within. A message wakes only what
 * is drawn of its own table.
 */
export const tables = new SvelteMap<number, TableState>();

const codes = new Map<number, string>();
const watchedTournaments = new Set<number>();
let socket: Socket | undefined;
let watchesLobby = false;
/** The server's time when a lost connection was found again: what is older was missed. */
let backAt: number | null = null;
/** How long the page says what was missed. */
const TELLS_MISSED_MS = 4000;

/** Milliseconds of the server's time. */
export const serverNow = (): number => Date.now() + room.ahead;

export const gameInfo = (id: string): GameInfo | undefined => room.games.find((game) => game.id === id);

/** Comes in: an account (a guest's, if there was none), the games, and then the socket. */
export async function enter(): Promise<void> {
  try {
    const [account, games] = await Promise.all([get<Account>('/account'), get<GameInfo[]>('/games')]);
    takeAccount(account);
    room.games = games;
    room.error = null;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    socket = new Socket(`${scheme}://${location.host}/ws/v1`, { message: hear, link: linked, resume });
    socket.connect();
    window.onoffline = () => socket?.drop();
    window.ononline = retryNow;
  } catch (error) {
    room.error = error instanceof Error ? error.message : String(error);
    setTimeout(() => void enter(), 2000);
  }
}

export function takeAccount(account: Account): void {
  room.account = account;
  useCsrf(account.csrf);
}

/** Starts again as somebody else: after signing in or out. */
export function reenter(): void {
  socket?.close();
  tables.clear();
  room.open = [];
  void enter();
}

export const retryNow = (): void => socket?.retryNow();

export function watchLobby(on: boolean): void {
  watchesLobby = on;
  socket?.send({ type: 'watch_lobby', on });
}

export function watchTournament(tournament: number, on: boolean): void {
  if (on) watchedTournaments.add(tournament);
  else watchedTournaments.delete(tournament);
  socket?.send({ type: 'watch_tournament', tournament, on });
}

/** The tables at which the reader wants to sit down as soon as they are open. */
const wantsSeat = new Set<number>();
export const askForSeat = (table: number): void => void wantsSeat.add(table);
/** Whether a seat was asked for; it is asked once. */
export const seatAsked = (table: number): boolean => wantsSeat.delete(table);

/** Opens a table in a tab. */
export function openTable(table: number, code?: string): void {
  if (code) codes.set(table, code);
  if (room.open.includes(table)) return;
  room.open = [...room.open, table];
  socket?.send(watching(table));
}

/** Closes a table's tab. Whoever sits there still sits there. */
export function closeTable(table: number): void {
  room.open = room.open.filter((open) => open !== table);
  socket?.send({ type: 'unwatch', table });
  tables.delete(table);
}

/** Does something at a table. A refusal is shown there, and returned. */
export async function command(table: number, what: Command): Promise<Problem | null> {
  const answer = await socket!.command(table, what);
  if (answer.problem && answer.problem.code !== 'stale') room.refusals[table] = answer.problem;
  else delete room.refusals[table];
  return answer.problem;
}

/** Does something at a table that the reader did not ask for: a refusal is nothing to show. */
const quietly = async (table: number, what: Command): Promise<Problem | null> =>
  (await socket!.command(table, what)).problem;

/** Takes a seat, adding this browser's part to the shuffle. */
export function sit(table: number, seat: number | null, buyIn: number): Promise<Problem | null> {
  const account = room.account?.account ?? 0;
  return command(table, { type: 'sit', seat, buy_in: buyIn, anchor: newAnchor(account, table) });
}

/** Plays again, with the chain that is kept here, or a new one where it was lost. */
export function comeBack(table: number): Promise<Problem | null> {
  const account = room.account?.account ?? 0;
  return command(table, { type: 'return', anchor: hasChain(account, table) ? null : newAnchor(account, table) });
}

/** Posts what is owed as soon as it may, where the reader wants that; otherwise the dock asks. */
export function postOwed({ table: { table, you } }: TableState): void {
  if (settings.autoPost && you.owes_blinds && !you.auto_post) void quietly(table, { type: 'post', when: 'now' });
}

/** Plays in turn. */
export function act(state: TableState, play: Play): Promise<Problem | null> {
  const turn = myTurn(state);
  const hand = state.table.hand;
  if (!turn || !hand) return Promise.resolve(null);
  return command(state.table.table, { type: 'act', hand: hand.hand, turn: turn.turn, play });
}

/** Chooses beforehand, or takes it back. */
export function choose(table: number, pre: PreAction | null): void {
  patch(table, { pre, cleared: null });
}

export function patch(table: number, change: Partial<TableState>): void {
  const state = tables.get(table);
  if (state) tables.set(table, { ...state, ...change });
}

/** Finds a seat: the fullest table of the game at these stakes with a chair free. */
export async function quickSeat(body: { game: string; stakes?: string }): Promise<number | undefined> {
  const fits = (room.lobby?.tables ?? []).filter(
    (table) =>
      table.spread.game === body.game &&
      (body.stakes === undefined || table.spread.stakes === body.stakes) &&
      table.people + table.bots < table.seats,
  );
  fits.sort((a, b) => b.people - a.people || b.bots - a.bots);
  const best = fits[0];
  if (!best) return undefined;
  openTable(best.table);
  const chips = Math.min(best.buy_in[1], Math.max(best.buy_in[0], room.account?.chips ?? 0));
  await sit(best.table, null, chips);
  return best.table;
}

export async function claim(name: string, password?: string): Promise<void> {
  takeAccount(await post<Account>('/account/claim', { name, ...(password ? { password } : {}) }));
}

const watching = (table: number): ClientMessage => ({
  type: 'watch',
  table,
  since: tables.get(table)?.seq ?? null,
  code: codes.get(table) ?? null,
});

function resume(): ClientMessage[] {
  const asks: ClientMessage[] = room.open.map(watching);
  if (watchesLobby) asks.push({ type: 'watch_lobby', on: true });
  for (const tournament of watchedTournaments) asks.push({ type: 'watch_tournament', tournament, on: true });
  return asks;
}

function linked(link: Link): void {
  if (link.state === 'lost') room.lostAt ??= Date.now();
  // A first connection has missed nothing.
  if (link.state === 'open' && room.lostAt !== null) backAt = 0;
  if (link.state === 'open') room.lostAt = null;
  room.link = link;
}

const hearSoon = batched<ServerMessage>(received, tableOf);

function tableOf(message: ServerMessage): number | undefined {
  if (message.type === 'table') return message.snapshot.table;
  return message.type === 'events' ? message.table : undefined;
}

function hear(message: ServerMessage): void {
  // What is asked for after a welcome depends on what it says, so that it can't wait for a frame.
  if (message.type === 'welcome') received(message);
  else if (message.type === 'table' || message.type === 'events') inParts(message).forEach(hearSoon);
  else hearSoon(message);
}

function received(message: ServerMessage): void {
  switch (message.type) {
    case 'welcome':
      room.ahead = message.time - Date.now();
      if (backAt === 0) cameBack(message.time);
      room.account = { ...message.account, csrf: message.account.csrf ?? room.account?.csrf };
      for (const table of message.tables) if (!room.open.includes(table)) room.open = [...room.open, table];
      return;
    case 'table':
    case 'events':
      // What was missed comes with the time it happened at, which says nothing of now.
      room.ahead = Math.max(room.ahead, message.time - Date.now());
      return tableMessage(message);
    case 'lobby':
      room.lobby = { tables: message.tables, tournaments: message.tournaments, players: message.players };
      return;
    case 'tournament':
      room.tournaments[message.summary.tournament] = message;
      return;
    case 'wallet':
      if (room.account) room.account.chips = message.chips;
      return;
    case 'seat':
      return called(message.table);
    case 'pong':
      room.ahead = message.time - Date.now();
      return;
    default:
      return;
  }
}

/** A tournament has a chair for the reader: whoever looks at the table it was moved from goes along. */
function called(table: number): void {
  openTable(table);
  const now = here();
  const seen = now.page === 'table' ? tables.get(now.table) : undefined;
  if (seen && seen.table.tournament !== null && !mySeat(seen)) go({ page: 'table', table });
}

function tableMessage(message: TableMessage): void {
  const id = tableOf(message)!;
  const before = tables.get(id);
  if (message.type === 'events' && before && !follows(before, message)) {
    socket?.send({ type: 'watch', table: id, since: before.seq, code: codes.get(id) ?? null });
    return;
  }
  const after = update(before, message);
  if (!after || after === before) return;
  tables.set(id, after);
  if (before && backAt !== null) noteMissed(id, message, after);
  // Cards that were dealt while nobody listened are only in a snapshot.
  if (message.type === 'events' && mySeat(after)?.cards.includes(null)) {
    return socket?.send({ type: 'watch', table: id, since: null, code: codes.get(id) ?? null });
  }
  tell(after);
  void answerCommitment(after, room.account?.account ?? 0, quietly).then((late) => {
    // Nobody chose to sit out: the page was asleep, or the machine busy, when its link was asked for.
    const now = tables.get(id);
    if (late && now && mySeat(now)?.state === 'sitting_out') void comeBack(id);
  });
  if (!before?.table.you.owes_blinds) postOwed(after);
  playAhead(after);
}

/** The connection is found again: for a while every table says what was missed there. */
function cameBack(time: number): void {
  backAt = time;
  room.missed = Object.fromEntries(room.open.map((table) => [table, []]));
  setTimeout(() => {
    backAt = null;
    room.missed = {};
  }, TELLS_MISSED_MS);
}

function noteMissed(id: number, message: { type: string; time: number }, after: TableState): void {
  const already = room.missed[id];
  if (message.type === 'table') room.missed[id] = null;
  else if (already && message.time < backAt!) {
    room.missed[id] = [...already, ...after.moments.flatMap((one) => (one.kind === 'acted' ? [one.line] : []))];
  }
}

/** Plays what was chosen beforehand, if it still fits. */
function playAhead(state: TableState): void {
  const turn = myTurn(state);
  if (!turn?.legal || !state.pre || !state.moments.some((moment) => moment.kind === 'turn' && moment.mine)) return;
  const play = resolve(state.pre, turn.legal);
  patch(state.table.table, { pre: null });
  if (play) void act(state, play);
}
