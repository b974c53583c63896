// How far a tournament is, in words; before a scheduled one also when it starts, by the reader's own clock.

import { serverNow } from '../app/room.svelte';
import { moment, t } from '../i18n/i18n.svelte';
import type { TournamentSummary } from '../protocol/messages';

const DAY = 86_400_000;

export function phaseName(summary: TournamentSummary): string {
  const phase = t(`phase.${summary.phase}`);
  if (summary.phase !== 'registering' || summary.starts_at === null) return phase;
  const away = summary.starts_at - serverNow();
  const at = moment(Date.now() + away, {
    ...(away < DAY / 2 ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  return `${phase}, ${t('tournament.starts', { at })}`;
}
