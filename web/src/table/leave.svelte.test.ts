import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { useSocket } from '../app/line';
import { room, tables } from '../app/room.svelte';
import type { Socket } from '../net/socket';
import type { Answer, Command, Problem } from '../protocol/messages';
import type { TableState } from '../state/table';
import LeaveTable from './LeaveTable.svelte';

const { table: snapshot } = raise();
const { table } = snapshot;
const refusal = { code: 'conflict', title: '', detail: 'Not now.', status: 409, type: '' } as Problem;
let sent: Command[];
let problem: Problem | null;

beforeEach(() => {
  sent = [];
  problem = null;
  useSocket({
    send: () => undefined,
    command: (_table: number, command: Command) => {
      sent.push(command);
      return Promise.resolve({ type: 'answer', id: null, problem } as unknown as Answer);
    },
  } as unknown as Socket);
  room.open = [table];
});

afterEach(() => {
  tables.clear();
  room.refusals = {};
});

/** Opens the dialog at a table and presses its last button; gives what it said. */
async function leave(view: TableState): Promise<string> {
  tables.set(table, view);
  const target = document.body.appendChild(document.createElement('div'));
  const dialog = mount(LeaveTable, { target, props: { view, onclose: () => undefined } });
  flushSync();
  const said = target.textContent!;
  target.querySelector<HTMLButtonElement>('.button.primary')!.click();
  await new Promise(setImmediate);
  await unmount(dialog);
  target.remove();
  return said;
}

it('who gets up from a cash table takes the chips along, and the tab closes', async () => {
  expect(await leave(raise())).toContain('You get up with your chips');
  expect(sent).toEqual([{ type: 'leave' }]);
  expect(room.open).toEqual([]);
});

it('who is refused stays, and is told why', async () => {
  problem = refusal;
  await leave(raise());
  expect(room.open).toEqual([table]);
  expect(room.refusals[table]).toMatchObject({ detail: 'Not now.' });
});

it('who had no seat any more by then has left', async () => {
  problem = refusal;
  const gone = leave(raise());
  tables.set(table, { ...raise(), table: { ...snapshot, you: { ...snapshot.you, seat: null } } });
  await gone;
  expect(room.open).toEqual([]);
});

it('who goes from a tournament keeps the seat, is told so, and asks the room for nothing', async () => {
  const said = await leave({ ...raise(), table: { ...snapshot, tournament: 4 } });
  expect(said).toContain('stay in the tournament');
  expect(said).not.toContain('with your chips');
  expect(sent).toEqual([]);
  expect(room.open).toEqual([]);
});
