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
    await playUntilSeen([host.page, guest.page], dock(guest.page).getByText('You are watching'));
    await host.page.getByRole('heading', { name: 'Five Card Hold-Out, high/low' }).waitFor();
    await panel.getByText('Limit 40/80').waitFor();
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
