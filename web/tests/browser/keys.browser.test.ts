import { describe, expect, it } from 'vitest';
import { dock, offer, tableWithBots, until } from './play';
import { PHONE } from './room';
import { HOLDEM, scene } from './scene';

const stage = scene();

describe('the keys', () => {
  it('raise by a preset and Enter, fold after asking, and rest in a text box', async () => {
    const { page } = await stage.come();
    await tableWithBots(page, HOLDEM, 1, { seats: 2 });
    await until(page, ['bet'], 'nothing');
    await page.keyboard.press('1');
    const least = await page.locator('[data-amount]').inputValue();
    await page.keyboard.press('ArrowUp');
    expect(Number(await page.locator('[data-amount]').inputValue())).toBe(Number(least) + 10);
    await page.keyboard.press('r');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-amount'))).toBe(true);
    // An f typed into the box folds nothing.
    await page.keyboard.type('f');
    expect(await offer(page)).toBe('bet');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(least);
    await page.keyboard.press('Enter');
    await page
      .locator('.side')
      .getByText(/raise to|bet/)
      .first()
      .waitFor();
    for (;;) {
      await until(page, ['bet'], 'keys');
      const free = await dock(page).getByRole('button', { name: 'Check', exact: true }).count();
      await page.keyboard.press('f');
      if (free === 0) break;
      // A free check is never folded by accident: F asks, and Enter checks.
      await dock(page).getByRole('alertdialog').waitFor();
      await page.keyboard.press('f');
      expect(await offer(page)).toBe('ask');
      await page.keyboard.press('Escape');
      await dock(page).getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.keyboard.press('c');
    }
    await page.locator('.side').getByText('You fold', { exact: true }).first().waitFor();
  });

  it('close the panel that lies over the table, and go on where it was opened', async () => {
    const { page } = await stage.come(PHONE);
    await tableWithBots(page, HOLDEM, 1, { seats: 2 });
    const opener = page.getByRole('button', { name: 'Open the panel' });
    const side = page.locator('.side');
    const back = () => opener.evaluate((button) => button === document.activeElement);
    await opener.focus();
    await page.keyboard.press('Enter');
    await side.waitFor();
    expect(await page.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
    // From the chat's box, too.
    await opener.click();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await side.getByRole('textbox').focus();
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
  });

  it('go to the tile that they are meant for, not to the first', async () => {
    const { page } = await stage.come(undefined, { tiles: true });
    for (let i = 0; i < 2; i++) await tableWithBots(page, HOLDEM, 1, { seats: 2 });
    const tiles = page.locator('.tiles > .tile');
    const boxes = page.locator('[data-amount]');
    // Heads-up, either may have to act first: the other turn comes with a later hand.
    for (let i = 0; (await boxes.count()) < 2; i++) {
      for (const tile of await tiles.all()) {
        if ((await tile.locator('[data-amount]').count()) > 0) continue;
        const next = tile.locator('.dock').getByRole('button', { name: /^(Check$|Call|Show$)/ });
        if ((await next.count()) > 0)
          await next
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined);
      }
      expect(i).toBeLessThan(1000);
      await page.waitForTimeout(50);
    }
    await page.keyboard.press('Alt+2');
    await page.locator('.tiles > .tile:nth-child(2).active').waitFor();
    await page.keyboard.press('r');
    expect(await tiles.nth(1).locator('[data-amount]:focus').count()).toBe(1);
    expect(await tiles.nth(0).getAttribute('class')).not.toContain('active');
    // In a box a key is a letter, whatever is held beside it.
    await page.keyboard.press('Alt+1');
    await page.keyboard.press('Escape');
    expect(await tiles.nth(1).getAttribute('class')).toContain('active');
    // The panel lies over its own tile.
    await page.keyboard.press('l');
    await tiles.nth(1).getByRole('tab', { name: 'Log', selected: true }).waitFor();
    await page.keyboard.press('l');
    await tiles.nth(1).getByRole('tab', { name: 'Chat', selected: true }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).count()).toBe(1);
    await page.keyboard.press('Escape');
    // A Mac writes another sign by the same key.
    await page.evaluate(() =>
      dispatchEvent(new KeyboardEvent('keydown', { key: '¡', code: 'Digit1', altKey: true, bubbles: true })),
    );
    await page.locator('.tiles > .tile:nth-child(1).active').waitFor();
  });
});
