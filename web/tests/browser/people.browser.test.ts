import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dock, offer, openTable, playTurn, sitDown } from './play';
import { launch, PHONE, Room, visit, type Visitor } from './room';
import { cardsInMemory, cardsNamed, drawnForButton, handsTold, laidOpen, ownCards } from './secrets';

let room: Room;
let browser: Browser;

beforeAll(async () => {
  [room, browser] = await Promise.all([Room.open('--demo'), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await room?.close();
});

/** Two people at a table of their own, the second by the private link. */
async function twoPeople(spread: object): Promise<[Visitor, Visitor]> {
  const ana = await visit(browser, room.address);
  const ben = await visit(browser, room.address, PHONE);
  const opened = await openTable(ana.page, { spread, seats: 2, private: true, clock: 120 });
  expect(opened.code).not.toBeNull();
  await sitDown(ana.page, opened);
  await sitDown(ben.page, opened);
  return [ana, ben];
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
  ['Five Card Hold-Out', { game: 'holdout', limit: 'fixed', min_bet: 10 }],
  ['Five Card Draw', { game: 'draw', limit: 'fixed', min_bet: 10 }],
])('two browsers play %s with each other', (_name, spread) => {
  it('and neither’s network log or memory ever holds the other’s hidden cards', async () => {
    const people = await twoPeople(spread);
    const before = await Promise.all(people.map(({ page }) => cardsInMemory(page)));
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
      expect(people[i]!.errors).toEqual([]);
    }
    expect(compared).toBeGreaterThan(8);
    await Promise.all(people.map(({ context }) => context.close()));
  });
});

describe('somebody who only watches', () => {
  it('sees the table, no hidden card, and can talk', async () => {
    const people = await twoPeople({ game: 'holdem', limit: 'fixed', min_bet: 10 });
    const code = await people[0].page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('code'));
    const eve = await visit(browser, `${room.address}/#/join/${code}`);
    await dock(eve.page).waitFor();
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
    await Promise.all([...people, eve].map(({ context }) => context.close()));
  });
});
