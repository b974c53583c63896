// What the server says of a table or a tournament that somebody still chooses: it is asked anew with every choice, so that
// a setting that is refused says so before anything is sent off.

import { refusalName } from '../i18n/dealer';
import { post, Refused } from '../net/api';
import type { NewTable, NewTournament, Problem, TablePlan, TournamentPlan } from '../protocol/messages';

/** A number is typed digit by digit: what is asked about is what stands there then. */
const TYPED_MS = 150;

/** What is asked about where, and what is answered. */
interface Asked {
  '/tables/check': [NewTable, TablePlan];
  '/tournaments/check': [NewTournament, TournamentPlan];
}

export class Plan<Where extends keyof Asked = '/tables/check'> {
  /** What it would be, by the last answer that wasn't a refusal. */
  told = $state.raw<Asked[Where][1]>();
  /** What the room says against it. */
  private problem = $state.raw<Problem | null>(null);
  /** Why it would be refused. */
  readonly refused = $derived(this.problem && refusalName(this.problem));
  /** Whether it is for its limit: by what the room says of it, in whatever language it is read. */
  readonly refusesLimit = $derived(this.problem !== null && /\blimit\b/i.test(this.problem.detail));

  /** Follows what is wanted; undefined where it can't be asked about yet. */
  constructor(
    wanted: () => Asked[Where][0] | undefined,
    private readonly where: Where = '/tables/check' as Where,
  ) {
    let first = true;
    $effect(() => {
      const asked = wanted();
      if (!asked) return;
      const left = new AbortController();
      const timer = setTimeout(() => void this.ask(asked, left.signal), first ? 0 : TYPED_MS);
      first = false;
      return () => {
        clearTimeout(timer);
        left.abort();
      };
    });
  }

  private async ask(wanted: Asked[Where][0], left: AbortSignal): Promise<void> {
    try {
      const told = await post<Asked[Where][1]>(this.where, wanted);
      if (left.aborted) return;
      this.told = told;
      this.problem = null;
    } catch (error) {
      // Where nobody answers, opening the table will say so.
      if (left.aborted || !(error instanceof Refused)) return;
      this.problem = error.problem.code === 'illegal' ? error.problem : null;
    }
  }
}
