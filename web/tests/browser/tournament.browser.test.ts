import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dock, offer, playTurn } from './play';
import { scene } from './scene';

const stage = scene();

/** Everything in, whenever it may: a short tournament. */
async function playBoldly(page: Page): Promise<void> {
  const now = await offer(page);
  if (now === 'wait' || now === 'over') return;
  if (now !== 'bet') return playTurn(page, 'mouse', now);
  const most = page.locator('.presets button').last();
  try {
    if ((await most.count()) > 0) {
      await most.click({ timeout: 2000 });
      await dock(page).locator('button.big.primary').click({ timeout: 2000 });
    } else await playTurn(page, 'mouse', now);
  } catch (error) {
    // The turn may be over before the second click.
    if (!/Timeout/.test(String(error))) throw error;
  }
}

describe('a tournament', () => {
  it('is held, entered, played to its Champion and paid', async () => {
    const { page, context } = await stage.come();
    const tournament = await page.evaluate(async () => {
      const account = (await (await fetch('/api/v1/account')).json()) as { csrf: string };
      const answer = await fetch('/api/v1/tournaments', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': account.csrf },
        body: JSON.stringify({
          name: 'Quick three',
          spread: { game: 'holdem', limit: 'no', min_bet: 10 },
          kind: 'sit_and_go',
          entry: 100,
          stack: 200,
          most: 3,
          bots: ['solid', 'solid'],
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { tournament: number }).tournament;
    });
    await page.goto(`${stage.address}/#/tournaments`);
    await page.getByRole('link', { name: /Quick three/ }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    // The page leads to the seat by itself.
    await page.locator('.table').waitFor();
    const end = Date.now() + 400_000;
    const results = await context.newPage();
    await results.goto(`${stage.address}/#/tournament/${tournament}`);
    while ((await results.locator('.champion').count()) === 0) {
      if (Date.now() > end) throw new Error(`no Champion: ${await results.locator('main').innerText()}`);
      await playBoldly(page);
      await page.waitForTimeout(40);
    }
    const words = await results.locator('main').innerText();
    expect(words).toContain('Quick three');
    expect(words).toMatch(/Champion/);
  });
});
