// Which tables the lobby shows, and what its cards offer. Pure: lists in, lists out.

import { stakesName } from '../i18n/dealer';
import { variantName } from '../i18n/games';
import type { GameInfo, TableSummary, TournamentSummary } from '../protocol/messages';

export type Family = 'holdout' | 'draw' | 'holdem';

export interface Filters {
  family: Family | 'all';
  limit: string;
  stakes: 'any' | 'low' | 'middle' | 'high';
  seats: 'any' | 'two' | 'six' | 'more';
  bots: 'any' | 'without' | 'with';
  hideFull: boolean;
}

export const NO_FILTERS: Filters = {
  family: 'all',
  limit: 'any',
  stakes: 'any',
  seats: 'any',
  bots: 'any',
  hideFull: false,
};

/** Which of the three families a game belongs to, by what it is made of. */
export function familyOf(game: GameInfo | undefined): Family {
  if (!game) return 'holdem';
  if (game.discards > 0) return 'holdout';
  return game.draws > 0 ? 'draw' : 'holdem';
}

export const seated = (table: TableSummary): number => table.people + table.bots;
/** Whether a newcomer would have to wait: a free seat is kept for whoever waits already. */
export const isFull = (table: TableSummary): boolean => seated(table) + table.waiting >= table.seats;

export function fits(table: TableSummary, filters: Filters, games: readonly GameInfo[]): boolean {
  const family = familyOf(games.find((game) => game.id === table.spread.game));
  return (
    (filters.family === 'all' || filters.family === family) &&
    (filters.limit === 'any' || filters.limit === table.spread.limit) &&
    (filters.stakes === 'any' || filters.stakes === stakesOf(table.spread.big_blind)) &&
    (filters.seats === 'any' || filters.seats === sizeOf(table.seats)) &&
    (filters.bots === 'any' || (filters.bots === 'with') === table.bots > 0) &&
    (!filters.hideFull || !isFull(table))
  );
}

const stakesOf = (bigBlind: number) => (bigBlind <= 4 ? 'low' : bigBlind <= 20 ? 'middle' : 'high');
const sizeOf = (seats: number) => (seats <= 2 ? 'two' : seats <= 6 ? 'six' : 'more');

/** Where a newcomer plays soonest: with people who are there, then with bots, then where somebody left a chair. */
export function liveliest(tables: readonly TableSummary[]): TableSummary | undefined {
  const rank = (a: TableSummary, b: TableSummary) => b.here - a.here || b.bots - a.bots || b.people - a.people;
  return tables.filter((table) => !isFull(table)).sort(rank)[0];
}

export interface Offer {
  /** What the choice says: "Pot limit 5/10", or "2-7 Triple · Limit 10/20" where it is not the family's plain game. */
  label: string;
  game: string;
  stakes: string;
  open: number;
}

/** The stakes at which a family can be sat down to at once, most open seats first. */
export function offers(tables: readonly TableSummary[], games: readonly GameInfo[], family: Family): Offer[] {
  const found = new Map<string, Offer>();
  for (const { spread, ...table } of tables) {
    const game = games.find((info) => info.id === spread.game);
    const open = table.seats - table.people - table.bots;
    if (familyOf(game) !== family || open <= 0) continue;
    const key = `${spread.game} ${spread.stakes}`;
    const before = found.get(key)?.open ?? 0;
    found.set(key, {
      label: [variantName(spread), stakesName(spread.stakes)].filter(Boolean).join(' · '),
      game: spread.game,
      stakes: spread.stakes,
      open: before + open,
    });
  }
  return [...found.values()].sort((a, b) => b.open - a.open);
}

/** What one may do with a tournament now. */
export function tournamentStep(summary: TournamentSummary): 'register' | 'late' | 'watch' | 'results' {
  if (summary.phase === 'registering') return 'register';
  if (summary.phase === 'late_registration') return 'late';
  return summary.phase === 'over' || summary.phase === 'cancelled' ? 'results' : 'watch';
}
