import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { AxeBuilder } from '@axe-core/playwright';
import { openTable, sitDown } from './play';
import { HOLDEM, scene } from './scene';

const stage = scene();

async function settings(visitor = stage.come()): Promise<Page> {
  const { page } = await visitor;
  await page.goto(`${stage.address}/#/settings`);
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  return page;
}

async function signIn(page: Page, secret: string, name = 'Annabel'): Promise<void> {
  await page.getByRole('button', { name: 'I have a name' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function takeName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByText('The name is yours.').waitFor();
}

const minutes = (page: Page) => page.getByLabel('minutes a day');

/** The limits that the room keeps for whoever this is. */
const limits = (page: Page): Promise<{ minutes_a_day: number | null }> =>
  page.evaluate(async () => ((await (await fetch('/api/v1/account')).json()) as { limits: never }).limits);

/** Whom the room takes a program with this token for. */
async function playsAs(token: string): Promise<string> {
  const answer = await fetch(`${stage.address}/api/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.ok ? ((await answer.json()) as { name: string }).name : String(answer.status);
}

it('who has forgotten the password comes in with a recovery code and sets a new one', async () => {
  const page = await settings();
  await takeName(page, 'Annabel');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.locator('.codes li');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const code = (await codes.first().textContent())!;

  const elsewhere = await settings();
  await signIn(elsewhere, code.toUpperCase());
  await elsewhere.getByText('That code is used up').waitFor();
  await elsewhere.getByLabel('New password').fill('a new password');
  await elsewhere.getByRole('button', { name: 'Change the password' }).click();
  await elsewhere.getByText('The password is changed').waitFor();

  const later = await settings();
  await signIn(later, code);
  await later.getByText('The name or the password is wrong.').waitFor();
  await later.getByLabel('Password', { exact: true }).fill('a new password');
  await later.getByRole('button', { name: 'Sign in' }).click();
  await later.getByText('Signed in.').waitFor();
}, 60_000);

it('a program has a token of its own, until it is taken back', async () => {
  const page = await settings(stage.comeIntercepted());
  expect(await page.getByRole('heading', { name: 'Programs' }).count()).toBe(0);
  // What was asked before the token was made is answered afterwards, and takes nothing away.
  const made = page.locator('.made code');
  let late: Promise<void> | undefined;
  await page.route('**/account/tokens', async (route) => {
    if (late) return route.continue();
    // Said before the answer comes, or the next question could be taken for the first.
    late = route.fetch().then(async (response) => {
      await made.waitFor();
      await route.fulfill({ response });
    });
  });
  await takeName(page, 'Beatrix');
  await page.getByLabel('What it is for').fill('my bot');
  await page.getByRole('button', { name: 'New token' }).click();
  const token = (await made.textContent())!;
  await late;
  expect(await playsAs(token)).toBe('Beatrix');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await made.count()).toBe(1);

  // Whoever comes later isn't shown it.
  await page.reload();
  const back = page.getByRole('button', { name: 'Take back: my bot' });
  await back.waitFor();
  expect(await page.locator('.made').count()).toBe(0);
  await back.click();
  await back.waitFor({ state: 'detached' });
  expect(await playsAs(token)).toBe('401');
}, 60_000);

it('an account is deleted once its name and password are typed, and not while it sits at a table', async () => {
  const page = await settings();
  await takeName(page, 'Cordelia');
  const opened = await openTable(page, { spread: HOLDEM, seats: 2 });
  await sitDown(page, opened);
  await page.goto(`${stage.address}/#/settings`);
  await page.getByRole('button', { name: 'Delete this account' }).click();
  const dialog = page.getByRole('dialog');
  const sure = dialog.getByRole('button', { name: 'Delete for good' });
  expect(await sure.isDisabled()).toBe(true);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByLabel('Type Cordelia to confirm').fill('Cordelia');
  expect(await sure.isDisabled()).toBe(true);
  await dialog.getByLabel('Password').fill('wrong horse');
  await sure.click();
  await dialog.getByText('The password is wrong.').waitFor();
  await dialog.getByLabel('Password').fill('correct horse');
  await sure.click();
  await dialog.getByText(`You sit at table ${opened.table}: leave it first.`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${stage.address}/#/table/${opened.table}`);
  await page.getByRole('button', { name: 'Leave table' }).first().click();
  // Whoever has gone elsewhere by the time that the seat is free stays there: the answer can't come before both are done.
  await dialog.getByRole('button', { name: 'Leave table' }).evaluate((leave: HTMLElement) => {
    leave.click();
    location.hash = '#/settings';
  });
  await page.locator('a.tab').waitFor({ state: 'detached' });
  expect(page.url()).toContain('#/settings');
  await page.getByRole('button', { name: 'Delete this account' }).click();
  await dialog.getByLabel('Type Cordelia to confirm').fill('Cordelia');
  await dialog.getByLabel('Password').fill('correct horse');
  await sure.click();
  await page.getByText('The account is deleted. You are a new guest.').waitFor();
  await page.getByRole('button', { name: 'Take this name' }).waitFor();
  await signIn(page, 'correct horse', 'Cordelia');
  await page.getByText('The name or the password is wrong.').waitFor();
}, 60_000);

it('nothing that one account typed or was shown is there for the next', async () => {
  const page = await settings();
  await takeName(page, 'Dorothea');
  await minutes(page).fill('60');
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.getByText('Your limits are set.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.locator('.codes li').first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out.').waitFor();
  await page.getByRole('button', { name: 'I have a name' }).waitFor();
  expect(await page.locator('.codes').count()).toBe(0);
  expect(await minutes(page).inputValue()).toBe('');

  // Who comes back has the limit that was set, and setting it again doesn't loosen it.
  await signIn(page, 'correct horse', 'Dorothea');
  await page.getByText('Signed in.').waitFor();
  expect(await minutes(page).inputValue()).toBe('60');
  expect(await page.locator('.codes').count()).toBe(0);
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.getByText('Your limits are set.').waitFor();
  expect((await limits(page)).minutes_a_day).toBe(60);
}, 60_000);

it('a limit on one’s own play is kept, and loosened a day later', async () => {
  const page = await settings();
  await minutes(page).fill('90');
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.getByText('Your limits are set.').waitFor();
  await page.reload();
  await minutes(page).waitFor();
  expect(await minutes(page).inputValue()).toBe('90');
  await minutes(page).fill('120');
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.getByText(/^The limits you asked for apply from/).waitFor();
  expect((await limits(page)).minutes_a_day).toBe(90);
});

it('who excludes itself is told so, and takes no seat', async () => {
  const page = await settings();
  await page.getByLabel('Exclude yourself from play').selectOption({ label: '7 days' });
  await page.getByRole('button', { name: 'Exclude me' }).click();
  // It is asked once more: nobody can take it back.
  await page.getByRole('button', { name: "This can't be undone. Exclude me" }).click();
  await page.getByText(/^You are excluded until/).waitFor();
  await page.reload();
  await page.getByText(/^You are excluded until/).waitFor();
  await page.getByRole('link', { name: 'Lobby', exact: true }).click();
  await page
    .locator('section.game')
    .first()
    .getByRole('button', { name: /Seat me/ })
    .click();
  await page.getByText(/You excluded yourself from play; that ends in \d+ hours\./).waitFor();
  await page.getByText('You are watching').first().waitFor();
});
