// The reader's part in each hand's shuffle: when the dealer has committed, the page gives the next link of its chain.

import { chainLost, linkTaken, nextLink } from '../net/chain';
import type { Command, Problem } from '../protocol/messages';
import { mySeat, type TableState } from '../state/table';

type Send = (table: number, what: Command) => Promise<Problem | null>;

/** Gives the link that is asked for, if one is; tells of which hand it came too late. */
export async function answerCommitment(state: TableState, account: number, send: Send): Promise<number | undefined> {
  const { you, table } = state.table;
  const asked = state.moments.find((moment) => moment.kind === 'committed');
  if (!asked || you.seat === null || !asked.links.includes(you.seat)) return undefined;
  const link = nextLink(account, table);
  if (link === undefined) return undefined;
  const problem = await send(table, { type: 'link', hand: asked.hand, link });
  if (!problem) linkTaken(account, table);
  return problem ? asked.hand : undefined;
}

/**
 * Who sits out for a link that came too late, and comes back: nobody chose that, the page was asleep or the machine busy.
 * That the link was late and that the hand isn't dealt are told apart, in either order: an answer waits for no frame.
 */
export class Excused {
  private readonly late = new Map<number, number>();
  private readonly burned = new Map<number, number>();

  /** The link of a hand was refused. */
  wasLate(table: number, hand: number): void {
    this.late.set(table, hand);
  }

  /** Whether the reader sits out at a table for a late link alone; that is told once. */
  sitsOut(state: TableState, account: number): boolean {
    const { table, you } = state.table;
    const burned = state.moments.find((moment) => moment.kind === 'burned');
    if (burned && you.seat !== null && burned.seats.includes(you.seat)) this.burned.set(table, burned.hand);
    const hand = this.burned.get(table);
    if (hand === undefined || this.late.get(table) !== hand || mySeat(state)?.state !== 'sitting_out') return false;
    this.late.delete(table);
    this.burned.delete(table);
    chainLost(account, table);
    return true;
  }
}
