import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offer, quickSeat } from './play';
import { DESK, launch, PHONE, Room, visit } from './room';

let room: Room;
let browser: Browser;

beforeAll(async () => {
  [room, browser] = await Promise.all([Room.open('--demo'), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await room?.close();
});

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join('; ')}`);
}

describe.each([
  ['at a desk', DESK],
  ['on a phone', PHONE],
])('%s every page is sound', (_where, viewport) => {
  it.each([
    ['lobby', '#/', '.bar'],
    ['tournaments', '#/tournaments', 'h1'],
    ['history', '#/history', 'h1'],
    ['rules', '#/rules/holdout-hilo', 'article section'],
    ['fairness', '#/fairness', 'h1'],
    ['settings', '#/settings', 'h1'],
  ])('%s', async (_name, hash, ready) => {
    for (const theme of ['dark', 'light']) {
      const { page, context, errors } = await visit(browser, `${room.address}/${hash}`, viewport, { theme });
      await page.locator(ready).first().waitFor();
      expect(await violations(page), theme).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  it('the table, in one’s turn', async () => {
    for (const theme of ['dark', 'light']) {
      const { page, context, errors } = await visit(browser, room.address, viewport, { theme });
      await quickSeat(page, /Hold-Out/);
      while (!['bet', 'throw'].includes(await offer(page))) await page.waitForTimeout(60);
      expect(await violations(page), theme).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    }
  });
});

describe('the page', () => {
  it('can be installed, and weighs little', async () => {
    const { page, context } = await visit(browser, room.address);
    const manifest = await page.evaluate(
      async () => (await fetch('/manifest.webmanifest')).json() as Promise<{ icons: unknown[]; display: string }>,
    );
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.length).toBeGreaterThan(1);
    await context.close();
  });

  it('speaks Spanish where the reader does', async () => {
    const { page, context } = await visit(browser, room.address, DESK, { language: 'es' });
    await page.getByRole('button', { name: 'Crear mesa' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
    await context.close();
  });

  it('says what the keys do', async () => {
    const { page, context } = await visit(browser, room.address);
    await page.locator('.bar').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await context.close();
  });
});
