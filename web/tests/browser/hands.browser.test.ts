import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dock, playHands, tableWithBots, until } from './play';
import { cardroom, DESK, PHONE } from './room';
import { HOLDOUT, scene } from './scene';

const stage = scene();

describe('a hand that is over', () => {
  it('is verified in the page, check by check, by the button at the table', async () => {
    const { page } = await stage.comeIntercepted();
    await tableWithBots(page, HOLDOUT, 2);
    await playHands(page, 2);
    await dock(page).getByRole('button', { name: 'Verify deal' }).click();
    await page.getByText(/^All \d+ checks passed/).waitFor();
    const checks = page.locator('ol.checks > li');
    expect(await checks.count()).toBeGreaterThan(7);
    expect(await page.locator('ol.checks > li.ok').count()).toBe(await checks.count());
    await page.getByText('This browser saw this commitment before the deal, and the link that it then gave').waitFor();
    // Whoever wasn't there can't say so.
    const friend = await stage.come(DESK, {}, page.url());
    await friend.page.getByText(/^All \d+ checks passed/).waitFor();
    await friend.page.getByText('Not seen here').waitFor();
    // A proof that is sound in itself, of another commitment than the room gave here before the deal.
    const [, table, hand] = /hand\/(\d+)\/(\d+)/.exec(page.url())!;
    const kept = await page.evaluate(
      ([name]) => {
        const at = Object.keys(localStorage).find((key) => localStorage.getItem(key)!.startsWith(name!))!;
        const before = localStorage.getItem(at)!;
        localStorage.setItem(at, before.replace(/ \w+ (\w*)$/, ` ${'ab'.repeat(32)} $1`));
        return [at, before];
      },
      [`${table} ${hand} `],
    );
    await page.reload();
    await page.getByText(/^Check 3 of \d+ failed/).waitFor();
    expect(await page.locator('ol.checks > li.wrong').count()).toBe(1);
    await page.evaluate(([at, before]) => localStorage.setItem(at!, before!), kept);
    // Nor is the proof of the hand before, which is sound, one of this hand.
    await page.route('**/proof', async (route) => {
      const url = route
        .request()
        .url()
        .replace(`/${hand}/`, `/${Number(hand) - 1}/`);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.reload();
    await page.getByText(/^Check 2 of \d+ failed: this is the proof of another hand/).waitFor();
    await page.unroute('**/proof');
    // A proof that was changed does not pass: the checks can fail.
    await page.route('**/proof', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      // Another first digit than it has, whatever that is.
      const changed = text.replace(/"signature":"(.)/, (_, digit) => `"signature":"${digit === '0' ? 1 : 0}`);
      expect(changed).not.toBe(text);
      await route.fulfill({ response: answer, body: changed });
    });
    await page.reload();
    await page
      .getByText(/^Check 1 of \d+ failed: the signature over the commitment is not one by the room’s key\./)
      .waitFor();
    expect(await page.locator('ol.checks > li.wrong').count()).toBeGreaterThan(0);
  });

  it('is found in the history, replayed, shared and taken along', async () => {
    const { page, context } = await stage.come();
    await tableWithBots(page, HOLDOUT, 2);
    await playHands(page, 2);
    await until(page, ['bet', 'throw', 'show'], 'nothing');
    await page.goto(`${stage.address}/#/history`);
    await page.locator('main li a').first().waitFor();
    expect(await page.locator('main li a').count()).toBeGreaterThan(1);
    // A table without a name is told by its game, and not twice.
    expect(await page.locator('main li .what small').first().textContent()).toBe('Limit 10/20');
    await page.locator('main li a').last().click();
    await page.getByRole('button', { name: 'One step on' }).waitFor();
    const said = page.locator('.controls [role=status]');
    const first = await said.textContent();
    await page.getByRole('button', { name: 'One step on' }).click();
    expect(await said.textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.locator('.streets button').last().waitFor();
    expect(await page.locator('.streets button[aria-pressed=true]').textContent()).toMatch(/Showdown/);
    await page.locator('.streets button').nth(1).click();
    await page.keyboard.press('ArrowRight');

    await page.locator('details.download summary').click();
    // PokerStars has no word for Hold-Out: that is said, not saved.
    await page.locator('details.download').getByRole('link', { name: 'PokerStars' }).click();
    await page.locator('details.download').getByRole('alert').waitFor();
    for (const label of ['PHH', 'OHH']) {
      const saved = page.waitForEvent('download');
      await page.locator('details.download').getByRole('link', { name: label }).click();
      const path = await (await saved).path();
      expect(readFileSync(path, 'utf8').length, label).toBeGreaterThan(100);
      if (label === 'PHH') expect(cardroom('replay', '--check', path)).toMatch(/\S/);
    }

    // Whoever has the link sees the hand as the public may, at the very step.
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const step = (text: string | null) => /Step (\d+)/.exec(text ?? '')?.[1];
    const friend = await stage.come(PHONE, {}, link);
    await friend.page.getByRole('button', { name: 'One step on' }).waitFor();
    expect(step(await friend.page.locator('.controls [role=status]').textContent())).toBe(
      step(await said.textContent()),
    );
    expect(Number(step(await said.textContent()))).toBeGreaterThan(2);
    expect(friend.frames.join() + friend.answers.join()).not.toMatch(/"own":\["/);

    // Typed over the address of a replay that is open, as by a link of its own.
    await page.evaluate(() => location.assign(`${location.hash.split('?')[0]}?proof`));
    await page.getByText(/^All \d+ checks passed/).waitFor();
    expect(await page.locator('.streets button[aria-pressed=true]').textContent()).toMatch(/Showdown/);
  });

  it('is replayed by keys, which are the replay’s only where they are nobody else’s', async () => {
    const { page, context } = await stage.come();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tableWithBots(page, HOLDOUT, 1, { seats: 2 });
    await playHands(page, 1);
    await dock(page).getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'One step on' }).waitFor();
    const at = async () =>
      Number(/Step (\d+)/.exec((await page.locator('.controls [role=status]').textContent())!)![1]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await at()).toBe(3);

    // What has the focus is pressed with Space, and nothing is played.
    await page.getByRole('button', { name: 'Copy link' }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.locator('details.download summary').focus();
    await page.keyboard.press(' ');
    await page.locator('details.download[open]').waitFor();
    await page.getByRole('button', { name: 'Verify' }).focus();
    await page.keyboard.press(' ');
    await page.getByText(/^All \d+ checks passed/).waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    // Behind a dialog nothing moves.
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await at()).toBe(3);

    // At the end, Space begins again.
    await page.locator('main').focus();
    await page.keyboard.press('End');
    const end = await at();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await at()).toBeLessThan(end);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();

    // With Alt an arrow is the browser's, which goes back by it.
    await page.evaluate(() => {
      addEventListener('keydown', (event) => Object.assign(window, { taken: event.defaultPrevented }));
    });
    const taken = async (key: string) => {
      await page.keyboard.press(key);
      return page.evaluate(() => (window as unknown as { taken: boolean }).taken);
    };
    const stood = await at();
    expect(await taken('Alt+ArrowRight')).toBe(false);
    expect(await at()).toBe(stood);
    expect(await taken('ArrowRight')).toBe(true);
  });

  it('is gone through with the coach, decision by decision', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDOUT, 1, { seats: 2, advisor: true });
    await playHands(page, 1);
    await dock(page).getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Coach' }).click();
    await page.locator('section[aria-label=Coach] ol > li').first().waitFor();
    expect(await page.locator('section[aria-label=Coach] ol > li b').first().textContent()).toMatch(/\S/);
    // Each leads to its step in the replay beside it.
    const last = page.locator('section[aria-label=Coach] ol > li').last();
    await last.getByRole('button').click();
    await page.locator('section[aria-label=Coach] ol > li[aria-current=step]').waitFor();
    expect(await page.locator('.controls [role=status]').textContent()).toMatch(/^You (fold|check|call|bet|raise)/);
    // How good each was is a word, not a colour.
    for (const advice of await page.locator('section[aria-label=Coach] ol > li p').allInnerTexts()) {
      expect(advice).toMatch(/^(Good|Close|Costly) Advisor/);
    }

    // Whoever reads another language reads no English of it.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('cardroom.settings')!) as object;
      localStorage.setItem('cardroom.settings', JSON.stringify({ ...kept, language: 'es' }));
    });
    await page.reload();
    await page.getByRole('button', { name: 'Repaso' }).click();
    await page.locator('section[aria-label=Repaso] ol > li').first().waitFor();
    const said = await page.locator('section[aria-label=Repaso] ol').innerText();
    expect(said).toMatch(/Consejo/);
    expect(said).not.toMatch(/Advisor|kept|pat|Call|Check|Bet|Raise|board|Before|After|Good|Costly|price/);
  });
});
