// Who this browser is to the room.

import { useCsrf } from '../net/api';
import type { Account } from '../protocol/messages';
import { room } from './room.svelte';

/** Whatever tells of the account tells what its requests have to carry, too. */
export function takeAccount(account: Account): void {
  room.account = account;
  useCsrf(account.csrf);
}
