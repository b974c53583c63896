// The reader's part in each hand's shuffle: when the dealer has committed, the page gives the next link of its chain.

import { linkTaken, nextLink } from '../net/chain';
import type { Command, Problem } from '../protocol/messages';
import type { TableState } from '../state/table';

type Send = (table: number, what: Command) => Promise<Problem | null>;

/** Gives the link that is asked for, if one is; tells whether it came too late. */
export async function answerCommitment(state: TableState, account: number, send: Send): Promise<boolean> {
  const { you, table } = state.table;
  const asked = state.moments.find((moment) => moment.kind === 'committed');
  if (!asked || you.seat === null || !asked.links.includes(you.seat)) return false;
  const link = nextLink(account, table);
  if (link === undefined) return false;
  const problem = await send(table, { type: 'link', hand: asked.hand, link });
  if (!problem) linkTaken(account, table);
  return problem !== null;
}
