// The words of what is fetched when it is asked for, pages, dialogs and the panel's longer tabs: they come with it, and not
// with the table. Only code that takes `t` from here can say them.

import en from './messages/pages/en.json';
import { learn, t as say, type Key as FirstKey } from './i18n.svelte';
import type { Values } from './format';

export type Key = FirstKey | keyof typeof en;

learn(en);

/** A message in the reader's language. */
export const t = say as (key: Key, values?: Values) => string;
