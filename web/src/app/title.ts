// What a place is called: in the browser's tab, and to a screen reader that comes there.

import { gameName, tableName } from '../i18n/games';
import { figure, t } from '../i18n/i18n.svelte';
import { gameInfo, room, tables } from './room.svelte';
import type { Route } from './router.svelte';

export function placeName(route: Route): string {
  switch (route.page) {
    case 'table': {
      const table = tables.get(route.table)?.table;
      return table ? tableName(table) : t('nav.lobby');
    }
    case 'tournament':
      return room.tournaments[route.tournament]?.summary.name ?? t('nav.tournaments');
    case 'hand':
      return t('log.hand', { hand: figure(route.hand) });
    case 'rules': {
      const game = route.game === undefined ? undefined : gameInfo(route.game);
      return game ? `${t('nav.rules')}: ${gameName(game)}` : t('nav.rules');
    }
    case 'join':
      return t('nav.lobby');
    default:
      return t(`nav.${route.page}`);
  }
}
