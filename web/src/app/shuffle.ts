// The reader's part in each hand's shuffle: when the dealer has committed, the page gives the next link of its chain. A
// seat that a tournament gave the reader has none yet: the page gives it one.

import { chainLost, hashes, keptChain, linkFor, newAnchor, putBack } from '../net/chain';
import { keepSeen } from '../net/seen';
import { inTurn } from '../net/turns';
import type { Command, Problem, You } from '../protocol/messages';
import type { Of, TableState } from '../state/table';
import type { TableMessage } from '../state/update';

type Send = (table: number, what: Command) => Promise<Problem | null>;

/**
 * Gives the links that are asked for. It reads messages as they come, not as they are drawn: a hand waits for its links a
 * few seconds, and several tables on a busy machine may be drawn later than that.
 */
export class Links {
  /** Where the reader sits, by the last that came. */
  private readonly seats = new Map<number, number | null>();
  /** The last hand of each table whose link was given; what was missed is told again. */
  private readonly given = new Map<number, number>();
  /** Where a chain is on its way to the room. */
  private readonly joining = new Set<number>();

  constructor(private readonly send: Send) {}

  /**
   * Answers what a message asks; tells of which hand the link was refused, or isn't kept here. A commitment is remembered
   * that comes before its hand is dealt: not one that is told again, from before `since`, unless the hand still waits for
   * the link that is given here.
   */
  async hear(message: TableMessage, account: number, since = 0): Promise<number | undefined> {
    const all = message.type === 'table';
    const table = all ? message.snapshot.table : message.table;
    if (all) {
      // A hand waits for its links a few seconds: what they take is there before one asks.
      void hashes().catch(() => undefined);
      this.stands(table, message.snapshot.you, account);
    }
    let asked: Of<'committed'> | undefined;
    for (const event of all ? message.so_far : message.events) {
      const seat = this.seats.get(table) ?? null;
      if (event.type === 'you') this.stands(table, event.you, account);
      else if (event.type === 'left' && event.seat === seat) this.seats.set(table, null);
      else if (event.type === 'committed') {
        if (!all && message.time >= since) keepSeen(table, event.hand, event.key, { commit: event.commitment });
        if (seat !== null && event.links.includes(seat)) asked = event;
      }
    }
    if (asked === undefined || this.given.get(table) === asked.hand) return undefined;
    this.given.set(table, asked.hand);
    return (await this.give(table, account, asked)) ? undefined : asked.hand;
  }

  /** Gives the next link of the reader's chain; whether the room took it. */
  private async give(table: number, account: number, { hand, commitment, key }: Of<'committed'>): Promise<boolean> {
    const link = await linkFor(account, table, `${hand} ${commitment}`);
    const problem = link === undefined ? undefined : await this.send(table, { type: 'link', hand, link });
    if (problem !== null) {
      // The room doesn't go on with this chain, unless it was another window that gave the link.
      if (problem && problem.code !== 'conflict') chainLost(account, table);
      return false;
    }
    // The link is in the shuffle, and wasn't known to the room before: so the commitment that it answers came first.
    keepSeen(table, hand, key, { commit: commitment, link });
    return true;
  }

  private stands(table: number, { seat, chain, sitting_out_from }: You, account: number): void {
    this.seats.set(table, seat);
    // Who sits out brings a chain along when it comes back.
    if (seat === null || chain || sitting_out_from !== null || this.joining.has(table)) return;
    this.joining.add(table);
    void this.join(table, account).finally(() => this.joining.delete(table));
  }

  /** Gives the seat a chain. The windows of a browser keep one between them: whichever comes first makes it. */
  private async join(table: number, account: number): Promise<void> {
    const kept = keptChain(account, table);
    await inTurn(`cardroom.chain.${table}`, async () => {
      if (keptChain(account, table) !== kept) return;
      const problem = await this.send(table, { type: 'chain', anchor: await newAnchor(account, table) });
      if (problem) putBack(account, table, kept);
    });
  }
}

/**
 * Who sits out for a link that came too late or was kept in another browser, and comes back: nobody chose that, the page
 * was asleep, or the machine busy. That the link was late and that the hand isn't dealt are told apart, in either order:
 * an answer waits for no frame.
 */
export class Excused {
  private readonly late = new Map<number, number>();
  private readonly burned = new Map<number, number>();

  /** The link of a hand was refused, or there was none. */
  wasLate(table: number, hand: number): void {
    this.late.set(table, hand);
  }

  /** Whether the reader sits out at a table for a late link alone; that is told once. */
  sitsOut(state: TableState, account: number): boolean {
    const { table, you } = state.table;
    const burned = state.moments.find((moment) => moment.kind === 'burned');
    if (burned && you.seat !== null && burned.seats.includes(you.seat)) this.burned.set(table, burned.hand);
    const hand = this.burned.get(table);
    // In a tournament nobody sits out, but the table acts for whoever is away.
    if (hand === undefined || this.late.get(table) !== hand || you.sitting_out_from !== 'now') return false;
    this.late.delete(table);
    this.burned.delete(table);
    chainLost(account, table);
    return true;
  }
}
