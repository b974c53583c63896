import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dock, openTable, playUntilSeen, sitDown } from './play';
import { Room } from './room';
import { HOLDEM, HOLDOUT, scene } from './scene';

const stage = scene();

/** A port that nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

describe('the host of a table', () => {
  it('mutes a player, changes the stakes, and sends somebody off', async () => {
    const host = await stage.come();
    const opened = await openTable(host.page, { spread: HOLDOUT, seats: 4, private: true, clock: 120 });
    await sitDown(host.page, opened);
    const guest = await stage.come();
    await sitDown(guest.page, opened);
    await host.page.getByRole('tab', { name: 'Info' }).click();
    const panel = host.page.getByRole('tabpanel');

    await panel.getByRole('button', { name: /^Mute .* for everybody/ }).click();
    await panel.getByRole('button', { name: /write again/ }).waitFor();
    await guest.page.getByRole('tab', { name: 'Chat' }).click();
    await guest.page.getByRole('tabpanel').getByRole('textbox').fill('Hello?');
    await guest.page.keyboard.press('Enter');
    await guest.page.getByText('the host has muted you at this table').waitFor();

    await panel.getByRole('button', { name: 'Change game or stakes' }).click();
    const dialog = host.page.getByRole('dialog');
    await dialog.getByLabel('big', { exact: true }).fill('40');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await panel.getByRole('button', { name: /^Send .* off/ }).click();
    await dialog.getByRole('button', { name: 'Send off' }).click();
    // Whoever is in a hand goes when it is over, and the new stakes come with the next: so it has to be played.
    const gone = dock(guest.page).getByText('You have no seat at this table any more');
    await playUntilSeen([host.page, guest.page], gone);
    await guest.page.getByText('The host has sent you away from this table. Your chips are back').waitFor();
    expect(await guest.page.getByText('This table is closed').count()).toBe(0);
    expect(await guest.page.getByRole('button', { name: /Take a seat|Sit here|waiting list/ }).count()).toBe(0);
    await host.page.getByRole('heading', { name: 'Five Card Hold-Out, high/low' }).waitFor();
    await panel.getByText('Limit 40/80').waitFor();
    // Whoever opens the link again reads the same, and is shown the way out.
    await guest.page.reload();
    await guest.page.getByRole('alert').getByText('The host has sent you away from this table.').waitFor();
    await guest.page.getByRole('alert').getByRole('button', { name: 'Lobby' }).click();
    await guest.page.getByRole('button', { name: 'Create table' }).waitFor();
  });

  it('changes one thing of the stakes, and everything else stays', async () => {
    const { page } = await stage.come();
    const spread = { ...HOLDEM, big_blind: 20, ante: 20, big_blind_ante: true, straddle: true, gld: true };
    await sitDown(page, await openTable(page, { spread, seats: 4, clock: 120, min_buy_in: 300, max_buy_in: 900 }));
    await page.getByRole('tab', { name: 'Info' }).click();
    const panel = page.getByRole('tabpanel');
    const told = async () => {
      for (const words of ['20 from the big blind', 'GLD to the letter', '300 – 900']) {
        await panel.getByText(words).waitFor();
      }
    };
    await told();
    await panel.getByRole('button', { name: 'Change game or stakes' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('spinbutton', { name: 'least', exact: true }).inputValue()).toBe('300');
    await dialog.getByRole('spinbutton', { name: 'Raises a round' }).fill('2');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('Raises a round').waitFor();
    expect(await panel.locator('dt', { hasText: 'Raises a round' }).locator('+ dd').textContent()).toBe('2');
    await told();
  });

  it('is told why a change is refused', async () => {
    const { page } = await stage.come();
    await sitDown(page, await openTable(page, { spread: HOLDEM, seats: 4, clock: 120 }));
    await page.getByRole('tab', { name: 'Info' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Change game or stakes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Spread' }).check({ force: true });
    await dialog.getByRole('alert').getByText('Spread limit needs a largest bet').waitFor();
    await dialog.getByRole('button', { name: 'Change', exact: true, disabled: true }).waitFor();
    await dialog.getByRole('spinbutton', { name: 'Largest bet' }).fill('40');
    await dialog.getByRole('button', { name: 'Change', exact: true, disabled: false }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });
});

describe('the lobby', () => {
  it('offers whoever sits at a table the way there, and no other seat', async () => {
    const { page } = await stage.come();
    const opened = await openTable(page, { spread: HOLDEM, seats: 6, name: 'Mine', bots: ['solid'], clock: 120 });
    await sitDown(page, opened);
    await page.getByRole('link', { name: 'Lobby' }).click();
    await page.getByRole('button', { name: 'To your seat: Mine' }).click();
    await dock(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toContain(`#/table/${opened.table}`);
  });

  it('says as one chooses what a profile refuses, and what the table will be', async () => {
    const { page } = await stage.come();
    await page.getByRole('button', { name: 'Create table' }).click();
    const dialog = page.getByRole('dialog');
    const go = (disabled: boolean) => dialog.getByRole('button', { name: 'Create and sit down', disabled }).waitFor();
    await dialog.getByText('200 – 1,000').waitFor();
    await dialog.getByRole('combobox', { name: 'House profile' }).selectOption('wac-230-15');
    await dialog
      .getByRole('alert')
      .getByText(/No limit from 10: under profile.*WAC 230-15-135/)
      .waitFor();
    await go(true);
    await dialog.getByRole('radio', { name: 'Fixed' }).check({ force: true });
    await go(false);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('spinbutton', { name: 'big', exact: true }).fill('44');
    await dialog
      .getByRole('alert')
      .getByText(/WAC 230-15-135/)
      .waitFor();
    await go(true);
    // The profile says what it allows, and a chip that is worth less makes room for more of them.
    await dialog.getByText(/One wager at most \$40.*WAC 230-15-135, WAC 230-15-055/).waitFor();
    await dialog.getByRole('spinbutton', { name: 'A chip counts as' }).fill('25');
    await go(false);
    await dialog.getByRole('spinbutton', { name: 'A chip counts as' }).fill('');
    await go(true);
    await dialog.getByRole('combobox', { name: 'House profile' }).selectOption('wac-230-15-f');
    await dialog.getByText('One wager at most $300').waitFor();
    await go(false);
  });

  it('opens a table with every setting, and tells them before anybody sits down', async () => {
    const { page } = await stage.come();
    await page.getByRole('button', { name: 'Create table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Fixed' }).check({ force: true });
    await dialog.getByRole('spinbutton', { name: 'Time bank' }).fill('90');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    await dialog.getByRole('spinbutton', { name: 'Ante' }).fill('5');
    await dialog.getByRole('spinbutton', { name: 'Raises a round' }).fill('4');
    await dialog.getByRole('checkbox', { name: 'No cap heads-up' }).check({ force: true });
    await dialog.getByRole('checkbox', { name: 'Straddle allowed' }).check({ force: true });
    await dialog.getByRole('checkbox', { name: 'GLD to the letter' }).check({ force: true });
    await dialog.getByRole('spinbutton', { name: 'Minutes one may sit out' }).fill('3');
    const WORDS = ['5 each', '4, no cap heads-up', 'GLD to the letter', '90 s', '3 min at most'];
    const preview = dialog.locator('.preview');
    for (const words of WORDS) await preview.getByText(words, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create and sit down' }).click();
    await dialog.waitFor({ state: 'detached' });
    const guest = await stage.come();
    await guest.page.goto(page.url());
    await guest.page.getByRole('tab', { name: 'Info' }).click();
    for (const words of WORDS) await guest.page.getByRole('tabpanel').getByText(words, { exact: true }).waitFor();
  });

  it('says what is wrong with a number, and puts none right unasked', async () => {
    const { page } = await stage.come();
    await page.getByRole('button', { name: 'Create table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('200 – 1,000').waitFor();
    const seats = dialog.getByRole('spinbutton', { name: 'Seats', exact: true });
    await seats.fill('15');
    await dialog.getByRole('alert').getByText('15 seats').waitFor();
    expect(await seats.inputValue()).toBe('15');
    // Another game is another matter: it has no more seats than it has cards for.
    await dialog.getByRole('radio', { name: 'Draw' }).check({ force: true });
    await dialog.getByText('9, 2 bots').waitFor();
    await seats.fill('4');
    await dialog.getByRole('spinbutton', { name: 'bots', exact: true }).fill('4');
    await dialog.getByRole('alert').getByText('ask for fewer bots').waitFor();
    await dialog.getByRole('button', { name: 'Create and sit down', disabled: true }).waitFor();
  });

  it.each(['en', 'es'])('has its tables in a line or two each on a small laptop, in %s', async (language) => {
    const { page } = await stage.come({ width: 1180, height: 820 }, { language });
    // A table without a name has its game's, which is long.
    await openTable(page, { spread: HOLDOUT, seats: 6 });
    await page
      .locator('tbody th', { hasText: /high\/low|alta\/baja/ })
      .first()
      .waitFor();
    const lines = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...lines)).toBeLessThan(60);
    const [list, create] = await Promise.all([
      page.locator('table').boundingBox(),
      page.locator('.bar .create').boundingBox(),
    ]);
    expect(create!.x + create!.width).toBeCloseTo(list!.x + list!.width, 0);
  });

  it('opens a table whose games take turns', async () => {
    const { page } = await stage.come();
    await page.getByRole('button', { name: 'Create table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Mix' }).check({ force: true });
    await dialog.getByRole('radio', { name: 'Fixed' }).check({ force: true });
    await dialog.getByRole('button', { name: /^(Create|Open)/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Info' }).click();
    await page.getByRole('tabpanel').getByText("Hold-Out · Five Card Draw · Texas Hold'em").waitFor();
  });

  it('says so where the page is not at the room’s own address', async () => {
    const here = `127.0.0.1:${await freePort()}`;
    const other = await Room.open('--demo', '--listen', here, '--public-url', 'http://127.0.0.9:8080');
    try {
      const { page } = await stage.come(undefined, {}, `http://${here}`);
      await page.getByRole('alert').getByText('This room is at another address').waitFor();
    } finally {
      await other.close();
    }
  });
});
