// Amounts of chips as the reader wants them: in chips, or in big blinds at a table.

import { settings } from '../app/settings.svelte';
import { compact, figure } from './i18n.svelte';

/** "1,540", or "15.4 BB" where the reader counts in big blinds and a big blind is given. */
export function chips(amount: number, bigBlind?: number): string {
  if (settings.unit === 'big_blinds' && bigBlind) return `${figure(Math.round((10 * amount) / bigBlind) / 10)}\u00a0BB`;
  return figure(amount);
}

/** The same where there is room for so many characters: "19.8M" where "19,800,000" has none. */
export function chipsIn(fits: number, amount: number, bigBlind?: number): string {
  const whole = chips(amount, bigBlind);
  return whole.length <= fits || settings.unit === 'big_blinds' ? whole : compact(amount);
}

/** "+92", "−40" with a true minus, "0". */
export const gain = (amount: number, bigBlind?: number): string =>
  (amount < 0 ? '−' : amount > 0 ? '+' : '') + chips(Math.abs(amount), bigBlind);
