import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dock, ownCards, playHands, tableWithBots, until } from './play';
import { launch, PHONE, Room, visit } from './room';

let browser: Browser;
let data: string;

beforeAll(async () => {
  browser = await launch();
  data = mkdtempSync(join(tmpdir(), 'cardroom-'));
});

afterAll(async () => {
  await browser?.close();
  rmSync(data, { recursive: true, force: true });
});

const HOLDOUT = { game: 'holdout-hilo', limit: 'fixed', min_bet: 10 };

/** The hand that is on the table, and the cards in hand. */
async function standing(page: Page): Promise<{ hand: string; cards: string[] }> {
  const hand = await page.getByText(/^Hand [\d,]+$/).first();
  return { hand: (await hand.textContent()) ?? '', cards: await ownCards(page) };
}

describe('in the middle of a hand', () => {
  it('a reload goes on where it was', async () => {
    const room = await Room.open('--demo');
    const { page, context, errors } = await visit(browser, room.address);
    await tableWithBots(page, HOLDOUT, 2, { clock: 120 });
    await until(page, ['throw']);
    const before = await standing(page);
    expect(before.cards).toHaveLength(5);
    await page.reload();
    await until(page, ['throw'], 'nothing');
    expect(await standing(page)).toEqual(before);
    await playHands(page, 1);
    expect(errors).toEqual([]);
    await context.close();
    await room.close();
  });

  it('a lost connection says so, is found again, and says what was missed', async () => {
    const room = await Room.open('--demo');
    const { page, context } = await visit(browser, room.address, PHONE);
    await tableWithBots(page, HOLDOUT, 2, { clock: 120 });
    await until(page, ['bet', 'throw'], 'nothing');
    const cards = await ownCards(page);
    await context.setOffline(true);
    await page.getByText('Your seat and cards are safe.').waitFor();
    expect(
      await dock(page)
        .locator('button:not(:disabled)', { hasText: /^(Call|Check|Discard)/ })
        .count(),
    ).toBe(0);
    await context.setOffline(false);
    await page.getByText(/^Back\./).waitFor();
    await until(page, ['bet', 'throw'], 'nothing');
    expect(await ownCards(page)).toEqual(cards);
    await context.close();
    await room.close();
  });

  it('a room that is killed and opened again goes on with the same cards', async () => {
    let room = await Room.open('--data', data);
    const { page, context, errors } = await visit(browser, room.address);
    await tableWithBots(page, HOLDOUT, 2, { clock: 120 });
    await until(page, ['throw']);
    const before = await standing(page);
    await room.close('SIGKILL');
    await page.getByText('Your seat and cards are safe.').waitFor();
    room = await Room.open('--data', data, '--listen', new URL(room.address).host);
    await until(page, ['throw'], 'nothing');
    expect(await standing(page)).toEqual(before);
    const { offers } = await playHands(page, 2);
    expect(offers.has('throw')).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
    await room.close();
  });
});
