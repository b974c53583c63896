// What each event does to a table's state. Every function here is pure; nothing is changed in place.

import type { HandView, SeatView, TableEvent, Turn } from '../protocol/messages';
import { awarded, returned, revealed, shown } from './showdown';
import { acted, collected, foldedCards, hand, moment, paid, said, seat, stacks, table } from './steps';
import { EMPTY_SHOWDOWN, sitter, toCall, who, type LogLine, type Of, type TableState } from './table';

/** How much chat is kept. */
const CHAT_LINES = 100;

/** How a seat can stand in a hand. */
const PLAYED: ReadonlySet<SeatView['state']> = new Set(['playing', 'all_in', 'folded', 'mucked']);

export function applyEvent(state: TableState, event: TableEvent): TableState {
  switch (event.type) {
    case 'seated':
      return said(
        seat(state, event.seat, { player: event.player, stack: event.stack, state: event.state, cards: [], bet: 0 }),
        { kind: 'came', who: { name: event.player.name, you: event.seat === state.table.you.seat } },
      );
    case 'left':
      return left(state, event.seat);
    case 'seat':
      return seat(state, event.seat, { state: event.state, stack: event.stack });
    case 'connected': {
      const player = state.table.seats[event.seat]?.player;
      return player ? seat(state, event.seat, { player: { ...player, connected: event.connected } }) : state;
    }
    case 'you':
      return table(sitsDown(state, event.you.seat), { you: event.you });
    case 'button_drawn':
      return acted(state, event.button, {
        kind: 'button',
        who: sitter(state.table, event.button),
        cards: event.cards.map(([at, card]) => [sitter(state.table, at), card]),
      });
    case 'committed':
      return table(state, { waiting: null });
    case 'burned':
      return moment(said(state, { kind: 'burned', hand: event.hand }), {
        kind: 'burned',
        hand: event.hand,
        seats: event.seats,
      });
    case 'hand_started':
      return handStarted(state, event);
    case 'posted':
      return said(paid(state, event.seat, event.amount, event.stack, event.post !== 'ante' && event.post !== 'dead'), {
        kind: 'posted',
        who: who(state, event.seat),
        post: event.post,
        amount: event.amount,
      });
    case 'dealt':
      return dealt(state, event);
    case 'burn_card':
      return state;
    case 'board':
      return board(state, event);
    case 'round':
      return round(state, event);
    case 'turn':
      return turn(state, event.turn);
    case 'time_bank': {
      const now = state.table.hand?.turn;
      return now?.seat === event.seat
        ? hand(state, { turn: { ...now, deadline: event.deadline, on_bank: true } })
        : state;
    }
    case 'folded':
      return acted(seat(state, event.seat, { state: 'folded', cards: foldedCards(state, event.seat) }), event.seat, {
        kind: 'folded',
        who: who(state, event.seat),
        timeout: event.timeout,
      });
    case 'checked':
      return acted(seat(state, event.seat, { last: 'check' }), event.seat, {
        kind: 'checked',
        who: who(state, event.seat),
        timeout: event.timeout,
      });
    case 'called':
      return acted(paid(seat(state, event.seat, { last: 'call' }), event.seat, event.amount, event.stack), event.seat, {
        kind: 'called',
        who: who(state, event.seat),
        amount: event.amount,
        allIn: event.stack === 0,
      });
    case 'raised':
      return raised(state, event);
    case 'discarded':
    case 'drew':
      return thrown(state, event);
    case 'reshuffled':
      return said(state, { kind: 'reshuffled', cards: event.cards });
    case 'made':
      return hand(state, { made: event.made });
    case 'returned':
      return returned(state, event);
    case 'shown':
      return shown(state, event);
    case 'mucked':
      return said(seat(state, event.seat, { state: 'mucked', cards: foldedCards(state, event.seat) }), {
        kind: 'mucked',
        who: who(state, event.seat),
      });
    case 'awarded':
      return awarded(state, event);
    case 'revealed':
      return revealed(state, event);
    case 'hand_ended':
      return moment(hand(stacks(state, event.stacks), { over: true, turn: null }), { kind: 'hand_ended' });
    case 'hand_void': {
      const calm = hand(stacks(state, event.stacks), { over: true, turn: null, pot: 0, pots: [] });
      const next = { ...calm, voided: event.reason, pre: null };
      return moment(said(next, { kind: 'void', reason: event.reason }), { kind: 'void' });
    }
    case 'spread':
      return table(state, {
        spread: event.spread,
        mix: event.mix,
        mix_hands: event.mix_hands,
        asked: event.asked,
        buy_in: event.buy_in,
      });
    case 'paused':
      return moment(table(state, { paused: event.reason }), { kind: 'paused' });
    case 'resumed': {
      const now = state.table.hand?.turn;
      const on = table(state, { paused: null });
      return now && event.deadline !== null ? hand(on, { turn: { ...now, deadline: event.deadline } }) : on;
    }
    case 'waiting_list':
      return table(state, { waiting_list: event.length });
    case 'chat': {
      const you = state.table.you.seat;
      const mine = you !== null && state.table.seats[you]?.player?.account === event.line.account;
      const next = table(state, { chat: [...state.table.chat, event.line].slice(-CHAT_LINES) });
      return moment({ ...next, unread: state.unread + 1 }, { kind: 'chat', account: event.line.account, mine });
    }
    case 'muted': {
      const others = state.table.muted.filter((account) => account !== event.account);
      return table(state, { muted: event.on ? [...others, event.account] : others });
    }
    case 'closed':
      return { ...state, closed: event.reason };
    default:
      // A newer server may tell of things that this page does not know; it passes over them.
      return state;
  }
}

/** Whoever goes leaves an empty chair; the reader may have been moved, or be out of its tournament, unasked. */
function left(state: TableState, at: number): TableState {
  const { you } = state.table;
  const line: LogLine = { kind: 'went', who: sitter(state.table, at) };
  const empty = seat(state, at, { player: null, stack: 0, bet: 0, cards: [], thrown: [], last: null, state: 'empty' });
  return said(you.seat === at ? table(empty, { you: { ...you, seat: null } }) : empty, line);
}

/** Everyone hears of somebody sitting down before that somebody hears which chair it has: then the log says "you". */
function sitsDown(state: TableState, at: number | null): TableState {
  const name = at === null || at === state.table.you.seat ? undefined : state.table.seats[at]?.player?.name;
  const mine = state.log.findLastIndex((line) => line.kind === 'came' && line.who.name === name);
  if (name === undefined || mine < 0) return state;
  return { ...state, log: state.log.with(mine, { kind: 'came', who: { name, you: true } }) };
}

function handStarted(state: TableState, event: Of<'hand_started'>): TableState {
  const stackOf = new Map(event.seats.map(({ seat, stack }) => [seat, stack]));
  const seats = state.table.seats.map((place): SeatView => {
    const stack = stackOf.get(place.seat);
    const clean = { ...place, bet: 0, cards: [], thrown: [], last: null };
    if (stack !== undefined) return { ...clean, stack, state: 'playing' };
    // Who sits out from the end of a hand is told of while it still plays that hand.
    return PLAYED.has(place.state) ? { ...clean, state: 'sitting_out' } : clean;
  });
  const next: HandView = {
    hand: event.hand,
    spread: event.spread,
    button: event.button,
    small_blind: event.small_blind,
    big_blind: event.big_blind,
    board: [],
    price: 0,
    pot: 0,
    pots: [],
    turn: null,
    made: [],
    own_thrown: [],
    commitment: null,
    over: false,
  };
  const fresh: TableState = {
    ...state,
    table: { ...state.table, seats, hand: next, spread: event.spread, waiting: null },
    showdown: { ...EMPTY_SHOWDOWN, began: Object.fromEntries(stackOf), names: namesOf(seats, stackOf) },
    pre: null,
    cleared: null,
    voided: null,
  };
  return moment(said(fresh, { kind: 'hand', hand: event.hand }), { kind: 'hand_started' });
}

const namesOf = (seats: readonly SeatView[], dealtIn: ReadonlyMap<number, number>): Record<number, string> =>
  Object.fromEntries(
    seats.flatMap(({ seat, player }) => (player && dealtIn.has(seat) ? [[seat, player.name] as const] : [])),
  );

function dealt(state: TableState, event: Of<'dealt'>): TableState {
  const mine = state.table.you.seat;
  const own = [...event.own];
  const seats = state.table.seats.map((place) => {
    const count = event.seats.filter((seat) => seat === place.seat).length;
    if (count === 0) return place;
    const fresh = Array.from({ length: count }, () => (place.seat === mine ? (own.shift() ?? null) : null));
    return { ...place, cards: [...place.cards, ...fresh] };
  });
  return moment(table(state, { seats }), { kind: 'dealt', seats: event.seats, own: event.own });
}

function board(state: TableState, event: Of<'board'>): TableState {
  const before = state.table.hand;
  if (!before) return state;
  const next = hand(collected(state), { board: [...before.board, event.cards], turn: null });
  const line: LogLine = { kind: 'board', step: before.board.length, cards: event.cards, pot: before.pot };
  return moment(said(next, line), { kind: 'board', step: before.board.length, cards: event.cards, pot: before.pot });
}

function round(state: TableState, event: Of<'round'>): TableState {
  // The first round is played for the blinds, which stay in front of their players. What was chosen beforehand was chosen
  // for the round that is over, and pays for nothing in another.
  const first = event.round === 0;
  const before = first ? state : { ...collected(state), pre: null, cleared: null };
  const next = hand(before, { ...(first ? {} : { price: 0 }), pots: event.pots });
  return said(next, { kind: 'round', round: event.round, pot: state.table.hand?.pot ?? 0 });
}

function turn(state: TableState, event: Turn): TableState {
  const mine = event.seat === state.table.you.seat;
  const calm = event.kind === 'bet' ? state : collected(state);
  const next = event.kind === 'discard' || event.kind === 'draw' ? throwing(calm, event.kind) : calm;
  return moment(hand(next, { turn: event, pot: event.pot, pots: event.pots, price: event.price }), {
    kind: 'turn',
    turn: event,
    mine,
  });
}

/** Cards are thrown away: the log has a heading for it. */
export function throwing(state: TableState, how: 'discard' | 'draw'): TableState {
  const open = state.log.at(-1)?.kind;
  if (open === 'discarded' || open === 'drew' || open === 'throwing') return state;
  const hand = state.log.slice(state.log.findLastIndex((line) => line.kind === 'hand') + 1);
  const time = hand.filter((line) => line.kind === 'throwing').length;
  return said(state, { kind: 'throwing', how, time });
}

function raised(state: TableState, event: Of<'raised'>): TableState {
  const before = state.table.seats[event.seat];
  const amount = (before?.stack ?? event.stack) - event.stack;
  const paidIn = paid(seat(state, event.seat, { last: event.bet ? 'bet' : 'raise' }), event.seat, amount, event.stack);
  const next = hand(paidIn, { price: event.to });
  return acted(event.seat === state.table.you.seat ? next : repriced(next), event.seat, {
    kind: 'raised',
    who: who(state, event.seat),
    to: event.to,
    bet: event.bet,
    allIn: event.stack === 0,
  });
}

/** The price has risen: what was chosen for the old one is taken back, and where it was already, the new one is told. */
function repriced(state: TableState): TableState {
  const { pre, cleared } = state;
  const now = toCall(state);
  if (pre?.kind === 'check_fold') return { ...state, pre: { kind: 'fold', amount: 0 } };
  // To a short stack a raise may cost no more than the call did: then the choice stands.
  const outdated = pre
    ? pre.kind === 'check' || (pre.kind === 'call' && pre.amount !== now)
    : cleared !== null && cleared.now !== now;
  if (!outdated) return state;
  const was = pre ?? cleared!.was;
  return moment({ ...state, pre: null, cleared: { was, now } }, { kind: 'pre_cleared', was, now });
}

function thrown(state: TableState, event: Of<'discarded'> | Of<'drew'>): TableState {
  const place = state.table.seats[event.seat];
  if (!place) return state;
  const mine = event.seat === state.table.you.seat;
  const held = place.cards.length;
  const cards = mine
    ? place.cards.filter((card) => card === null || !event.own.includes(card))
    : place.cards.slice(0, Math.max(0, held - event.count));
  // Who hears of the hand later, all at once, hears of no turn.
  const calm = throwing(collected(state), event.type === 'drew' ? 'draw' : 'discard');
  let next = seat(calm, event.seat, { cards, thrown: [...place.thrown, event.count] });
  if (mine && next.table.hand) next = hand(next, { own_thrown: [...next.table.hand.own_thrown, ...event.own] });
  return acted(next, event.seat, {
    kind: event.type,
    who: who(state, event.seat),
    count: event.count,
    keeps: held - event.count,
    timeout: event.timeout,
  });
}
