import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scene } from './scene';

const stage = scene();

const UNANSWERED = 'La sala no responde. Inténtalo de nuevo en un momento.';

/** Whoever reads Spanish; nothing that the browser says in English is to be seen. */
async function reader(hash: string): Promise<Page> {
  const { page } = await stage.comeIntercepted({ language: 'es' });
  await page.goto(`${stage.address}/${hash}`);
  return page;
}

const told = (page: Page) => page.getByText(UNANSWERED).waitFor();

/** A hand as the list has it. */
const hand = (number: number, net: number, tournament: number | null = null) => ({
  table: 7,
  hand: number,
  table_name: 'Mine',
  spread: { game: 'holdem', name: "Texas Hold'em", stakes: 'Limit 10/20', big_blind: 10 },
  at: 1_700_000_000_000 + number,
  net,
  pot: 300,
  tournament,
  showdown: net > 0,
  cards: ['As', 'Kd'],
});

describe('where nobody answers, that is said in the reader’s language, and it can be tried again', () => {
  it('entering a tournament', async () => {
    const page = await reader('#/tournaments');
    await page.locator('a[href^="#/tournament/"]').first().click();
    const register = page.getByRole('button', { name: 'Inscribirse' });
    await page.route('**/entry', (route) => route.abort());
    await register.click();
    await told(page);
    expect(await register.isEnabled()).toBe(true);
    await page.unroute('**/entry');
    await register.click();
    await page.getByText(UNANSWERED).waitFor({ state: 'detached' });
  });

  it('opening a table', async () => {
    const page = await reader('#/');
    await page.getByRole('button', { name: 'Crear mesa' }).click();
    const create = page.getByRole('dialog').getByRole('button', { name: 'Crear y sentarse' });
    await page.route('**/api/v1/tables', (route) => route.abort());
    await create.click();
    await told(page);
    await page.unroute('**/api/v1/tables');
    await create.click();
    await page.locator('.table').waitFor();
  });

  it('in the settings', async () => {
    const page = await reader('#/settings');
    await page.getByLabel('minutos al día').fill('60');
    await page.route('**/account/limits', (route) => route.abort());
    await page.getByRole('button', { name: 'Fijar límites' }).click();
    await told(page);
    await page.unroute('**/account/limits');
    await page.getByRole('button', { name: 'Fijar límites' }).click();
    await page.getByText('Tus límites están fijados.').waitFor();
    await page.route('**/account/refill', (route) => route.abort());
    await page.getByRole('button', { name: 'Pedir fichas gratis' }).click();
    await told(page);
  });

  it('on a page that is only read', async () => {
    const page = await reader('#/');
    await page.route('**/rules', (route) => route.abort());
    await page.goto(`${stage.address}/#/rules/holdem`);
    await told(page);
    await page.route('**/hands/**', (route) => route.abort());
    await page.goto(`${stage.address}/#/hand/7/31`);
    await page.getByRole('main').getByRole('alert').getByText(UNANSWERED).waitFor();
  });

  it('in the history, whose hands stay as they are', async () => {
    const page = await reader('#/');
    const newest = Array.from({ length: 50 }, (_, i) => hand(100 - i, 10));
    let answers = true;
    await page.route('**/api/v1/hands?*', (route) => {
      if (!answers) return route.abort();
      const more = new URL(route.request().url()).searchParams.has('before');
      return route.fulfill({ json: more ? { hands: [hand(50, -20)], next: null } : { hands: newest, next: 51 } });
    });
    const rows = page.locator('main li a');
    await page.goto(`${stage.address}/#/history`);
    await rows.first().waitFor();
    answers = false;
    await page.getByRole('button', { name: 'Más manos' }).click();
    await told(page);
    expect(await rows.count()).toBe(50);
    answers = true;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await rows.nth(50).waitFor();
    expect(await page.getByText(UNANSWERED).count()).toBe(0);
  });
});

/** Answers as the room does: with those of the kind and the game that were asked for. */
const answerWith = (page: Page, hands: ReturnType<typeof hand>[]) =>
  page.route('**/api/v1/hands?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [kind, game] = [searchParams.get('kind'), searchParams.get('game')];
    const fits = (one: (typeof hands)[number]) =>
      (kind === null || (kind === 'ring') === (one.tournament === null)) &&
      (game === null || game.split(',').includes(one.spread.game));
    return route.fulfill({ json: { hands: hands.filter(fits), next: null } });
  });

describe('the history', () => {
  it('adds up the room’s chips and a tournament’s apart', async () => {
    const { page } = await stage.comeIntercepted();
    const hands = [hand(4, -30), hand(3, 500, 9), hand(2, -200, 9), hand(1, 100)];
    await answerWith(page, hands);
    await page.goto(`${stage.address}/#/history`);
    const graph = page.locator('section.graph');
    await graph.getByRole('img', { name: 'Chips won over 2 hands: 70' }).waitFor();
    expect(await graph.innerText()).toMatch(/Chips won\s+2 hands · \+70/);
    await page.getByRole('radio', { name: 'Tournaments' }).check({ force: true });
    await graph.getByRole('img', { name: 'Chips won over 2 hands: 300' }).waitFor();
    expect(await graph.innerText()).toMatch(/Tournament chips won\s+2 hands · \+300/);
    expect(await page.locator('main li a').count()).toBe(2);
    // Filters that leave nothing say so, and are cleared.
    await page.getByRole('radio', { name: 'Draw' }).check({ force: true });
    await page.getByText('No hand fits these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('main li a').nth(1).waitFor();
  });

  it('opens with what was played last', async () => {
    const { page } = await stage.comeIntercepted();
    const hands = [hand(3, 500, 9), hand(1, 100)];
    await answerWith(page, hands);
    await page.goto(`${stage.address}/#/history`);
    await page.getByRole('heading', { name: 'Tournament chips won' }).waitFor();
  });

  it('asks the room for what is wanted, and looks further back where a page has too few', async () => {
    const { page } = await stage.comeIntercepted();
    const asked: URLSearchParams[] = [];
    let wait: Promise<void> | undefined;
    await page.route('**/api/v1/hands?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams);
      if (searchParams.get('result') !== 'won') return route.fulfill({ json: { hands: [hand(900, -5)], next: null } });
      const before = Number(searchParams.get('before') ?? 900);
      if (before < 900) await wait;
      // Of some hundreds none, and then one a page.
      const hands = before === 100 ? [hand(50, 10)] : [];
      return route.fulfill({ json: { hands, next: before === 100 ? null : before - 400 } });
    });
    await page.goto(`${stage.address}/#/history`);
    await page.locator('main li a').waitFor();
    let goOn!: () => void;
    wait = new Promise((done) => (goOn = done));
    await page.getByLabel('From').fill('2026-11-02');
    await page.getByRole('radio', { name: 'Won', exact: true }).check({ force: true });
    await page.getByText('Looking further back…').waitFor();
    goOn();
    await page.getByRole('link', { name: /Hand 50/ }).waitFor();
    const last = asked.at(-1)!;
    expect([last.get('kind'), last.get('result'), last.get('before')]).toEqual(['ring', 'won', '100']);
    const midnight = await page.evaluate(() => new Date(2026, 10, 2).getTime());
    expect(Number(last.get('from'))).toBe(midnight);
  });
});
