// What the parts of a hand are called, by what the game is made of.

import { gameInfo } from '../app/room.svelte';
import { t, type Key } from './i18n.svelte';

/** "Flop", "Turn", "River". */
export const boardName = (_game: string | undefined, step: number): string =>
  t((['street.flop', 'street.turn', 'street.river'] as const)[Math.min(step, 2)]!);

/** "Before the discard", "After the draw". */
export function roundName(game: string | undefined, round: number): string {
  const info = game === undefined ? undefined : gameInfo(game);
  if (round === 0) {
    if (info && info.discards > 0) return t('street.before_discard');
    if (info && info.draws > 0) return t('street.before_draw');
    return t('street.before_flop');
  }
  return info && info.draws <= 1 ? t('street.after_the_draw') : t('street.after_draw', { n: round });
}

/** "Discard", "First draw". */
export function throwName(game: string | undefined, how: 'discard' | 'draw', time: number): string {
  const info = game === undefined ? undefined : gameInfo(game);
  if (how === 'discard') return t('street.discard');
  if (!info || info.draws <= 1) return t('street.draw');
  return t((['street.draw1', 'street.draw2', 'street.draw3'] as const)[Math.min(time, 2)] as Key);
}
