// What games are called, in the reader's language. A game that this page does not know is called what the server calls
// it.

import en from './messages/en.json';
import { t, type Key } from './i18n.svelte';

/** A game as a list has it, or as a table plays it. */
type Named = { name: string } & ({ id: string } | { game: string });

const idOf = (game: Named): string => ('id' in game ? game.id : game.game);
const known = (key: string): key is Key => key in en;

/** "Five Card Hold-Out, high/low" */
export function gameName(game: Named): string {
  const key = `game.${idOf(game)}`;
  return known(key) ? t(key) : game.name;
}

/** Where there is little room: "Hold-Out, high/low", "2-7 Triple Draw". */
export function shortGame(game: Named): string {
  const key = `game.${idOf(game)}.short`;
  return known(key) ? t(key) : gameName(game);
}

/** What tells a game from its family's plain one: "High/low", "2-7 Triple"; nothing for the plain one itself. */
export function variantName(game: Named): string {
  const key = `game.${idOf(game)}.variant`;
  return known(key) ? t(key) : known(`game.${idOf(game)}`) ? '' : game.name;
}

interface NamedTable {
  name: string;
  spread: { name: string; game: string };
  /** Of a tournament's table; the lobby lists none of those. */
  number?: number | null;
}

/** A table that was given no name has its game's. */
export const isUnnamed = ({ name, spread, number }: NamedTable): boolean => number == null && name === spread.name;

/** What a table is called; one of a tournament has the tournament's name, and a number. */
export function tableName(table: NamedTable): string {
  if (table.number != null) return t('table.numbered', { name: table.name, n: table.number });
  return isUnnamed(table) ? gameName(table.spread) : table.name;
}
