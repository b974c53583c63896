// What the table's words promise: the discard's, what is shown after a hand, mucking, and the blinds that are owed.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dock, offer, openTable, playTurn, playUntilSeen, sitDown, tableWithBots, until } from './play';
import { Room, type Visitor } from './room';
import { HOLDEM, HOLDOUT, scene } from './scene';

const stage = scene();

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

describe('one’s discard', () => {
  it('says how many board cards will play, keeps at least one, asks once before it keeps all, and can be advised', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDOUT, 2, { advisor: true });
    await until(page, ['throw']);
    const hint = dock(page).locator('.hint b');
    const button = dock(page).locator('.big').last();
    expect([await hint.innerText(), await button.locator('.label').innerText()]).toEqual([
      'No board card will play',
      'Stand pat',
    ]);
    for (const [key, words, label] of [
      ['1', 'Exactly 1 board card will play', 'Discard 1, keep 4'],
      ['2', 'Exactly 2 board cards will play', 'Discard 2, keep 3'],
      ['3', 'Exactly 3 board cards will play', 'Discard 3, keep 2'],
      ['4', 'All 4 board cards will play', 'Discard 4, keep 1'],
    ]) {
      await press(page, key!);
      expect([await hint.innerText(), await button.locator('.label').innerText()]).toEqual([words, label]);
    }
    await press(page, '5');
    expect(await hint.innerText()).toBe('Keep at least one card');
    expect(await button.isDisabled()).toBe(true);
    await press(page, 'Enter');
    expect(await offer(page)).not.toBe('wait');

    await page.getByRole('tab', { name: 'Advisor' }).click();
    const use = page.getByRole('button', { name: /^Keep .* as advised|^Keep the one card/ });
    await use.click();
    const advised = Number(/\d/.exec(await use.innerText())?.[0] ?? 1);
    expect(await page.locator('.cards.throwing button.card[aria-pressed=false]').count()).toBe(advised);
    expect(await page.locator('.advisor button.best.mine').count()).toBe(1);

    const asks = dock(page).getByRole('alertdialog', { name: 'Keep all five? No board card will play.' });
    await press(page, 's');
    await asks.waitFor();
    await asks.getByRole('button', { name: 'Choose again' }).click();
    await asks.waitFor({ state: 'detached' });
    await press(page, 's');
    await asks.waitFor();
    await press(page, 's');
    await page.locator('.side').getByRole('tab', { name: 'Log' }).click();
    await page.locator('.side').getByText('You stand pat, play no board card').waitFor();
  });
});

/** Two people at a table of their own. */
async function twoPeople(address: string): Promise<[Page, Page]> {
  const [{ page: ana }, { page: ben }] = [
    await stage.come(undefined, {}, address),
    await stage.come(undefined, {}, address),
  ];
  const opened = await openTable(ana, { spread: HOLDEM, seats: 2, clock: 120 });
  for (const page of [ana, ben]) await sitDown(page, opened);
  return [ana, ben];
}

describe('after a hand', () => {
  it('one card is shown or all, to whoever sees the table', async () => {
    // What is shown is shown before the next hand.
    const calm = await Room.open('--demo', '--set', 'pause_seconds=8');
    try {
      const people = await twoPeople(calm.address);
      const turns = () => Promise.all(people.map(offer));
      await expect.poll(turns, { timeout: 60_000 }).toContain('bet');
      const folds = (await turns()).indexOf('bet');
      const [loser, winner] = [people[folds]!, people[1 - folds]!];
      await press(loser, 'f');
      const reveal = dock(winner).getByRole('group', { name: 'Show' });
      const cards = reveal.getByRole('button', { name: /^Show \w+ of \w+$/ });
      await cards.nth(1).waitFor();
      const first = (await cards.first().getAttribute('aria-label'))!.replace('Show ', '');
      await cards.first().click();
      await expect.poll(() => cards.count()).toBe(1);
      const seen = loser.locator('.seat .cards .spoken');
      await expect.poll(() => seen.innerText()).toBe(first);
      const second = (await cards.first().getAttribute('aria-label'))!.replace('Show ', '');
      await reveal.getByRole('button', { name: 'Show my cards' }).click();
      await reveal.waitFor({ state: 'detached' });
      await expect.poll(() => seen.innerText()).toBe(`${first}, ${second}`);
    } finally {
      await calm.close();
    }
  });

  it('a beaten hand is mucked when asked, or by itself where that was ticked', async () => {
    const people = await twoPeople(stage.address);
    const tick = async (on: boolean) => {
      for (const page of people) {
        await page.getByRole('tab', { name: 'Info' }).click();
        await page.locator('.side').getByLabel('Muck beaten hands').setChecked(on, { force: true });
        await page.getByRole('tab', { name: 'Log' }).click();
      }
    };
    const mucks = (page: Page) => page.locator('.side').getByText(/^You muck$/);
    await tick(false);
    // Whoever shows second and is beaten is asked; that may take some hands.
    let asked: Page | undefined;
    while (!asked) {
      for (const page of people) {
        const now = await offer(page);
        if (now === 'show' && (await dock(page).getByRole('button', { name: 'Muck' }).count()) > 0) asked = page;
        else if (now !== 'wait' && now !== 'over') await playTurn(page, 'mouse', now);
      }
      await people[0].waitForTimeout(40);
    }
    await dock(asked).getByRole('button', { name: 'Muck' }).click();
    await mucks(asked).waitFor();
    expect(await mucks(asked).count()).toBe(1);
    await tick(true);
    const before = await Promise.all(people.map((page) => mucks(page).count()));
    for (;;) {
      const now = await Promise.all(people.map((page) => mucks(page).count()));
      if (now.some((count, i) => count > before[i]!)) break;
      for (const page of people) {
        const what = await offer(page);
        expect(what).not.toBe('show');
        if (what !== 'wait' && what !== 'over') await playTurn(page, 'mouse', what);
      }
      await people[0].waitForTimeout(40);
    }
  });
});

describe('blinds that are owed', () => {
  it('are posted at once, or when asked for, as it is ticked', async () => {
    const [ana, eager, slow] = [
      await stage.come(),
      await stage.come(),
      await stage.come(undefined, { autoPost: false }),
    ];
    const opened = await tableWithBots(ana.page, HOLDEM, 1);
    // Nothing goes on while she thinks; whoever comes now owes them.
    await until(ana.page, ['bet'], 'nothing');
    const posts = ({ page }: Visitor) => dock(page).getByText('You post as soon as the button lets you');
    await sitDown(eager.page, opened);
    await posts(eager).waitFor();
    await sitDown(slow.page, opened);
    await dock(slow.page).getByText('You owe blinds').waitFor();
    await dock(slow.page).getByRole('button', { name: 'Post now' }).click();
    await posts(slow).waitFor();
    expect(await dock(slow.page).getByRole('button', { name: 'Post now' }).count()).toBe(0);
    const all = [ana, eager, slow].map(({ page }) => page);
    for (const { page } of [eager, slow]) {
      await playUntilSeen(
        all,
        page
          .locator('.side')
          .getByText(/^You post/)
          .first(),
      );
    }
  });
});
