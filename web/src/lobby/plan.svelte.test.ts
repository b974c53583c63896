import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { useLanguage } from '../i18n/i18n.svelte';
import type { NewTable, Problem } from '../protocol/messages';
import { Plan } from './plan.svelte';

const answer = vi.hoisted(() => ({ problem: undefined as unknown }));
vi.mock('../net/api', () => {
  class Refused extends Error {
    constructor(readonly problem: unknown) {
      super();
    }
  }
  return { Refused, post: () => Promise.reject(new Refused(answer.problem)) };
});

afterEach(() => useLanguage('en'));

/** A plan after the room has answered it with this. */
async function refusedFor(detail: string): Promise<Plan> {
  answer.problem = { code: 'illegal', title: 'Not legal', detail, status: 422, type: '' } as Problem;
  let plan!: Plan;
  const gone = $effect.root(() => {
    plan = new Plan(() => ({}) as NewTable);
  });
  flushSync();
  await vi.waitFor(() => expect(plan.refused).not.toBeNull());
  gone();
  return plan;
}

it('the limit is marked where the room is against the limit, in whatever language that is read', async () => {
  const limit =
    'no limit 5/10: under profile wac-230-15 one wager is at most 500 chips, so play fixed or spread limit up to that';
  for (const language of ['en', 'es']) {
    await useLanguage(language);
    expect((await refusedFor(limit)).refusesLimit, language).toBe(true);
    // In Spanish a wager has its limits, too.
    const other = await refusedFor('a small blind of 20 is above the big blind of 10 (GLD §2, §3)');
    expect(other.refusesLimit, language).toBe(false);
  }
});
