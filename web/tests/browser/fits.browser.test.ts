import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTable, playHands, playTurn, playUntilSeen, sitDown, tableWithBots, until } from './play';
import { PHONE } from './room';
import { HOLDEM, HOLDOUT, scene } from './scene';

const stage = scene('--demo', '--set', 'tables_per_account=10');

/** Which of the first cover which of the second, by what they say. */
const covered = (page: Page, above: string, below: string): Promise<string[]> =>
  page.evaluate(
    ([above, below]) => {
      const said = (one: Element) => `${one.getAttribute('class')} ${one.textContent?.trim()}`;
      const meet = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return [...document.querySelectorAll(above!)].flatMap((one) =>
        [...document.querySelectorAll(below!)]
          .filter((other) => meet(one.getBoundingClientRect(), other.getBoundingClientRect()))
          .map((other) => `${said(one)} on ${said(other)}`),
      );
    },
    [above, below],
  );

describe('nothing covers what is to be read', () => {
  it('on a phone: button and blinds lie beside name and stack', async () => {
    const { page } = await stage.come(PHONE);
    await tableWithBots(page, HOLDOUT, 5);
    await until(page, ['bet', 'throw']);
    expect(await page.locator('.seat .marks').count()).toBeGreaterThan(0);
    expect(await covered(page, '.seat .marks', '.seat .text')).toEqual([]);
  });

  it.each([
    ['with five cards', HOLDOUT],
    // With stacks that last: who has lost everything is out of the hand, and has nothing below the table.
    ['with two cards', { ...HOLDEM, limit: 'fixed' }],
  ])('on a phone, %s: the table has one size from one’s turn to the hand’s end', async (_what, spread) => {
    const { page } = await stage.come(PHONE);
    await tableWithBots(page, spread, 4, { bots: Array<string>(4).fill('beginner') });
    await until(page, ['bet']);
    await page.evaluate(() => {
      const sizes = new Set<number>();
      const room = document.querySelector('.stage-room')!;
      new ResizeObserver(() => sizes.add(room.clientHeight)).observe(room);
      Object.assign(window, { sizes });
    });
    await playUntilSeen([page], page.locator('.own .award').first());
    await until(page, ['bet']);
    expect(await page.evaluate(() => [...(window as unknown as { sizes: Set<number> }).sizes])).toHaveLength(1);
  });

  it('on a short phone: shown hands have faces, and the table keeps its shape while a fold is asked about', async () => {
    const { page } = await stage.come({ width: 360, height: 640 });
    await tableWithBots(page, HOLDEM, 5, { bots: Array<string>(5).fill('beginner') });
    // What was just pressed stays to be seen until it is answered: only what can still be pressed is an offer.
    const free = page.getByRole('button', { name: /^Fold.*free/, disabled: false });
    for (;;) {
      const now = await until(page, ['bet', 'show', 'broke'], 'nothing');
      if (now === 'bet' && (await free.count()) > 0) break;
      await playTurn(page, 'mouse', now);
      await page.waitForTimeout(40);
    }
    const room = () => page.locator('.stage-room').evaluate(({ clientHeight }) => clientHeight);
    const before = await room();
    await page.keyboard.press('f');
    await page.getByRole('alertdialog').waitFor();
    expect(await room()).toBe(before);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click();
    const faces = page.locator('.stage .seat .cards.shown .card');
    // A hand that is shown may be gone by the time it is looked at: then the next one's is.
    for (let seen: string[] = []; seen.length === 0;) {
      await playUntilSeen([page], faces.first());
      seen = await faces.evaluateAll((cards) =>
        cards.filter((card) => card.isConnected).map((card) => getComputedStyle(card).backgroundImage),
      );
      for (const image of seen) expect(image).toMatch(/^url/);
    }
  });

  it.each([
    ['five cards', HOLDOUT],
    ['two cards', HOLDEM],
  ])('on a narrow phone: %s of one’s own, and the time bank, end before the page does', async (_what, spread) => {
    const { page } = await stage.come({ width: 360, height: 640 });
    await tableWithBots(page, spread, 3);
    await until(page, ['bet']);
    const own = page.locator('.own .cards .card[role=img], .own button');
    const ends = await own.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    // The cards, and the time bank.
    expect(ends.length).toBe(spread === HOLDOUT ? 6 : 3);
    expect(Math.max(...ends)).toBeLessThanOrEqual(360);
  });

  it('on a phone that lies: the table and every button of a turn are in the page, large enough to be read', async () => {
    const { page } = await stage.come({ width: 844, height: 390 });
    await tableWithBots(page, HOLDOUT, 5);
    await until(page, ['throw']);
    const ends = await page
      .locator('.dock button.big, .cards.throwing button.card')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]));
    expect(ends.length).toBeGreaterThan(5);
    for (const [right, bottom] of ends) expect(right! <= 844 && bottom! <= 390, `${right} ${bottom}`).toBe(true);
    const name = await page.locator('.stage .seat .name').first().boundingBox();
    expect(name!.height).toBeGreaterThan(12);
  });

  it('on a phone with nine seats: hands lie beside the board', async () => {
    const { page } = await stage.come(PHONE);
    await tableWithBots(page, HOLDEM, 8, { seats: 9 });
    await until(page, ['bet']);
    expect(await page.locator('.stage .board .place, .stage .board .card').count()).toBe(5);
    expect(await covered(page, '.stage .seat .plate, .stage .seat .row', '.stage .board > .group')).toEqual([]);
  });

  it('on a laptop: what is played stands clear of every seat', async () => {
    const { page } = await stage.come({ width: 1280, height: 800 });
    await tableWithBots(page, HOLDOUT, 5);
    await until(page, ['throw']);
    expect(await covered(page, '.stage-room > .left p, .stage-room > .left h1', '.seat, .seat .row')).toEqual([]);
  });

  it('on a small laptop: every word on the table can be read', async () => {
    const { page } = await stage.come({ width: 1280, height: 720 });
    await tableWithBots(page, HOLDOUT, 5);
    await until(page, ['throw']);
    const small = await page.locator('.stage').evaluate((stage) => {
      const scale = new DOMMatrix(getComputedStyle(stage).transform).a;
      const words = [...stage.querySelectorAll<HTMLElement>('*')].filter((one) =>
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== ''),
      );
      return words
        .map((one) => [one.textContent!.trim(), parseFloat(getComputedStyle(one).fontSize) * scale] as const)
        .filter(([text, size]) => size < (text === 'BOT' ? 10.9 : 11.9));
    });
    expect(small).toEqual([]);
    expect(await covered(page, '.plate .bank', '.cards.throwing button')).toEqual([]);
  });

  it('at a desk: a hand that is shown at the top is all there', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, { ...HOLDEM, limit: 'fixed' }, 5, { bots: Array<string>(5).fill('beginner') });
    // Across from the reader, the chair that lies the highest.
    const top = page.locator('.stage .seat').nth(2).locator('.cards.shown .card');
    for (let over: number | undefined; over === undefined;) {
      await playUntilSeen([page], top.first());
      // It may be gone by the time it is looked at: then the next one is.
      over = await page.evaluate(() => {
        const cards = document.querySelectorAll('.stage .seat')[2]?.querySelectorAll('.cards.shown .card') ?? [];
        const room = document.querySelector('.stage-room')!.getBoundingClientRect().top;
        const tops = [...cards].map((card) => card.getBoundingClientRect().top - room);
        return tops.length > 0 ? Math.min(...tops) : undefined;
      });
      if (over !== undefined) expect(over).toBeGreaterThanOrEqual(0);
    }
  });

  it('on a phone that lies: a hand is replayed without scrolling', async () => {
    const { page } = await stage.come({ width: 844, height: 390 });
    await tableWithBots(page, HOLDOUT, 3);
    const replay = page.locator('.dock').getByRole('button', { name: 'Replay' });
    // It is offered until the next hand begins, which may be sooner.
    for (let pressed = false; !pressed;) {
      await playHands(page, 1);
      pressed = await replay.click({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
    }
    await page.getByRole('button', { name: 'To the end' }).click();
    const ends = await page
      .locator('.controls .row button, .stage .seat .plate')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]));
    expect(ends.length).toBeGreaterThan(8);
    for (const [right, bottom] of ends) expect(right! <= 844 && bottom! <= 390, `${right} ${bottom}`).toBe(true);
  });

  it('on a phone: the table has one shape from a replay’s beginning to its end', async () => {
    const { page } = await stage.come(PHONE);
    const { table } = await tableWithBots(page, HOLDOUT, 3);
    await playHands(page, 1);
    await page.goto(`${stage.address}/#/hand/${table}/1`);
    const end = page.getByRole('button', { name: 'To the end' });
    await end.waitFor();
    const shape = () =>
      page.locator('.stage-room').evaluate((room) => [room.clientHeight, room.innerHTML.includes('short')]);
    const first = await shape();
    await end.click();
    expect(await shape()).toEqual(first);
  });

  it('on a tablet: every button of a turn is in the page, and the panel and the door can be reached', async () => {
    const { page } = await stage.come({ width: 768, height: 1024 });
    await tableWithBots(page, HOLDEM, 5, { clock: 60 });
    await until(page, ['bet']);
    const ends = await page
      .locator('.dock .bet button, .dock .bet input')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(768);
    expect(await covered(page, '.dock .amount', '.dock .big')).toEqual([]);
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('tab', { name: 'Info' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Leave table' }).waitFor();
  });

  it('of the rules: none is wider than a phone', async () => {
    const { page } = await stage.come(PHONE);
    await page.goto(`${stage.address}/#/rules/holdout-hilo`);
    await page.locator('article section').first().waitFor();
    expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  });

  it('in Spanish: the time bank stays within its plate', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDEM, 2, { clock: 60 });
    await until(page, ['bet']);
    await page.locator('.plate button.bank').waitFor();
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('cardroom.settings')!) as object;
      localStorage.setItem('cardroom.settings', JSON.stringify({ ...kept, language: 'es' }));
    });
    await page.reload();
    const bank = page.locator('.plate button.bank');
    await bank.waitFor();
    const [words, plate] = await Promise.all([bank.boundingBox(), page.locator('.hero .plate').boundingBox()]);
    expect(words!.x + words!.width).toBeLessThanOrEqual(plate!.x + plate!.width - 8);
  });
});

describe('six tabs', () => {
  it('each have a whole name, and a number that tells it from another of the same name', async () => {
    const { page } = await stage.come();
    const games = ['holdout-hilo', 'holdout22-hilo', 'draw27-triple', 'holdem', 'drawa5-triple', 'holdem'];
    for (const game of games) {
      const { table } = await openTable(page, { spread: { game, limit: 'fixed', min_bet: 10 }, seats: 4 });
      await page.goto(`${stage.address}/#/table/${table}`);
    }
    const tabs = page.locator('.tab');
    await tabs.nth(games.length - 1).waitFor();
    const cut = await tabs
      .locator('.name')
      .evaluateAll((names) =>
        names
          .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
          .map((name) => name.textContent),
      );
    expect(cut).toEqual([]);
    const told = await tabs.evaluateAll((all) => all.map((tab) => tab.textContent!.trim()));
    expect(new Set(told).size).toBe(games.length);
  });
});

describe('tiles', () => {
  it('leave room around what a watcher may press', async () => {
    const { page } = await stage.come(undefined, { tiles: true });
    for (let i = 0; i < 5; i++) {
      const { table } = await openTable(page, { spread: HOLDEM, seats: 4, clock: 120 });
      await page.goto(`${stage.address}/#/table/${table}`);
    }
    const buttons = page.locator('.tile .dock').getByRole('button', { name: 'Take a seat' });
    await buttons.nth(4).waitFor();
    const below = await buttons.evaluateAll((all) =>
      all.map((one) => one.closest('.tile')!.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom),
    );
    expect(Math.min(...below)).toBeGreaterThanOrEqual(8);
  });

  it('on a small laptop: a raise is chosen in one line, and the table stays large enough to be seen', async () => {
    const { page } = await stage.come({ width: 1280, height: 720 }, { tiles: true });
    const table = { spread: HOLDEM, seats: 4, clock: 120, bots: ['beginner', 'beginner'] };
    await sitDown(page, await openTable(page, table));
    for (let i = 1; i < 6; i++) {
      const { table: other } = await openTable(page, table);
      await page.goto(`${stage.address}/#/table/${other}`);
    }
    await page.locator('.tile').nth(5).waitFor();
    const tile = page.locator('.tile').first();
    const height = (room: Element) => room.clientHeight;
    await tile.locator('.dock .amount').waitFor();
    const betting = await tile.locator('.stage-room').evaluate(height);
    expect(betting).toBeGreaterThan(90);
    const edges = (all: Element[]) =>
      all.map((one) => one.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]);
    const [[right, bottom]] = (await tile.locator('.sheet').evaluateAll(edges)) as [[number, number]];
    const parts = await tile.locator('.dock .amount :is(button, input), .dock button.big').evaluateAll(edges);
    expect(parts.length).toBeGreaterThan(6);
    for (const [x, y] of parts) expect(x! <= right && y! <= bottom, `${x} ${y} in ${right} ${bottom}`).toBe(true);
    expect(await covered(page, '.tile .dock .amount', '.tile .dock .big')).toEqual([]);
  });

  it('keep their shape from one’s turn to the end of the hand', async () => {
    const { page } = await stage.come();
    for (const spread of [HOLDOUT, { ...HOLDEM, limit: 'fixed' }, HOLDOUT, HOLDOUT, HOLDOUT]) {
      await sitDown(page, await openTable(page, { spread, seats: 6, clock: 120, bots: ['solid', 'solid'] }));
    }
    await page.getByRole('button', { name: 'Tiles', exact: false }).first().click();
    await page.locator('.tile').nth(4).waitFor();
    const shape = () =>
      page
        .locator('.tile')
        .first()
        .locator('.stage-room, .own, .sheet')
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            return [x, y, width, height].map(Math.round).join();
          }),
        );
    const first = page.locator('.tile').first().locator('.dock');
    const seen = new Map<string, string[]>();
    const moments = ['.bet', '.throw', '.pre', '.result'];
    for (let i = 0; i < 600 && seen.size < moments.length; i++) {
      for (const moment of moments) {
        if (!seen.has(moment) && (await first.locator(moment).count()) > 0) seen.set(moment, await shape());
      }
      const big = first.locator('button.big:not(:disabled)');
      // It may be gone by now: then the next round sees what came instead.
      if ((await big.count()) > 0)
        await big
          .last()
          .click({ timeout: 1000 })
          .catch(() => undefined);
      await page.waitForTimeout(50);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(new Set([...seen.values()].map((parts) => parts.join(' '))).size).toBe(1);
  });
});
