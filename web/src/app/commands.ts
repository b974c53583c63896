// What the reader does at a table.

import { hasChain, keptChain, newAnchor, putBack } from '../net/chain';
import type { Command, Play, Problem } from '../protocol/messages';
import { myTurn, type PreAction, type TableState } from '../state/table';
import { ask } from './line';
import { patch, room, tables } from './room.svelte';
import { settings } from './settings.svelte';

/** Does something at a table. A refusal is shown there, and returned. */
export async function command(table: number, what: Command): Promise<Problem | null> {
  const { problem } = await ask(table, what);
  if (problem && problem.code !== 'stale') room.refusals[table] = problem;
  else delete room.refusals[table];
  return problem;
}

/** Does something at a table that the reader did not ask for: a refusal is nothing to show. */
export const quietly = async (table: number, what: Command): Promise<Problem | null> =>
  (await ask(table, what)).problem;

/** The tables where a seat is being taken. */
const sitting = new Map<number, Promise<Problem | null>>();

/**
 * Takes a seat, adding this browser's part to the shuffle. Whoever clicks twice wants one seat: a second anchor would take
 * the place of the one that the room has, and the next hand wait in vain for its link.
 */
export function sit(table: number, seat: number | null, buyIn: number): Promise<Problem | null> {
  const taken = sitting.get(table) ?? takeSeat(table, seat, buyIn).finally(() => sitting.delete(table));
  sitting.set(table, taken);
  return taken;
}

async function takeSeat(table: number, seat: number | null, buyIn: number): Promise<Problem | null> {
  const account = room.account?.account ?? 0;
  const kept = keptChain(account, table);
  const anchor = await newAnchor(account, table);
  const problem = await command(table, { type: 'sit', seat, buy_in: buyIn, anchor });
  // Who sits there already, by another window, plays on with the chain it began with.
  if (problem) putBack(account, table, kept);
  return problem;
}

/** Plays again, with the chain that is kept here, or a new one where it was lost, here or by the room. */
export async function comeBack(table: number): Promise<Problem | null> {
  const account = room.account?.account ?? 0;
  const goesOn = tables.state(table)?.table.you.chain && hasChain(account, table);
  return command(table, { type: 'return', anchor: goesOn ? null : await newAnchor(account, table) });
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

/** What was taken back has been told for long enough, unless something else is told by now. */
export function toldCleared(table: number, told: TableState['cleared']): void {
  if (tables.state(table)?.cleared === told) patch(table, { cleared: null });
}
