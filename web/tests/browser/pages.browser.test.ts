import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hold, tableWithBots, until } from './play';
import { DESK, PHONE } from './room';
import { HOLDEM, HOLDOUT, scene } from './scene';

const stage = scene();

/** What axe finds wrong, dark and light. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // What is looked at is the page as it is drawn in these colours.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`);
    }
  }
  return found;
}

const PAGES: [name: string, hash: string, ready: string][] = [
  ['lobby', '#/', '.bar'],
  ['tournaments', '#/tournaments', 'h1'],
  ['history', '#/history', 'h1'],
  ['rules', '#/rules/holdout-hilo', 'article section'],
  ['fairness', '#/fairness', 'h1'],
  ['settings', '#/settings', 'h1'],
];

describe.each([
  ['at a desk', DESK],
  ['on a phone', PHONE],
])('%s axe finds nothing wrong', (_where, viewport) => {
  it('on any page', async () => {
    const { page } = await stage.come(viewport, { theme: 'system' });
    for (const [name, hash, ready] of PAGES) {
      await page.goto(`${stage.address}/${hash}`);
      await page.locator(ready).first().waitFor();
      expect(await violations(page), name).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${name} runs off the side`).toBeLessThanOrEqual(viewport.width);
    }
    await page.goto(`${stage.address}/#/tournament/${await hold(page, 'Looked at')}`);
    await page.getByRole('button', { name: 'Register' }).waitFor();
    expect(await violations(page), 'tournament').toEqual([]);
    await page.goto(`${stage.address}/#/`);
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page), 'create table').toEqual([]);
    await page.getByRole('combobox', { name: 'House profile' }).selectOption('wac-230-15');
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByText('One wager at most').waitFor();
    expect(await violations(page), 'create table, every setting').toEqual([]);
    await page.goto(`${stage.address}/#/tournaments`);
    await page.getByRole('button', { name: 'Hold a tournament' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Prizes when full: \d/)
      .waitFor();
    expect(await violations(page), 'hold a tournament').toEqual([]);
  });

  it('at the table, in one’s turn to bet, to discard, when the hand is over, and when it is gone through', async () => {
    const { page } = await stage.come(viewport, { theme: 'system' });
    await tableWithBots(page, HOLDOUT, 2, { advisor: true });
    for (const moment of ['bet', 'throw', 'over'] as const) {
      await until(page, [moment]);
      expect(await violations(page), moment).toEqual([]);
    }
    // At a desk the panel lies beside the table, and was looked at with it.
    if (viewport === PHONE) await page.getByRole('button', { name: 'Open the panel' }).click();
    for (const name of viewport === PHONE ? ['Chat', 'Info', 'Advisor', 'Log'] : []) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      expect(await violations(page), name).toEqual([]);
    }
    const hand = await page.locator('.last a').getAttribute('href');
    await page.goto(`${stage.address}/${hand}?proof`);
    await page.getByText(/^All \d+ checks passed/).waitFor();
    expect(await violations(page), 'replay and proof').toEqual([]);
    await page.getByRole('button', { name: 'Coach' }).click();
    await page.locator('section[aria-label=Coach] ol > li').first().waitFor();
    expect(await violations(page), 'coach').toEqual([]);
    if (viewport === PHONE) return;
    await tableWithBots(page, HOLDEM, 1);
    await page.getByRole('button', { name: 'All tables as tiles' }).click();
    await page.locator('.tiles > .tile').nth(1).waitFor();
    await until(page, ['bet', 'throw', 'over'], 'nothing');
    expect(await violations(page), 'tiles').toEqual([]);
  });
});

describe('an address that leads nowhere', () => {
  it.each([
    ['at a desk', DESK],
    ['on a phone', PHONE],
  ])('is told of, in the reader’s language and with a way back, %s', async (_where, viewport) => {
    const { page } = await stage.come(viewport, { language: 'es' });
    await page.goto(`${stage.address}/#/table/999999`);
    await page.getByRole('alert').getByText('Esta mesa no existe o ya se cerró.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Vestíbulo' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.goto(`${stage.address}/#/join/NOPE`);
    await page.getByRole('alert').getByText('Esta mesa o este torneo no existe o ya se cerró.').waitFor();
  });
});

describe('the page', () => {
  it('can be installed, and opens without the room', async () => {
    const { page, context } = await stage.come();
    const manifest = await page.evaluate(async () => {
      const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href;
      return (await fetch(address)).json() as Promise<{ icons: { sizes: string; src: string }[]; display: string }>;
    });
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src } of manifest.icons) expect((await page.request.get(stage.address + src)).ok()).toBe(true);
    // The service worker keeps the page, and nothing that is played; of what an older one kept it keeps nothing.
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).unregister();
      await (await caches.open('cardroom-1')).put('/assets/old.js', new Response('old'));
    });
    await page.reload();
    await page.locator('.bar').first().waitFor();
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      return names.length === 1 && names[0] !== 'cardroom-1' && navigator.serviceWorker.controller !== null;
    });
    const kept = await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]!);
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/');
    expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/ws'))).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/can’t be reached|can't be reached|no room/i).waitFor();
  });

  it.each([
    ['at a desk', DESK],
    ['on a phone', PHONE],
  ])('comes as one piece %s: nothing that is there is moved by what comes later', async (_where, viewport) => {
    const { page } = await stage.come(viewport);
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (window as unknown as { moved: number }).moved += shift.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const [name, hash, ready] of PAGES) {
      await page.goto(`${stage.address}/${hash}`);
      await page.reload();
      await page.locator(ready).first().waitFor();
      await page.getByText('10,000').first().waitFor();
      await page.waitForLoadState('networkidle');
      // What search engines call good is a tenth.
      expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), name).toBeLessThan(0.1);
    }
  });

  it('is told plainly to whoever keeps or searches it', async () => {
    const { page } = await stage.come();
    const robots = await page.request.get(`${stage.address}/robots.txt`);
    expect(robots.headers()['content-type']).toContain('text/plain');
    expect(await robots.text()).toMatch(/^User-agent: \*$/m);
    const home = await page.request.get(stage.address);
    expect(home.headers()['cache-control']).toBe('no-cache');
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await home.text())!;
    const { 'cache-control': kept } = (await page.request.get(stage.address + script!)).headers();
    expect(kept).toBe('max-age=31536000, immutable');
  });

  it('speaks Spanish where the reader does, on every page', async () => {
    const { page } = await stage.come(DESK, { language: 'es' });
    await page.getByRole('button', { name: 'Crear mesa' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
    for (const [name, hash, ready] of PAGES) {
      await page.goto(`${stage.address}/${hash}`);
      await page.locator(ready).first().waitFor();
      const words = await page.locator('main').innerText();
      expect(words, name).not.toMatch(/\bFive Card|Texas Hold'em, |Deuce-to-Seven|Ace-to-Five/);
      expect(words, name).not.toMatch(/\b(Settings|History|Tournaments|Seat me|Language|Password|Fairness)\b/);
    }
  });

  it('waits for the Spanish rules, and shows no English ones meanwhile', async () => {
    const { page } = await stage.comeIntercepted({ language: 'es' });
    await page.getByRole('button', { name: 'Crear mesa' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    // The words of the pages are there by now: what is still fetched by this name are those of the rules.
    let asked = 0;
    await page.route('**/assets/es-*.js', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    const told = page.waitForResponse('**/games/holdout-hilo/rules');
    await page.goto(`${stage.address}/#/rules/holdout-hilo`);
    await (await told).finished();
    await page.locator('article').getByText('Cargando').waitFor();
    expect(asked).toBe(1);
    expect(await page.locator('article section').count()).toBe(0);
    release();
    await page.getByText('Es una traducción').waitFor();
    expect(await page.locator('article [lang=en]').allInnerTexts()).toEqual([]);
  });

  it('has the rules of every game in Spanish, and the words that count a press away', async () => {
    const { page } = await stage.come(DESK, { language: 'es' });
    await page.goto(`${stage.address}/#/rules/holdout-hilo`);
    const links = page.locator('nav a[href^="#/rules/"]');
    await links.nth(12).waitFor();
    const games = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(games.length).toBeGreaterThan(12);
    for (const game of games.filter((at) => at !== '#/rules/')) {
      await page.goto(`${stage.address}/${game}`);
      await page.locator(`nav a[href="${game}"][aria-current=page]`).waitFor();
      await page.locator('article section').first().waitFor();
      await page.getByText('Es una traducción').waitFor();
      expect(await page.locator('article [lang=en]').allInnerTexts(), game).toEqual([]);
    }
    await page.getByRole('button', { name: 'En inglés' }).click();
    await page.getByRole('heading', { name: 'Before the deal' }).waitFor();
  });

  it('tells the browser and a screen reader where one has come', async () => {
    const { page } = await stage.come();
    await page.waitForFunction(() => document.title === 'Lobby · Cardroom');
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    expect(await focused(), 'nothing is taken from who has just come').toBe('BODY');
    for (const [link, name] of [
      ['History', 'History'],
      ['Rules', 'Rules'],
      ['Fairness', 'Fairness'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('main', { name }).waitFor();
      await page.waitForFunction((title) => document.title === title, `${name} · Cardroom`);
      await page.waitForFunction(() => document.activeElement === document.querySelector('main'));
    }
    // Within a page the focus stays where it is.
    await page.goto(`${stage.address}/#/rules/holdem`);
    await page.waitForFunction(() => document.title === "Rules: Texas Hold'em · Cardroom");
    const game = page.getByRole('navigation', { name: 'Rules' }).getByRole('link').first();
    await game.click();
    await page.waitForFunction(() => !document.title.includes("Hold'em"));
    expect(await game.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('opens at an address that can’t be read', async () => {
    const { page } = await stage.come(undefined, {}, `${stage.address}/#/rules/%`);
    await page.locator('article section').first().waitFor();
    await page.goto(`${stage.address}/#/%`);
    await page.getByRole('main', { name: 'Lobby' }).waitFor();
  });

  it('says what the keys do', async () => {
    const { page } = await stage.come();
    await page.locator('.bar').first().waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await help.waitFor();
    for (const key of ['F', 'C', 'R', 'Enter', '?']) {
      expect(await help.locator('kbd', { hasText: key }).count(), key).toBeGreaterThan(0);
    }
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('reads out the deal, what others do, and one’s turn', async () => {
    const { page } = await stage.come();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        for (const region of document.querySelectorAll('[aria-live]')) {
          const text = `${region.getAttribute('aria-live')}: ${region.textContent}`;
          if (said.at(-1) !== text && !said.includes(text)) said.push(text);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await tableWithBots(page, HOLDOUT, 2);
    await until(page, ['throw']);
    // What comes in a burst is told together, a moment later.
    for (const words of [
      'polite: .*Your cards: \\w+ of \\w+',
      'assertive: .*Your turn',
      'polite: .*(calls|raises|folds|checks|discards|posts|stands)',
    ]) {
      await page.waitForFunction(
        (like) => new RegExp(like).test((window as unknown as { said: string[] }).said.join('\n')),
        words,
      );
    }
  });

  it('draws its deck in four colours or in two', async () => {
    const { page } = await stage.come();
    await page.goto(`${stage.address}/#/settings`);
    const inks = async () => {
      await page.locator('.deck img').first().waitFor();
      return page.locator('.deck img').evaluateAll((cards) =>
        cards.map((card) => {
          const drawing = decodeURIComponent((card as HTMLImageElement).src);
          return /<g fill="(#\w+)">/.exec(drawing)?.[1];
        }),
      );
    };
    expect(new Set(await inks()).size).toBe(4);
    await page.getByRole('radio', { name: 'Two colours' }).click();
    const [spade, heart, diamond, club] = await inks();
    expect([diamond, club]).toEqual([heart, spade]);
    expect(spade).not.toBe(heart);
    await page.reload();
    expect(new Set(await inks()).size).toBe(2);
  });

  it('moves nothing where no motion is wanted', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDEM, 2);
    await until(page, ['bet'], 'nothing');
    const moving = await page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    expect(moving).toBe(0);
  });
});
