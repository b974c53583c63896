// A seat at once, wherever one is played soonest.

import { sit } from '../app/commands';
import { room, sitsAt } from '../app/room.svelte';
import { openTable } from '../app/watch';
import { liveliest } from './filters';

/** Finds a seat at a table of the game, at these stakes where they are named; where the reader sits already, that one. */
export async function quickSeat(body: { game: string; stakes?: string }): Promise<number | undefined> {
  const fits = (room.lobby?.tables ?? []).filter(
    ({ spread }) => spread.game === body.game && (body.stakes === undefined || spread.stakes === body.stakes),
  );
  const best = fits.find(({ table }) => sitsAt(table)) ?? liveliest(fits);
  if (!best) return undefined;
  openTable(best.table);
  if (sitsAt(best.table)) return best.table;
  const chips = Math.min(best.buy_in[1], Math.max(best.buy_in[0], room.account?.chips ?? 0));
  await sit(best.table, null, chips);
  return best.table;
}
