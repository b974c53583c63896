// What the server says, and what the page makes of it.

import type { Answer, ServerMessage } from '../protocol/messages';
import { resolve } from '../state/preaction';
import { mySeat, myTurn, type TableState } from '../state/table';
import { follows, inParts, update, type TableMessage } from '../state/update';
import { takeAccount } from './account';
import { batched } from './batch';
import { act, comeBack, postOwed, quietly } from './commands';
import { send } from './line';
import { patch, room, tables } from './room.svelte';
import { go, here } from './router.svelte';
import { Excused, Links } from './shuffle';
import { tell } from './tell';
import { askAgain, closeTable, openTable, watching } from './watch';
import { isElsewhere } from './windows.svelte';

/** How long the page says what was missed. */
const TELLS_MISSED_MS = 4000;
/** The server's time when a lost connection was found again, what is older was missed; before it is told, 0. */
let backAt: number | null = null;
/** The server's time when it last said welcome: what is older is told again. */
let welcomedAt = 0;

const hearSoon = batched<ServerMessage>(received, tableOf);

export function hear(message: ServerMessage): void {
  // What is asked for after a welcome depends on what it says, so that it can't wait for a frame; an answer, or a sign of
  // life, is seldom anything to draw, and would take a frame from what is.
  if (message.type === 'welcome' || message.type === 'answer' || message.type === 'pong') received(message);
  else if (message.type === 'table' || message.type === 'events') {
    void answerCommitment(message);
    inParts(message).forEach(hearSoon);
  } else hearSoon(message);
}

/** The connection is there again: the next welcome says since when. */
export function foundAgain(): void {
  backAt = 0;
}

function tableOf(message: ServerMessage): number | undefined {
  if (message.type === 'table') return message.snapshot.table;
  return message.type === 'events' ? message.table : undefined;
}

function received(message: ServerMessage): void {
  switch (message.type) {
    case 'welcome':
      room.ahead = message.time - Date.now();
      welcomedAt = message.time;
      if (backAt === 0) cameBack(message.time);
      takeAccount(message.account);
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
    case 'answer':
      return answered(message);
    case 'seat':
      return called(message.table);
    case 'pong':
      room.ahead = message.time - Date.now();
      return;
    default:
      return;
  }
}

/** To follow something was refused: there is none, or it closed while nobody listened, or it is private; or only for now. */
function answered({ id, problem }: Answer): void {
  const [, what, number] = /^(watch|watch_tournament):(\d+)$/.exec(id ?? '') ?? [];
  if (!problem || !what) return;
  const followed = Number(number);
  if (problem.retry_after) setTimeout(() => askAgain(what, followed), problem.retry_after * 1000);
  if (what !== 'watch') return;
  if (!tables.has(followed)) room.shut[followed] = problem;
  else if (!problem.retry_after) patch(followed, { [problem.code === 'forbidden' ? 'out' : 'closed']: problem.detail });
}

/** There is a chair for the reader, by a tournament or by waiting: whoever looks at the table it was moved from goes along. */
function called(table: number): void {
  openTable(table);
  const now = here();
  const seen = now.page === 'table' ? tables.state(now.table) : undefined;
  if (seen && seen.table.tournament !== null && !mySeat(seen)) go({ page: 'table', table });
}

/** Whoever was moved to another table of a tournament follows the one that it was moved from no longer. */
function leaveBehind({ table: { table, tournament, you } }: TableState): void {
  if (tournament === null || you.seat === null) return;
  const now = here();
  for (const other of room.open) {
    const there = tables.state(other);
    if (other === table || !there || there.table.tournament !== tournament || mySeat(there)) continue;
    if (now.page !== 'table' || now.table !== other) closeTable(other);
  }
}

function tableMessage(message: TableMessage): void {
  const id = tableOf(message)!;
  const before = tables.state(id);
  if (message.type === 'events' && before && !follows(before, message)) return send(watching(id));
  const after = update(before, message);
  if (!after || after === before) return;
  tables.set(id, after);
  if (!before) {
    delete room.shut[id];
    leaveBehind(after);
  }
  if (before && backAt !== null) noteMissed(id, message, after);
  // Cards that were dealt while nobody listened are only in a snapshot.
  if (message.type === 'events' && mySeat(after)?.cards.includes(null)) return send(watching(id, null));
  // What was chosen beforehand is played before anybody is called to decide it.
  const decided = playAhead(after);
  if (!isElsewhere(id))
    tell(decided ? { ...after, moments: after.moments.filter(({ kind }) => kind !== 'turn') } : after);
  excuse(after);
  if (!before?.table.you.owes_blinds) postOwed(after);
}

const links = new Links(quietly);
const excused = new Excused();

/** Gives the link that a message asks for, before anything of it is drawn. */
async function answerCommitment(message: TableMessage): Promise<void> {
  const hand = await links.hear(message, room.account?.account ?? 0, welcomedAt);
  if (hand === undefined) return;
  const id = tableOf(message)!;
  excused.wasLate(id, hand);
  const now = tables.state(id);
  if (now) excuse({ ...now, moments: [] });
}

/** Comes back from sitting out where only a late link was the reason. */
function excuse(state: TableState): void {
  if (excused.sitsOut(state, room.account?.account ?? 0)) void comeBack(state.table.table);
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

/** Plays what was chosen beforehand, if it still fits; whether it did. */
function playAhead(state: TableState): boolean {
  const turn = myTurn(state);
  if (!turn?.legal || !state.pre || !state.moments.some((moment) => moment.kind === 'turn' && moment.mine))
    return false;
  const play = resolve(state.pre, turn.legal);
  patch(state.table.table, { pre: null });
  if (play) void act(state, play);
  return play !== null;
}
