import { describe, expect, it } from 'vitest';
import { dock, offer, openTable, playTurn, sitDown, type Opened } from './play';
import { DESK, PHONE, type Visitor } from './room';
import { DRAW, HOLDEM, HOLDOUT, scene } from './scene';
import { cardsInMemory, cardsNamed, drawnForButton, handsTold, laidOpen, ownCards } from './secrets';

const stage = scene();

describe('a full table', () => {
  it.each([
    ['at a desk', DESK],
    ['on a phone that lies', { width: PHONE.height, height: PHONE.width }],
    ['on a phone', PHONE],
    ['on a low phone', { width: 390, height: 720 }],
    ['on a small phone', { width: 320, height: 568 }],
  ])('shows who watches a refusal beside the seats %s, and not on one', async (_, size) => {
    const [host, { page }] = [await stage.come(), await stage.come(size)];
    const opened = await openTable(host.page, { spread: HOLDOUT, seats: 4, clock: 120, bots: Array(3).fill('solid') });
    await sitDown(host.page, opened);
    // What only who sits there may ask for, in place of what the button would.
    await page.routeWebSocket(/\/ws/, (line) => {
      const room = line.connectToServer();
      line.onMessage((said) => room.send(String(said).replace('"type":"wait"', '"type":"leave"')));
    });
    await page.goto(`${stage.address}/#/table/${opened.table}`);
    await page.reload();
    await dock(page).getByRole('button', { name: 'Join the waiting list' }).click();
    const banner = (await page.locator('.banner', { hasText: 'Not done' }).boundingBox())!;
    for (const plate of await page.locator('.plate').all()) {
      const seat = (await plate.boundingBox())!;
      const apart =
        seat.y + seat.height <= banner.y ||
        banner.y + banner.height <= seat.y ||
        seat.x + seat.width <= banner.x ||
        banner.x + banner.width <= seat.x;
      expect(apart, `${JSON.stringify(banner)} on ${JSON.stringify(seat)}`).toBe(true);
    }
    expect(await page.locator('.plate').count()).toBe(4);
  });

  it('keeps a chair for the first in line, and leads nobody else to it', async () => {
    const [ana, ben, cleo, dora] = [
      await stage.come(),
      await stage.come(),
      await stage.come(PHONE),
      await stage.come(),
    ];
    const opened = await openTable(ana.page, { spread: HOLDEM, seats: 2, clock: 120 });
    for (const { page } of [ana, ben]) await sitDown(page, opened);
    for (const [i, { page }] of [cleo, dora].entries()) {
      await page.goto(`${stage.address}/#/table/${opened.table}`);
      await dock(page).getByRole('button', { name: 'Join the waiting list' }).click();
      await dock(page)
        .getByText(`You are number ${i + 1} on the waiting list`)
        .waitFor();
    }
    const seat = ({ page }: Visitor) => dock(page).getByRole('button', { name: 'Take a seat' });

    // Whoever is in a hand goes when its turn comes.
    const turns = () => Promise.all([ana, ben].map(({ page }) => offer(page)));
    await expect.poll(turns, { timeout: 60_000 }).toContain('bet');
    const leaver = [ana, ben][(await turns()).indexOf('bet')]!;
    await leaver.page.getByRole('button', { name: 'Leave table' }).first().click();
    await leaver.page.getByRole('dialog').getByRole('button', { name: 'Leave table' }).click();
    await dock(cleo.page).getByText('A seat is free for you').waitFor();
    await dora.page.getByText('Reserved').waitFor();
    expect([await seat(cleo).count(), await seat(dora).count()]).toEqual([1, 0]);

    await seat(cleo).click();
    await cleo.page.getByRole('dialog').getByRole('button', { name: 'Sit down' }).click();
    await cleo.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => dora.page.getByText('Reserved').count()).toBe(0);
  });
});

/** Two people come to a table of their own, the second by the private link; the first has sat down. */
async function twoPeople(spread: object): Promise<{ people: [Visitor, Visitor]; opened: Opened }> {
  const ana = await stage.come();
  const opened = await openTable(ana.page, { spread, seats: 2, private: true, clock: 120 });
  expect(opened.code).not.toBeNull();
  await sitDown(ana.page, opened);
  const ben = await stage.come(PHONE, {}, `${stage.address}/#/join/${opened.code}`);
  await dock(ben.page).waitFor();
  return { people: [ana, ben], opened };
}

/** Both play until so many hands have begun; whoever may, may also fold. */
async function playTogether(people: Visitor[], hands: number, folds: boolean): Promise<void> {
  const end = Date.now() + 300_000;
  let turns = 0;
  while (handsTold(people[0]!.frames).size <= hands) {
    if (Date.now() > end) throw new Error(`It hangs at: ${await dock(people[0]!.page).innerText()}`);
    for (const { page } of people) {
      const now = await offer(page);
      if (now === 'wait' || now === 'over') continue;
      const fold = dock(page).getByRole('button', { name: /^Fold/ });
      if (now === 'bet' && folds && ++turns % 7 === 0) await fold.click({ timeout: 3000 });
      else await playTurn(page, 'mouse', now);
    }
    await people[0]!.page.waitForTimeout(30);
  }
}

describe.each([
  ['Five Card Hold-Out', HOLDOUT],
  ['Five Card Draw', DRAW],
])('two browsers play %s with each other', (_name, spread) => {
  it('and neither’s network log or memory ever holds the other’s hidden cards', async () => {
    const { people, opened } = await twoPeople(spread);
    // Before anything is dealt: a page that is looked through stands still for a while.
    const before = await Promise.all(people.map(({ page }) => cardsInMemory(page)));
    await sitDown(people[1].page, opened);
    // In the middle of a hand, what lies in memory that did not lie there before?
    while (!(await Promise.all(people.map(({ page }) => offer(page)))).includes('bet')) {
      await people[0].page.waitForTimeout(30);
    }
    for (const [i, other] of [1, 0].entries()) {
      const told = [...handsTold(people[other]!.frames).values()].at(-1)!;
      const hidden = ownCards(told);
      expect(hidden.length).toBeGreaterThan(1);
      // Everyone saw the cards that were drawn for the button, from another deck.
      const drawn = drawnForButton(people[i]!.frames);
      const kept = (await cardsInMemory(people[i]!.page)).filter(
        (cards) => !before[i]!.includes(cards) && !drawn.has(cards),
      );
      const mine = ownCards([...handsTold(people[i]!.frames).values()].at(-1)!);
      // One's own cards are found, so the others' would be.
      expect(kept.some((cards) => mine.every((card) => cards.includes(card)))).toBe(true);
      expect(kept.filter((cards) => hidden.some((card) => cards.includes(card)))).toEqual([]);
    }

    await playTogether(people, 3, true);
    const tellings = people.map(({ frames }) => handsTold(frames));
    let compared = 0;
    for (const [i, other] of [1, 0].entries()) {
      for (const [hand, told] of tellings[i]!) {
        const hidden = ownCards(tellings[other]!.get(hand) ?? []);
        const open = laidOpen(told);
        const known = cardsNamed(told.filter(({ type }) => !['board', 'shown', 'awarded', 'revealed'].includes(type)));
        expect(
          hidden.filter((card) => known.has(card) && !open.has(card)),
          `hand ${hand}`,
        ).toEqual([]);
        compared += hidden.length;
      }
      expect(people[i]!.answers.join('\n')).not.toMatch(/"own":\["/);
    }
    expect(compared).toBeGreaterThan(8);
  });
});

describe('somebody who only watches', () => {
  it('sees the table, no hidden card, and can talk', async () => {
    const { people, opened } = await twoPeople(HOLDEM);
    const eve = await stage.come(DESK, {}, `${stage.address}/#/join/${opened.code}`);
    await dock(eve.page).waitFor();
    await sitDown(people[1].page, opened);
    await playTogether(people, 2, false);
    for (const [hand, told] of handsTold(eve.frames)) {
      expect(ownCards(told), `hand ${hand}`).toEqual([]);
      const known = cardsNamed(told);
      for (const card of laidOpen(told)) known.delete(card);
      expect([...known], `hand ${hand}`).toEqual([]);
    }
    await people[0].page.getByRole('tab', { name: 'Chat' }).click();
    await people[0].page.getByRole('tabpanel').getByRole('textbox').fill('Nice hand');
    await people[0].page.keyboard.press('Enter');
    await eve.page.getByRole('tab', { name: 'Chat' }).click();
    await eve.page.getByRole('tabpanel').getByText('Nice hand').waitFor();
    // Whoever does not want to read it mutes its author.
    await eve.page.getByRole('tabpanel').getByRole('button', { name: /mute/i }).first().click();
    await eve.page.getByRole('tabpanel').getByText('Nice hand').waitFor({ state: 'detached' });
  });
});

describe('two windows that a new browser opens at once', () => {
  it.each([
    ['with locks', true],
    // As over plain http on a home network, where a browser gives a page none.
    ['without', false],
  ])('are one guest, who may open a table from either, %s', async (_how, locks) => {
    const context = await stage.browser.newContext();
    if (!locks) {
      await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    }
    try {
      const pages = await Promise.all([context.newPage(), context.newPage()]);
      const told = await Promise.all(
        pages.map(async (page) => {
          const answer = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/v1/account');
          await page.goto(stage.address);
          return ((await (await answer).json()) as { account: number }).account;
        }),
      );
      expect(told[0]).toBe(told[1]);
      for (const page of pages) expect((await openTable(page, { spread: HOLDEM, seats: 2 })).table).toBeGreaterThan(0);
    } finally {
      await context.close();
    }
  });
});
