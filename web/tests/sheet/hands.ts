// Hands for the sheet: the very situations of the visual reference, told as events.

import type { GameInfo, ServerMessage, SpreadInfo, TableEvent, TableSnapshot } from '../../src/protocol/messages';
import { update } from '../../src/state/update';
import type { TableState } from '../../src/state/table';

export const HOLDOUT: SpreadInfo = {
  game: 'holdout-hilo',
  name: 'Five Card Hold-Out Hi/Lo',
  limit: 'pot',
  stakes: 'Pot limit 5/10',
  small_blind: 5,
  big_blind: 10,
  ante: 0,
  min_bet: 10,
  qualifier: 'eight or better',
  profile: null,
  gld: false,
  rules_hash: '9f3a71c0e5d208b4',
};
export const HOLDEM: SpreadInfo = {
  ...HOLDOUT,
  game: 'holdem',
  name: "Texas Hold'em",
  limit: 'no',
  stakes: 'No limit 10/20',
  small_blind: 10,
  big_blind: 20,
  qualifier: null,
};

const base = {
  seats: [2, 9] as [number, number],
  rules_hash: '9f3a71c0',
  high: true,
  low: false,
  low_ranking: null,
  draws: 0,
  discards: 0,
};
export const GAMES: GameInfo[] = [
  {
    ...base,
    id: 'holdout-hilo',
    name: 'Five Card Hold-Out Hi/Lo',
    source: 'WSGC-2018',
    cards: 5,
    board: [2, 1, 1],
    discards: 1,
    low: true,
    low_ranking: 'ace_to_five',
  },
  { ...base, id: 'holdem', name: "Texas Hold'em", source: 'GLD', cards: 2, board: [3, 1, 1], seats: [2, 10] },
  { ...base, id: 'draw-high', name: 'Five Card Draw', source: 'APT', cards: 5, board: [], draws: 1 },
];

function snapshot(
  table: number,
  name: string,
  spread: SpreadInfo,
  players: [string, number, string?][],
  seats: number,
  you: number,
): TableSnapshot {
  return {
    table,
    name,
    spread,
    mix: [],
    mix_hands: null,
    asked: null,
    number: null,
    tournament: null,
    private: false,
    host: null,
    advisor: false,
    buy_in: [400, 1000],
    clock_ms: 30000,
    bank_ms: 60000,
    pause_ms: 4000,
    sit_out_ms: 600000,
    seats: Array.from({ length: seats }, (_, seat) => {
      const player = players[seat];
      return {
        seat,
        player:
          player && player[0] ? { account: seat + 1, name: player[0], bot: player[2] ?? null, connected: true } : null,
        stack: player?.[1] ?? 0,
        bet: 0,
        state: player && player[0] ? ('ready' as const) : ('empty' as const),
        cards: [],
        thrown: [],
        last: null,
      };
    }),
    hand: null,
    waiting: null,
    paused: null,
    waiting_list: 0,
    muted: [],
    spectators: 3,
    chat: [
      { account: 2, name: 'Ren', text: 'Nice catch on that river', at: Date.now() - 240000 },
      { account: 1, name: 'You', text: 'In ten minutes, yes', at: Date.now() - 120000 },
    ],
    you: {
      seat: you,
      waiting: null,
      kept_until: null,
      wallet: 24310,
      sent_off: false,
      must_bring: null,
      coming: 0,
      owes_blinds: false,
      sitting_out_from: null,
      auto_post: true,
      auto_muck: true,
      straddle: false,
      bank_ms: 30000,
      chain: true,
      host: false,
      code: null,
    },
  };
}

const turn = (seat: number, kind: string, pot: number, price: number, legal: unknown, left = 14000): TableEvent =>
  ({
    type: 'turn',
    turn: {
      seat,
      turn: 9,
      kind,
      deadline: Date.now() + left,
      clock_ms: 30000,
      bank_ms: 30000,
      on_bank: false,
      pot,
      price,
      legal,
    },
  }) as TableEvent;

export function play(first: TableSnapshot, events: TableEvent[]): TableState {
  let state = update(undefined, { type: 'table', seq: 0, time: Date.now(), snapshot: first } as Extract<
    ServerMessage,
    { type: 'table' }
  >)!;
  events.forEach((event, i) => {
    state = update(state, { type: 'events', table: first.table, seq: i + 1, time: Date.now(), events: [event] })!;
  });
  return { ...state, moments: [] };
}

const began = (stacks: number[], spread: SpreadInfo, hand: number, button: number): TableEvent => ({
  type: 'hand_started',
  hand,
  spread,
  button,
  small_blind: (button + 1) % stacks.length,
  big_blind: (button + 2) % stacks.length,
  seats: stacks.flatMap((stack, seat) => (stack > 0 ? [{ seat, stack }] : [])),
});

const PLAYERS: [string, number, string?][] = [
  ['You', 1250],
  ['Tomasz', 903],
  ['Mara', 1575],
  ['Ren', 115],
  ['Adaeze', 2140],
  ['Juniper', 1000, 'solid'],
];

const BEFORE: TableEvent[] = [
  began([1250, 903, 1575, 115, 2140, 1000], HOLDOUT, 20418, 1),
  { type: 'posted', seat: 2, post: 'small_blind', amount: 5, stack: 1570 },
  { type: 'posted', seat: 3, post: 'big_blind', amount: 10, stack: 105 },
  {
    type: 'dealt',
    seats: [2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1],
    own: ['As', '3s', 'Qh', 'Td', '8c'],
  },
  { type: 'round', round: 0, pots: [] },
  { type: 'raised', seat: 4, to: 35, by: 25, stack: 2105, bet: false },
  { type: 'folded', seat: 5, timeout: false },
  { type: 'called', seat: 0, amount: 35, bet: 35, stack: 1215 },
  { type: 'called', seat: 1, amount: 35, bet: 35, stack: 868 },
  { type: 'called', seat: 2, amount: 30, bet: 35, stack: 1540 },
  { type: 'called', seat: 3, amount: 25, bet: 35, stack: 80 },
  turn(2, 'discard', 175, 0, null),
  { type: 'discarded', seat: 2, count: 3, own: [], timeout: false },
  turn(3, 'discard', 175, 0, null),
  { type: 'discarded', seat: 3, count: 0, own: [], timeout: false },
  turn(4, 'discard', 175, 0, null),
  { type: 'discarded', seat: 4, count: 4, own: [], timeout: false },
];

export const discard = (): TableState => {
  const state = play(snapshot(1, 'Larkspur', HOLDOUT, PLAYERS, 6, 0), [
    ...BEFORE,
    turn(0, 'discard', 175, 0, { kind: 'discard', most: 4, rule: 'WSGC-2018 §5a', board_plays: [0, 1, 2, 3, 4] }),
  ]);
  // Rounds over: the pots are counted.
  return {
    ...state,
    table: { ...state.table, hand: { ...state.table.hand!, pots: [{ amount: 175, seats: [0, 1, 2, 3, 4] }] } },
  };
};

export const recorded = (): { snapshot: TableSnapshot; events: TableEvent[] } => ({
  snapshot: snapshot(1, 'Larkspur', HOLDOUT, PLAYERS, 6, 0),
  events: [
    ...BEFORE,
    { type: 'discarded', seat: 0, count: 3, own: ['Qh', 'Td', '8c'], timeout: false },
    { type: 'discarded', seat: 1, count: 2, own: [], timeout: false },
    { type: 'board', cards: ['7d', '4c'] },
    { type: 'folded', seat: 4, timeout: false },
    { type: 'folded', seat: 1, timeout: false },
    { type: 'board', cards: ['2h'] },
    { type: 'board', cards: ['Ks'] },
    {
      type: 'shown',
      seat: 3,
      cards: ['Qd', 'Jd', '9d', '6d', '5d'],
      high: { name: 'queen-high flush', cards: ['Qd', 'Jd', '9d', '6d', '5d'] },
      low: null,
    },
    {
      type: 'shown',
      seat: 2,
      cards: ['Kh', 'Kd'],
      high: { name: 'three kings', cards: ['Kh', 'Kd', 'Ks', '7d', '4c'] },
      low: null,
    },
    {
      type: 'shown',
      seat: 0,
      cards: ['As', '3s'],
      high: null,
      low: { name: 'seven-four low', cards: ['As', '3s', '2h', '4c', '7d'] },
    },
    {
      type: 'awarded',
      award: {
        pot: 0,
        share: 'high',
        seat: 3,
        amount: 208,
        stack: 208,
        hand: { name: 'queen-high flush', cards: ['Qd', 'Jd', '9d', '6d', '5d'] },
        note: 'Main pot 415 does not halve: the odd chip goes to high (WSOP 73).',
      },
    },
    {
      type: 'awarded',
      award: {
        pot: 0,
        share: 'low',
        seat: 0,
        amount: 207,
        stack: 972,
        hand: { name: 'seven-four low', cards: ['As', '3s', '2h', '4c', '7d'] },
        note: null,
      },
    },
    {
      type: 'awarded',
      award: {
        pot: 1,
        share: 'high',
        seat: 2,
        amount: 370,
        stack: 1460,
        hand: { name: 'three kings', cards: ['Kh', 'Kd', 'Ks', '7d', '4c'] },
        note: null,
      },
    },
    {
      type: 'awarded',
      award: {
        pot: 1,
        share: 'low',
        seat: 0,
        amount: 370,
        stack: 1342,
        hand: { name: 'seven-four low', cards: ['As', '3s', '2h', '4c', '7d'] },
        note: null,
      },
    },
    { type: 'hand_ended', hand: 20418, stacks: [{ seat: 0, stack: 1342 }] },
  ],
});

export const showdown = (): TableState => {
  const { snapshot: first, events } = recorded();
  return play(first, events);
};

const NINE: [string, number, string?][] = [
  ['You', 1890],
  ['Ilse', 1480],
  ['Kofi', 2215],
  ['Priya', 2000],
  ['Lev', 900],
  ['Noor', 2490],
  ['Bruno', 1610],
  ['', 0],
  ['Saga', 800],
];

export const raise = (): TableState => {
  const state = play(snapshot(2, 'Wren', HOLDEM, NINE, 9, 0), [
    began([1890, 1480, 2215, 2000, 900, 2490, 1610, 0, 0], HOLDEM, 8812, 1),
    { type: 'seat', seat: 8, state: 'sitting_out', stack: 800 },
    { type: 'posted', seat: 2, post: 'small_blind', amount: 10, stack: 2205 },
    { type: 'posted', seat: 3, post: 'big_blind', amount: 20, stack: 1980 },
    { type: 'dealt', seats: [2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1], own: ['Ad', 'Kd'] },
    { type: 'round', round: 0, pots: [] },
    { type: 'folded', seat: 4, timeout: false },
    { type: 'raised', seat: 5, to: 60, by: 40, stack: 2430, bet: false },
    { type: 'folded', seat: 6, timeout: false },
    { type: 'called', seat: 0, amount: 60, bet: 60, stack: 1830 },
    { type: 'folded', seat: 1, timeout: false },
    { type: 'folded', seat: 2, timeout: false },
    { type: 'called', seat: 3, amount: 40, bet: 60, stack: 1940 },
    { type: 'board', cards: ['Kc', '8h', '3d'] },
    { type: 'round', round: 1, pots: [{ amount: 190, seats: [0, 3, 5] }] },
    { type: 'made', made: [{ name: 'pair of kings', cards: ['Kd', 'Kc', 'Ad', '8h', '3d'] }] },
    { type: 'checked', seat: 3, timeout: false },
    { type: 'raised', seat: 5, to: 120, by: 120, stack: 2310, bet: true },
    turn(
      0,
      'bet',
      310,
      120,
      {
        kind: 'bet',
        check: false,
        call: 120,
        call_all_in: false,
        raise: {
          min: 240,
          max: 1830,
          min_rule: 'TDA',
          max_rule: 'table stakes',
          max_all_in: true,
          half_pot: 335,
          two_thirds_pot: 407,
          pot: 550,
        },
        no_raise: null,
        opens: false,
      },
      18000,
    ),
  ]);
  return state;
};

export const preaction = (): TableState =>
  play(snapshot(2, 'Wren', HOLDEM, NINE, 9, 0), [
    began([1890, 1480, 2215, 2000, 900, 2490, 1610, 0, 0], HOLDEM, 8827, 1),
    { type: 'posted', seat: 2, post: 'small_blind', amount: 10, stack: 2205 },
    { type: 'posted', seat: 3, post: 'big_blind', amount: 20, stack: 1980 },
    { type: 'dealt', seats: [2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1], own: ['Js', 'Ts'] },
    { type: 'round', round: 0, pots: [] },
    { type: 'folded', seat: 4, timeout: false },
    { type: 'raised', seat: 5, to: 60, by: 40, stack: 2430, bet: false },
    turn(6, 'bet', 90, 60, null, 9000),
  ]);
