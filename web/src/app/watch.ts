// What the page follows: the tables that are open, the lobby, tournaments. It is asked for again on every new connection.

import { untrack } from 'svelte';
import type { ClientMessage } from '../protocol/messages';
import { send } from './line';
import { room, tables } from './room.svelte';

const codes = new Map<number, string>();
/** The tournaments that are followed, with the codes of private ones. */
const tournaments = new Map<number, string | null>();
let lobby = false;

export function watchLobby(on: boolean): void {
  lobby = on;
  send({ type: 'watch_lobby', on });
}

export function watchTournament(tournament: number, on: boolean, code: string | null = null): void {
  if (on) tournaments.set(tournament, code);
  else tournaments.delete(tournament);
  send({ type: 'watch_tournament', tournament, on, code });
}

/** The tables at which the reader wants to sit down as soon as they are open. */
const wantsSeat = new Set<number>();
export const askForSeat = (table: number): void => void wantsSeat.add(table);
/** Whether a seat was asked for; it is asked once. */
export const seatAsked = (table: number): boolean => wantsSeat.delete(table);

/** Opens a table in a tab. */
export function openTable(table: number, code?: string): void {
  if (code && codes.get(table) !== code) {
    codes.set(table, code);
    // A door that was shut may open to whoever has the code.
    if (untrack(() => room.shut[table])) closeTable(table);
  }
  if (room.open.includes(table)) return;
  room.open = [...room.open, table];
  send(watching(table));
}

/** Closes a table's tab. Whoever sits there still sits there. */
export function closeTable(table: number): void {
  room.open = room.open.filter((open) => open !== table);
  send({ type: 'unwatch', table });
  tables.delete(table);
  delete room.shut[table];
}

/** Asks for a table, from what is known of it on; or for all of it. */
export const watching = (table: number, since: number | null = tables.state(table)?.seq ?? null): ClientMessage => ({
  type: 'watch',
  table,
  since,
  code: codes.get(table) ?? null,
});

/** Asks once more for a table or a tournament that couldn't be told just then, if it is followed still. */
export function askAgain(what: string, number: number): void {
  const isIt = (ask: ClientMessage) =>
    ask.type === what &&
    (('table' in ask && ask.table === number) || ('tournament' in ask && ask.tournament === number));
  const ask = followed().find(isIt);
  if (ask) send(ask);
}

/** Everything that is followed. */
export function followed(): ClientMessage[] {
  const asks = room.open.map((table) => watching(table));
  if (lobby) asks.push({ type: 'watch_lobby', on: true });
  for (const [tournament, code] of tournaments) asks.push({ type: 'watch_tournament', tournament, on: true, code });
  return asks;
}
