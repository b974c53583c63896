import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { dock, ownCards, playHands, tableWithBots, until } from './play';
import { PHONE, Room } from './room';
import { HOLDOUT, scene } from './scene';

const data = mkdtempSync(join(tmpdir(), 'cardroom-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const stage = scene('--data', data);

/** The hand that is on the table, and the cards in hand. */
async function standing(page: Page): Promise<{ hand: string; cards: string[] }> {
  const hand = await page.getByText(/^Hand [\d,]+$/).first();
  return { hand: (await hand.textContent()) ?? '', cards: await ownCards(page) };
}

describe('in the middle of a hand', () => {
  it('a reload goes on where it was', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDOUT, 2);
    await until(page, ['throw']);
    const before = await standing(page);
    expect(before.cards).toHaveLength(5);
    const lines = () => page.getByRole('list', { name: 'Log' }).getByRole('listitem').allInnerTexts();
    const log = await lines();
    expect(log.join()).toMatch(/posts? big blind/);
    await page.reload();
    await until(page, ['throw'], 'nothing');
    expect(await standing(page)).toEqual(before);
    // The hand's own lines are told again; what was before it is not, who sat down or a hand that the bots began alone.
    const hand = log.findLastIndex((line) => line.startsWith('Hand'));
    expect(await lines()).toEqual(log.slice(hand));
    await playHands(page, 1);
  });

  it('a lost connection says so, is found again, and says what was missed', async () => {
    const { page, context } = await stage.come(PHONE);
    await tableWithBots(page, HOLDOUT, 2);
    await until(page, ['bet', 'throw'], 'nothing');
    const cards = await ownCards(page);
    await context.setOffline(true);
    await page.getByText('Your seat and cards are safe.').waitFor();
    await page.locator('[aria-live=assertive]', { hasText: 'Connection lost' }).waitFor({ state: 'attached' });
    expect(
      await dock(page)
        .locator('button:not(:disabled)', { hasText: /^(Call|Check|Discard)/ })
        .count(),
    ).toBe(0);
    await context.setOffline(false);
    await page.getByText(/^Back\./).waitFor();
    await until(page, ['bet', 'throw'], 'nothing');
    expect(await ownCards(page)).toEqual(cards);
  });

  it('a room that is killed and opened again goes on with the same cards', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDOUT, 2);
    await until(page, ['throw']);
    const before = await standing(page);
    const { host } = new URL(stage.address);
    await stage.room.close('SIGKILL');
    await page.getByText('Your seat and cards are safe.').waitFor();
    stage.room = await Room.open('--data', data, '--listen', host);
    await until(page, ['throw'], 'nothing');
    expect(await standing(page)).toEqual(before);
    const { offers } = await playHands(page, 2);
    expect(offers.has('throw')).toBe(true);
  });
});
