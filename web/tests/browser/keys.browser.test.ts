import { describe, expect, it } from 'vitest';
import { dock, offer, tableWithBots, until } from './play';
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
});
