// The page's one connection, for whoever has something to send.

import type { Socket } from '../net/socket';
import type { Answer, ClientMessage, Command } from '../protocol/messages';

let socket: Socket | undefined;

export function useSocket(next: Socket): void {
  socket = next;
}

export const send = (message: ClientMessage): void => socket?.send(message);
export const ask = (table: number, what: Command): Promise<Answer> => socket!.command(table, what);
export const retryNow = (): void => socket?.retryNow();
export const hangUp = (): void => socket?.close();
export const pickUpLine = (): void => socket?.pickUp();
export const dropLine = (): void => socket?.drop();
