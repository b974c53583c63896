import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dock, hold, offer, playTurn } from './play';
import { Room } from './room';
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
  it('says before it is entered how long each level lasts', async () => {
    const { page } = await stage.come();
    await page.goto(`${stage.address}/#/tournament/${await hold(page, 'Slow three')}`);
    // The usual schedule: eight minutes.
    await expect(page.locator('dl div', { hasText: 'Each level' }).innerText()).resolves.toMatch(/8 min/);
    // Its one game is named once, and not by every level.
    await expect(page.locator('main').getByText("Texas Hold'em").count()).resolves.toBe(1);
  });

  it('is called off by who holds it, who is asked twice, before it starts', async () => {
    const { page } = await stage.come();
    await page.goto(`${stage.address}/#/tournament/${await hold(page, 'No three')}`);
    await page.getByRole('button', { name: 'Call it off' }).click();
    await page.getByRole('button', { name: 'Yes, give every entry back' }).click();
    await page.locator('.pill', { hasText: 'Cancelled' }).waitFor();
    expect(await page.getByRole('button', { name: 'Register' }).count()).toBe(0);
  });

  it('is held, entered, played to its Champion and paid', async () => {
    const { page, context } = await stage.come();
    const tournament = await hold(page, 'Quick three');
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
    // Nobody clicked for it: the page has added to the shuffle since it was seated.
    expect(await ownModes(page)).toContain(1);
  });

  it('is held by the form, private, entered by its link, filled with bots, paused and played on', async () => {
    const [host, friend, stranger] = [await stage.come(), await stage.come(), await stage.come()];
    const { page } = host;
    await page.goto(`${stage.address}/#/tournaments`);
    await page.getByRole('button', { name: 'Hold a tournament' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('radio', { name: "Hold'em" }).click();
    await form.getByLabel('Most players').fill('2');
    // What the room says against it is told before it is held.
    await form.getByRole('alert').filter({ hasText: 'A place must be left for people' }).waitFor();
    await expect(form.getByRole('button', { name: 'Hold the tournament' }).isDisabled()).resolves.toBe(true);
    await form.getByLabel('Most players').fill('4');
    await form.getByLabel('Bots to fill with').fill('2');
    await form.getByLabel('Starting stack').fill('200');
    await form.getByRole('textbox', { name: 'Name' }).fill('Among friends');
    await form.getByRole('checkbox', { name: 'Private, by link' }).check();
    // Four entries of a hundred, by the room's own reckoning.
    await form.getByText('Prizes when full: 400').waitFor();
    await form.getByRole('button', { name: 'Hold the tournament' }).click();
    await page.getByRole('button', { name: 'Copy the invitation link' }).waitFor();
    await page.getByText('3 / 4').waitFor();
    const link = page.url();
    expect(link).toMatch(/#\/tournament\/\d+\?code=\w+$/);

    await stranger.page.goto(`${stage.address}/#/tournaments`);
    await stranger.page.locator('main li').first().waitFor();
    expect(await stranger.page.getByText('Among friends').count()).toBe(0);
    await stranger.page.goto(link.split('?')[0]!);
    await stranger.page.getByRole('alert').filter({ hasText: 'private' }).waitFor();

    await friend.page.goto(link);
    await friend.page.getByRole('button', { name: 'Register' }).click();
    await friend.page.locator('.table').waitFor();
    await page.getByRole('button', { name: 'Pause after this hand' }).click();
    await page.locator('.pill', { hasText: 'Paused' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.locator('.pill', { hasText: 'Final table' }).waitFor();
    await page.getByRole('button', { name: 'To your seat' }).click();
    await page.locator('.table').waitFor();
    const hands = () => page.evaluate(async () => (await (await fetch('/api/v1/hands')).json()) as { hands: object[] });
    const end = Date.now() + 200_000;
    while ((await hands()).hands.length === 0) {
      if (Date.now() > end) throw new Error('no hand is played to its end');
      for (const visitor of [host, friend]) {
        const now = await offer(visitor.page);
        if (now !== 'wait' && now !== 'over') await playTurn(visitor.page, 'mouse', now);
      }
      await page.waitForTimeout(40);
    }
    // It is nobody else's, and found again by who is in it.
    await page.goto(`${stage.address}/#/tournaments`);
    await page.getByRole('link', { name: /Among friends/ }).waitFor();
    await page.goto(`${stage.address}/#/history`);
    await page.getByRole('radio', { name: 'Tournaments', checked: true }).waitFor();
    await page.locator('main li a').first().waitFor();
  });

  it('tells whoever let the clock run out that the table acts for it, and lets it come back', async () => {
    const clocks = ['clock_seconds=3', 'bank_seconds=0', 'grace_seconds=0'].flatMap((one) => ['--set', one]);
    const hurried = await Room.open('--demo', ...clocks);
    try {
      const { page } = await stage.come(undefined, {}, hurried.address);
      const tournament = await hold(page, 'Hurry');
      await page.goto(`${hurried.address}/#/tournament/${tournament}`);
      await page.getByRole('button', { name: 'Register' }).click();
      const away = page.locator('.banner', { hasText: 'You are away.' });
      await away.waitFor();
      await away.getByRole('button', { name: 'I am back' }).click();
      await away.waitFor({ state: 'detached' });
      await dock(page).locator('.bet').waitFor();
    } finally {
      await hurried.close();
    }
  });
});

/** How the reader took part in the shuffle of its last hands: 1 is with a chain. */
const ownModes = (page: Page): Promise<(number | undefined)[]> =>
  page.evaluate(async () => {
    const read = async <T>(path: string) => (await (await fetch(`/api/v1/${path}`)).json()) as T;
    const { account } = await read<{ account: number }>('account');
    const { hands } = await read<{ hands: { table: number; hand: number }[] }>('hands?limit=20');
    type Proof = { proof: { links: { account: string; mode: number }[] } };
    const proofs = await Promise.all(hands.map(({ table, hand }) => read<Proof>(`hands/${table}/${hand}/proof`)));
    return proofs.map(({ proof }) => proof.links.find((link) => link.account === String(account))?.mode);
  });
