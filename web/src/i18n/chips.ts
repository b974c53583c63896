// Amounts of chips as the reader wants them: in chips, or in big blinds at a table.

import { settings } from '../app/settings.svelte';
import { figure } from './i18n.svelte';

/** "1,540", or "15.4 BB" where the reader counts in big blinds and a big blind is given. */
export function chips(amount: number, bigBlind?: number): string {
  if (settings.unit === 'big_blinds' && bigBlind) return `${figure(Math.round((10 * amount) / bigBlind) / 10)} BB`;
  return figure(amount);
}

/** "+92", "−40", with a true minus. */
export const gain = (amount: number, bigBlind?: number): string =>
  (amount < 0 ? '−' : '+') + chips(Math.abs(amount), bigBlind);
