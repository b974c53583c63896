// The keyboard at a table. Keys rest while a text box has focus, except Enter and Escape.

import { command } from '../app/commands';
import { set, settings } from '../app/settings.svelte';
import { isTyping } from '../app/typing';
import { isAway } from '../app/windows.svelte';
import { mySeat, myTurn, type TableState } from '../state/table';
import { presets, type Choice } from './choice.svelte';

export interface DockKeys {
  fold(): void;
  stay(): void;
  raise(): void;
  pat(): void;
  show(): void;
  confirm(): void;
  preChoose(index: number): void;
}

interface Target {
  active(): boolean;
  state(): TableState | undefined;
  choice: Choice;
  dock(): DockKeys | undefined;
  /** Where the table is in the page: beside other tables, its boxes are not the only ones. */
  place(): ParentNode | undefined;
  /** Closes what lies over the table; whether anything did. */
  close(): boolean;
  /** Shows the log, the chat and what is played in turn. */
  turnPanel(): void;
}

/** Listens until the function that it returns is called. */
export function tableKeys(target: Target): () => void {
  const listen = (event: KeyboardEvent) => {
    if (pressed(event, target)) event.preventDefault();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

/** Whether the key meant something here. */
export function pressed(
  event: KeyboardEvent,
  { active, state, choice, dock, place, close, turnPanel }: Target,
): boolean {
  const view = state();
  const keys = dock();
  if (!active() || !view || !keys || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  // A key that is held down acts once: what it would do next is another decision.
  if (event.repeat && !event.key.startsWith('Arrow')) return false;
  const typing = isTyping(event.target);
  const legal = myTurn(view)?.legal;
  if (event.key === 'Escape' && close()) return true;
  if (event.key === 'Escape' && choice.asking) {
    choice.asking = null;
    return true;
  }
  if (event.key === 'Escape' && typing) {
    (event.target as HTMLElement).blur();
    return true;
  }
  if (typing) return false;
  const pressing = isControl(event.target);
  const digit = /^[1-5]$/.test(event.key) ? Number(event.key) - 1 : undefined;
  if (legal?.kind === 'bet') {
    // Enter bets what was picked by key, and never what only happens to stand in the box.
    if (event.key === 'Enter' && choice.picked && !pressing) {
      keys.raise();
      return true;
    }
    const box = place()?.querySelector<HTMLInputElement>('[data-amount]');
    return (
      betKey(event.key, digit, legal, choice, keys, view.table.spread.big_blind, box) ||
      tableKey(event.key, view, turnPanel)
    );
  }
  if (legal?.kind === 'discard' || legal?.kind === 'draw') {
    const cards = (mySeat(view)?.cards ?? []).filter((card) => card !== null);
    const card = digit === undefined ? undefined : cards[digit];
    if (card) choice.toggle(card, legal.most);
    else if (event.key === 's' || event.key === 'S') keys.pat();
    else if (event.key === 'Enter' && !pressing) keys.confirm();
    else return tableKey(event.key, view, turnPanel);
    return true;
  }
  if (legal?.kind === 'show' && event.key === 'Enter' && !pressing) {
    keys.show();
    return true;
  }
  if (digit !== undefined) {
    keys.preChoose(digit);
    return true;
  }
  return tableKey(event.key, view, turnPanel);
}

function betKey(
  key: string,
  digit: number | undefined,
  legal: Extract<NonNullable<ReturnType<typeof myTurn>>['legal'], { kind: 'bet' }>,
  choice: Choice,
  keys: DockKeys,
  bigBlind: number,
  box: HTMLInputElement | null | undefined,
): boolean {
  const { raise } = legal;
  switch (key) {
    case 'f':
    case 'F':
      keys.fold();
      return true;
    case 'c':
    case 'C':
      keys.stay();
      return true;
    case 'r':
    case 'R':
      if (box) box.focus();
      else keys.raise();
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      if (!raise) return false;
      choice.nudge(raise, key === 'ArrowUp' ? bigBlind : -bigBlind);
      choice.picked = true;
      return true;
  }
  const preset = digit === undefined || !raise ? undefined : presets(raise)[digit];
  if (preset === undefined) return false;
  choice.typed = String(preset.to);
  choice.picked = true;
  return true;
}

function tableKey(key: string, view: TableState, turnPanel: () => void): boolean {
  const turn = myTurn(view);
  switch (key) {
    case 't':
    case 'T':
      if (!turn || !view.table.hand || isAway(view.table.table)) return false;
      void command(view.table.table, { type: 'time_bank', hand: view.table.hand.hand, turn: turn.turn });
      return true;
    case 'l':
    case 'L':
      turnPanel();
      return true;
    case 'm':
    case 'M':
      set({ sounds: !settings.sounds });
      return true;
  }
  return false;
}

/** Enter on a button presses that button; it must not confirm as well. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
