// Why something that was asked of the room was not done, in the reader's language.

import { Refused, Unanswered } from '../net/api';
import { refusalName } from './dealer';
import { t } from './i18n.svelte';

/** What is no failure of the room's is a fault of the page's, and thrown on: it is for who mends the page to see. */
export function failureName(error: unknown): string {
  if (error instanceof Refused) return refusalName(error.problem);
  if (error instanceof Unanswered) return t('no_answer');
  throw error;
}
