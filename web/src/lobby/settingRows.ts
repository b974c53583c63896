// A table's less usual settings in words, each where it was asked for: what players are told before they sit down.

import { currentLanguage, figure } from '../i18n/i18n.svelte';
import { t } from '../i18n/pages';
import type { SpreadRequest } from '../protocol/messages';

export type Row = [label: string, text: string];

/** "$40", "$0.50". */
export const dollars = (cents: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);

/** What is played besides the game, its limit and its blinds. */
export function settingRows(asked: SpreadRequest): Row[] {
  const rows: Row[] = [];
  if (asked.big_blind !== undefined) rows.push([t('create.least_bet'), figure(asked.min_bet)]);
  if (asked.ante)
    rows.push([t('create.ante'), t(asked.big_blind_ante ? 'info.ante_big' : 'info.ante_each', { n: asked.ante })]);
  if (asked.straddle) rows.push([t('info.straddle'), t('info.allowed')]);
  const raises = asked.raises ?? (asked.gld ? 3 : undefined);
  if (raises !== undefined || asked.cap_lifted_heads_up) {
    const cap = raises === undefined ? t('create.raises.usual') : raises === 0 ? t('info.no_cap') : figure(raises);
    rows.push([t('info.raises'), asked.cap_lifted_heads_up ? t('info.uncapped', { cap }) : cap]);
  }
  if (asked.gld) rows.push([t('info.customs'), t('info.gld')]);
  if (asked.profile) rows.push([t('info.profile'), t(`create.profile.${asked.profile}` as 'create.profile.none')]);
  if (asked.chip_cents) rows.push([t('create.chip'), dollars(asked.chip_cents)]);
  return rows;
}

/** How long things take. */
export interface Times {
  clock_ms: number;
  bank_ms: number;
  pause_ms: number;
  sit_out_ms: number;
}

/** In a tournament nobody loses its seat. */
export function timeRows({ clock_ms, bank_ms, pause_ms, sit_out_ms }: Times, tournament = false): Row[] {
  const sitsOut = sit_out_ms === 0 ? t('info.for_ever') : t('info.min', { n: Math.round(sit_out_ms / 60_000) });
  return [
    [t('info.clock'), t('info.seconds', { n: Math.round(clock_ms / 1000) })],
    [t('info.time_bank'), t('info.s', { n: Math.round(bank_ms / 1000) })],
    [t('create.pause'), t('info.s', { n: Math.round(pause_ms / 1000) })],
    ...(tournament ? [] : [[t('info.sit_out'), sitsOut] satisfies Row]),
  ];
}

/** When a mix goes on. */
export const mixRow = (hands: number | null | undefined): Row => [
  t('info.rotation'),
  hands ? t('info.hands_each', { n: hands }) : t('create.orbit'),
];
