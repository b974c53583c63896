import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { scene } from './scene';

const stage = scene();

async function settings(): Promise<Page> {
  const { page } = await stage.come();
  await page.goto(`${stage.address}/#/settings`);
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  return page;
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByRole('button', { name: 'I have a name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Annabel');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('who has forgotten the password comes in with a recovery code and sets a new one', async () => {
  const page = await settings();
  await page.getByLabel('Name', { exact: true }).fill('Annabel');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByText('The name is yours.').waitFor();
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
