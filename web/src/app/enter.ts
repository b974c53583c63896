// Coming in: an account, the games, and then the connection, which is kept.

import { refusalName } from '../i18n/dealer';
import { t } from '../i18n/i18n.svelte';
import { get, isOwnPage, post, Refused } from '../net/api';
import { Socket, type Link } from '../net/socket';
import { inTurn } from '../net/turns';
import type { Account, GameInfo } from '../protocol/messages';
import { takeAccount } from './account';
import { foundAgain, hear } from './hear';
import { dropLine, hangUp, pickUpLine, useSocket } from './line';
import { room, tables } from './room.svelte';
import { speak } from './speak.svelte';
import { followed } from './watch';

/** Comes in: an account (a guest's, if there was none), the games, and then the socket. */
export async function enter(): Promise<void> {
  try {
    const [account, games] = await Promise.all([askWho(), get<GameInfo[]>('/games')]);
    takeAccount(account);
    room.games = games;
    room.error = null;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new Socket(`${scheme}://${location.host}/ws/v1`, { message: hear, link: linked, resume: followed });
    useSocket(socket);
    socket.connect();
    window.onoffline = dropLine;
    window.ononline = pickUpLine;
  } catch (error) {
    // Of a room that doesn't answer the browser says "Failed to fetch", which helps nobody.
    room.error = error instanceof Refused ? refusalName(error.problem) : '';
    setTimeout(() => void enter(), 2000);
  }
}

/**
 * Asks who this is. Two windows that open at once wait for each other: each would be given a guest of its own, and the
 * browser would keep the cookie of the one that came last.
 */
const askWho = (): Promise<Account> => inTurn('cardroom.enter', () => get<Account>('/account'));

/** Starts again as somebody else: after signing in or out. */
export function reenter(): void {
  hangUp();
  tables.clear();
  room.open = [];
  // What was told to one account is nothing to the next.
  room.tournaments = {};
  room.refusals = {};
  room.shut = {};
  room.missed = {};
  void enter();
}

export async function claim(name: string, password?: string): Promise<void> {
  takeAccount(await post<Account>('/account/claim', { name, ...(password ? { password } : {}) }));
}

/** Whether a socket was ever open: then this address is one from which the room takes them. */
let wasOpen = false;

/** How long the connection is away before anybody is told. */
const BLINK_MS = 1000;
let telling: ReturnType<typeof setTimeout> | undefined;

function linked(link: Link): void {
  if (link.state === 'lost' && room.lost === 'no') {
    room.lost = 'briefly';
    telling = setTimeout(() => {
      room.lost = 'long';
      speak(t('spoken.lost'), 'assertive');
    }, BLINK_MS);
  }
  if (link.state === 'open') {
    // A first connection has missed nothing.
    if (room.lost !== 'no') foundAgain();
    clearTimeout(telling);
    room.lost = 'no';
    room.elsewhere = false;
    wasOpen = true;
  }
  // A browser does not say why a socket was refused. Where data comes and the socket doesn't, it may be the address.
  if (link.state === 'lost' && !wasOpen) {
    void isOwnPage().then((own) => (room.elsewhere = !own));
  }
  room.link = link;
}
