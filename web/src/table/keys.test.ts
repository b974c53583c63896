import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { useSocket } from '../app/line';
import { room } from '../app/room.svelte';
import { isTyping } from '../app/typing';
import type { Socket } from '../net/socket';
import type { Answer, Command } from '../protocol/messages';
import { Choice } from './choice.svelte';
import { pressed, type DockKeys } from './keys';

let sent: Command[];
let turned: number;
const nothing = () => undefined;
const dock: DockKeys = {
  fold: nothing,
  stay: nothing,
  raise: nothing,
  pat: nothing,
  show: nothing,
  confirm: nothing,
  preChoose: nothing,
};

beforeEach(() => {
  sent = [];
  turned = 0;
  useSocket({
    command: (_table: number, command: Command) => {
      sent.push(command);
      return Promise.resolve({ type: 'answer', id: null, problem: null } as unknown as Answer);
    },
  } as unknown as Socket);
  room.link = { state: 'open' };
});
afterEach(() => (room.link = { state: 'connecting' }));

const press = (key: string) =>
  pressed(new KeyboardEvent('keydown', { key }), {
    active: () => true,
    state: raise,
    choice: new Choice(),
    dock: () => dock,
    place: nothing,
    close: () => false,
    turnPanel: () => void turned++,
  });

describe('a key', () => {
  it('asks for the time bank, but not while there is no connection', () => {
    expect(press('t')).toBe(true);
    expect(sent.map(({ type }) => type)).toEqual(['time_bank']);
    room.link = { state: 'lost', tries: 1 };
    expect(press('T')).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it('turns the panel', () => {
    expect(press('l')).toBe(true);
    expect(turned).toBe(1);
  });

  it('rests in whatever is typed into, and in nothing else', () => {
    const made = (html: string) => {
      const box = document.createElement('div');
      box.innerHTML = html;
      return box.firstElementChild;
    };
    for (const html of ['<input>', '<input type="number">', '<textarea></textarea>', '<select></select>']) {
      expect(isTyping(made(html)), html).toBe(true);
    }
    for (const html of ['<input type="range">', '<input type="checkbox">', '<button></button>']) {
      expect(isTyping(made(html)), html).toBe(false);
    }
  });
});
