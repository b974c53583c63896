// A tournament as somebody wishes it, and what of it the server is asked for: what was left open, the room decides.

import { untrack } from 'svelte';
import type { NewTournament, TournamentKind } from '../protocol/messages';
import { SpreadWish } from './spreadWish.svelte';

const MINUTE = 60_000;

/** How the pool is divided: by the number of entrants, all for one, or as the host says. */
export type Payouts = 'usual' | 'winner' | 'own';

export class NewTournamentWish {
  readonly spread = new SpreadWish();
  name = $state('');
  kind = $state<TournamentKind>('sit_and_go');
  /** By the reader's own clock, as the browser's field has it: 2026-11-18T20:30. */
  startsAt = $state(inAWhile());
  fewest = $state<number | null>(null);
  most = $state<number | null>(6);
  seats = $state<number | null>(null);
  entry = $state<number | null>(100);
  stack = $state<number | null>(null);
  /** In minutes, as the breaks are. */
  level = $state<number | null>(5);
  breakEvery = $state<number | null>(6);
  breakLength = $state<number | null>(5);
  lateLevels = $state<number | null>(3);
  anteFrom = $state<number | null>(null);
  clock = $state<number | null>(25);
  bots = $state<number | null>(3);
  botLevel = $state<'beginner' | 'solid' | 'strong'>('solid');
  payouts = $state<Payouts>('usual');
  shares = $state('50 30 20');
  isPrivate = $state(false);

  isScheduled = $derived(this.kind === 'scheduled');
  /** What is typed into the shares' box, as numbers. */
  private parts = $derived(this.shares.split(/[\s,;:/]+/).flatMap((part) => (part ? [Number(part)] : [])));

  /** Whether every number that the server has to know stands there: a box may be empty while somebody types. */
  isWhole = $derived(
    this.spread.isWhole &&
      [this.most, this.entry, this.level, this.breakEvery, this.breakLength, this.clock, this.bots].every(
        (number) => number !== null,
      ) &&
      (this.payouts !== 'own' || (this.parts.length > 0 && this.parts.every((part) => Number.isInteger(part)))) &&
      (!this.isScheduled || !Number.isNaN(Date.parse(this.startsAt))),
  );

  /** As it is asked for at this time, by the reader's own clock. */
  request(now: number): NewTournament {
    const seconds = (minutes: number | null) => Math.round((minutes ?? 0) * 60);
    return {
      ...(this.name.trim() ? { name: this.name.trim() } : {}),
      spread: this.spread.request,
      kind: this.kind,
      ...(this.isScheduled ? { starts_in: Math.max(0, Math.round((Date.parse(this.startsAt) - now) / 1000)) } : {}),
      ...(this.isScheduled && this.fewest !== null ? { fewest: this.fewest } : {}),
      ...(this.isScheduled && this.lateLevels !== null ? { late_levels: this.lateLevels } : {}),
      entry: this.entry ?? 0,
      ...(this.stack !== null ? { stack: this.stack } : {}),
      most: this.most ?? 0,
      ...(this.seats !== null ? { seats: this.seats } : {}),
      level: seconds(this.level),
      ...(this.anteFrom !== null && this.spread.ante ? { ante_from: this.anteFrom } : {}),
      breaks: { every: this.breakEvery ?? 0, seconds: seconds(this.breakLength) },
      clock: this.clock ?? 0,
      ...(this.payouts === 'usual' ? {} : { shares: this.payouts === 'winner' ? [1] : this.parts }),
      // Too many bots are the server's to refuse; a number that nobody means needs no list as long.
      bots: Array<string>(Math.max(0, Math.min(this.bots ?? 0, 100))).fill(this.botLevel),
      private: this.isPrivate,
    };
  }

  /** Another game was chosen: no more chairs at a table than it has cards for. What is typed is never put right unasked. */
  fit(): void {
    const { game } = this.spread;
    const seats = untrack(() => this.seats);
    if (game && seats !== null && seats > game.seats[1]) this.seats = game.seats[1];
  }
}

/** The next half hour that is at least a quarter of an hour away. */
function inAWhile(): string {
  const at = new Date(Math.ceil((Date.now() + 15 * MINUTE) / (30 * MINUTE)) * 30 * MINUTE);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
