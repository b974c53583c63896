import { describe, expect, it } from 'vitest';
import { discard, HOLDOUT, raise, showdown } from '../../tests/sheet/hands';
import { sentence } from '../i18n/sentence';
import type { Award, TableEvent } from '../protocol/messages';
import { anyLow, boardMarks, potRows, prizes } from './awards';
import { resolve } from './preaction';
import { myTurn, openSeats, playedHere, toCall, who, type TableState } from './table';
import { follows, inParts, update, type TableMessage } from './update';

const events = (state: TableState, list: TableEvent[], seq = state.seq + 1) =>
  update(state, { type: 'events', table: state.table.table, seq, time: 0, events: list })!;

describe('a table that stood still', () => {
  it('goes on with its clock later by as much', () => {
    const state = discard();
    const deadline = state.table.hand!.turn!.deadline + 5000;
    const on = update(state, {
      type: 'events',
      table: state.table.table,
      seq: state.seq + 1,
      time: 0,
      events: [
        { type: 'paused', reason: '' },
        { type: 'resumed', deadline },
      ],
    })!;
    expect(on.table.paused).toBeNull();
    expect(on.table.hand!.turn!.deadline).toBe(deadline);
  });
});

describe('a hand of Hold-Out, up to your discard', () => {
  const state = discard();

  it('knows pot, stacks and whose turn it is', () => {
    expect(state.table.hand?.pot).toBe(175);
    expect(state.table.seats.map((seat) => seat.stack)).toEqual([1215, 868, 1540, 80, 2105, 1000]);
    expect(state.table.seats.every((seat) => seat.bet === 0)).toBe(true);
    expect(myTurn(state)?.kind).toBe('discard');
  });

  it('shows everyone’s discard as a count, and nobody’s cards', () => {
    expect(state.table.seats.map((seat) => seat.thrown)).toEqual([[], [], [3], [0], [4], []]);
    expect(state.table.seats.map((seat) => seat.cards.length)).toEqual([5, 5, 2, 5, 1, 0]);
    expect(state.table.seats.slice(1).flatMap((seat) => seat.cards)).toEqual(Array(13).fill(null));
  });

  it('tells it in the log', () => {
    const kinds = state.log.map((line) => line.kind);
    expect(kinds.filter((kind) => kind === 'throwing')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'discarded')).toHaveLength(3);
  });

  it('after the discard keeps your own thrown cards in sight of you', () => {
    const after = events(state, [{ type: 'discarded', seat: 0, count: 3, own: ['Qh', 'Td', '8c'], timeout: false }]);
    expect(after.table.seats[0]?.cards).toEqual(['As', '3s']);
    expect(after.table.hand?.own_thrown).toEqual(['Qh', 'Td', '8c']);
    expect(after.table.hand?.turn).toBeNull();
  });
});

describe('a snapshot of a hand that runs', () => {
  const state = discard();
  const { table } = state;
  const soFar: TableEvent[] = [
    {
      type: 'hand_started',
      hand: table.hand!.hand,
      spread: HOLDOUT,
      button: 0,
      small_blind: 1,
      big_blind: 2,
      seats: table.seats.map(({ seat }) => ({ seat, stack: 2000 })),
    },
    { type: 'posted', seat: 1, post: 'small_blind', amount: 5, stack: 1995 },
    { type: 'dealt', seats: [1, 2, 2, 2, 2, 2], own: [] },
    { type: 'discarded', seat: 2, count: 3, own: [], timeout: false },
  ];
  const names = table.seats.map(({ seat, player }): [number, string] => [seat, player?.name ?? '']);
  const again = (before?: TableState) =>
    update(before, { type: 'table', seq: 9, time: 0, snapshot: table, so_far: soFar, names })!;

  it('has the log from the hand’s beginning, with a heading for the discards', () => {
    const { log, table: now, showdown: end } = again();
    expect(log.map(({ kind }) => kind)).toEqual(['hand', 'posted', 'throwing', 'discarded']);
    expect(log.at(-1)).toMatchObject({ count: 3, keeps: 2 });
    expect(now).toEqual(table);
    expect(end.began[3]).toBe(2000);
  });

  it('has the heading before anybody has thrown', () => {
    const first = update(undefined, {
      type: 'table',
      seq: 9,
      time: 0,
      snapshot: table,
      so_far: soFar.slice(0, 3),
      names,
    })!;
    expect(first.log.map(({ kind }) => kind)).toEqual(['hand', 'posted', 'throwing']);
  });

  it('names who has left by what the room says of it, and makes up nothing', () => {
    const snapshot = { ...table, seats: table.seats.map((at) => (at.seat === 2 ? { ...at, player: null } : at)) };
    const late = (known: [number, string][]) =>
      update(undefined, { type: 'table', seq: 9, time: 0, snapshot, so_far: soFar, names: known })!;
    const name = table.seats[2]!.player!.name;
    expect(sentence(late(names).log.at(-1)!)).toContain(`${name} discards 3`);
    expect(sentence(late([]).log.at(-1)!)).toMatch(/^Somebody who left discards 3/);
    const left = events(again(), [{ type: 'left', seat: 2, reason: null }]);
    expect(sentence(left.log.at(-1)!)).toBe(`${name} leaves`);
    const next = { account: 99, name: 'Zoe', bot: null, connected: true };
    const taken = events(left, [
      { type: 'seated', seat: 2, player: next, stack: 500, state: 'waiting_for_blind' },
      { type: 'mucked', seat: 2 },
    ]);
    expect(sentence(taken.log.at(-1)!)).toBe(`${name} mucks`);
  });

  it('says the hand once, after what was known of hands before', () => {
    const known = again(again({ ...state, log: [{ kind: 'hand', hand: 1 }] }));
    expect(known.log.map(({ kind }) => kind)).toEqual(['hand', 'hand', 'posted', 'throwing', 'discarded']);
  });
});

describe('a showdown', () => {
  const { showdown: end, log } = showdown();

  it('arranges prizes by winner and half', () => {
    const won = prizes(end.awards);
    expect(won.map(({ seat, side, total, pots }) => ({ seat, side, total, pots }))).toEqual([
      { seat: 3, side: 'high', total: 208, pots: [0] },
      { seat: 0, side: 'low', total: 577, pots: [0, 1] },
      { seat: 2, side: 'high', total: 370, pots: [1] },
    ]);
    expect(potRows(end.awards).map((row) => row.total)).toEqual([415, 740]);
  });

  it('names a pot in the log only beside another', () => {
    const won = log.filter((line) => line.kind === 'awarded');
    expect(won.map(({ only }) => only)).toEqual([false, false, false, false]);
    expect(sentence(won[0]!)).toContain('main pot');
    const award = { ...end.awards[0]!, pot: 0, share: 'whole', note: null };
    const alone = events(discard(), [{ type: 'awarded', award: { ...award, hand: null } }]).log.at(-1)!;
    expect(sentence(alone)).toMatch(/wins the pot \d+$/);
    const half = events(discard(), [{ type: 'awarded', award: { ...award, share: 'high' } }]).log.at(-1)!;
    expect(sentence(half)).not.toMatch(/pot/);
  });

  it('joins high and low of the same pots into a scoop', () => {
    const both = end.awards.map((award) => ({ ...award, seat: 0 }));
    expect(prizes(both).map(({ side, total }) => ({ side, total }))).toEqual([{ side: 'both', total: 1155 }]);
  });

  it('knows a scoop where the whole pot went to one hand, high and low', () => {
    const high = { name: 'seven-high straight', cards: ['7c', '6h', '5h', '4d', '3c'] };
    const low = { name: 'seven-six low', cards: ['7c', '6h', '5h', '4d', '3c'] };
    const award: Award = { seat: 2, amount: 720, pot: 0, share: 'whole', stack: 1600, hand: high, note: null };
    const told = (half: typeof low | null) =>
      events(showdown(), [
        { type: 'shown', seat: 2, cards: ['5h', '7c', '4d', '6h'], high, low: half },
        { type: 'awarded', award },
      ]);
    const scoop = told(low);
    const won = scoop.showdown.awards.slice(-1);
    expect(prizes(won)).toMatchObject([{ side: 'both', total: 720, hand: high, low }]);
    expect(potRows(won)[0]?.parts).toEqual([{ side: 'both', seat: 2, amount: 720 }]);
    expect(boardMarks(won, ['9h', '3c', 'Jh', '4h'])).toEqual(new Map([['3c', new Set(['high', 'low'])]]));
    expect(anyLow(won)).toBe(true);
    expect(scoop.log.at(-1)).toMatchObject({ side: 'both', words: ['seven-high straight', 'seven-six low'] });
    const alone = told(null).showdown.awards.slice(-1);
    expect(prizes(alone)).toMatchObject([{ side: 'whole', low: null }]);
    expect(anyLow(alone)).toBe(false);
  });

  it('names everyone who won, whoever won the most first', () => {
    const { last } = showdown();
    expect(last?.winners.map(({ who, amount }) => [who.you, amount])).toEqual([
      [true, 577],
      [false, 370],
      [false, 208],
    ]);
  });

  it('says where the odd chip went', () => {
    expect(log.some((line) => line.kind === 'note' && line.text.includes('WSOP 73'))).toBe(true);
  });
});

describe('a chair that somebody else takes while the hand lies there', () => {
  const before = showdown();
  const zoe = { account: 99, name: 'Zoe', bot: null, connected: true };
  const after = events(before, [
    { type: 'left', seat: 2, reason: null },
    { type: 'seated', seat: 2, player: zoe, stack: 500, state: 'waiting_for_blind' },
  ]);

  it('has no part in what was won from it', () => {
    expect([before, after].map((state) => [0, 2, 3].map((seat) => playedHere(state, seat)))).toEqual([
      [true, true, true],
      [true, false, true],
    ]);
    expect(who(after, 2)).toEqual(who(before, 2));
    expect(who(after, 2).name).not.toBe('Zoe');
  });
});

describe('a bet', () => {
  it('counts bets in front into the pot and sets the price', () => {
    const state = raise();
    expect(state.table.hand?.pot).toBe(310);
    expect(state.table.hand?.price).toBe(120);
    expect(state.table.seats[5]?.bet).toBe(120);
    expect(toCall(state)).toBe(120);
  });
});

describe('messages', () => {
  const state = discard();

  it('heard twice change nothing', () => {
    const fold: TableEvent = { type: 'folded', seat: 1, timeout: false };
    const once = events(state, [fold]);
    expect(events(once, [fold], once.seq)).toBe(once);
  });

  it('after a gap are not applied', () => {
    const late = { seq: state.seq + 5, events: [{ type: 'folded', seat: 1, timeout: false }] as TableEvent[] };
    expect(follows(state, late)).toBe(false);
    expect(events(state, late.events, late.seq)).toBe(state);
  });

  it('of a kind not known yet are passed over', () => {
    const strange = { type: 'confetti' } as unknown as TableEvent;
    expect(events(state, [strange]).table).toEqual(state.table);
  });

  it('leave the state before them as it was', () => {
    const before = structuredClone(state);
    events(state, [
      { type: 'board', cards: ['7d', '4c'] },
      { type: 'folded', seat: 1, timeout: false },
    ]);
    expect(state).toEqual(before);
  });

  it('that void a hand give every stack back', () => {
    const stacks = [1250, 903, 1575, 115, 2140, 1000].map((stack, seat) => ({ seat, stack }));
    const after = events(state, [{ type: 'hand_void', hand: 20418, reason: 'lost', stacks }]);
    expect(after.table.seats.map((seat) => seat.stack)).toEqual([1250, 903, 1575, 115, 2140, 1000]);
    expect(after.voided).toBe('lost');
  });

  it('that draw for the button say whose card is whose', () => {
    const cards: [number, string][] = [
      [0, 'Qh'],
      [1, 'Ks'],
      [2, '4c'],
    ];
    const drawn = events(state, [{ type: 'button_drawn', cards, button: 1 }]);
    const [, winner, third] = state.table.seats.map((seat) => seat.player?.name);
    expect(sentence(drawn.log.at(-1)!)).toBe(
      `${winner} wins the draw for the button: You Q♥, ${winner} K♠, ${third} 4♣`,
    );
    expect(drawn.moments).toMatchObject([{ kind: 'acted', seat: 1 }]);
  });

  it('seat the reader before they name its chair, and the log says "you"', () => {
    const you = { ...state.table.you, seat: 5 };
    const watching = events(state, [
      { type: 'left', seat: 0, reason: null },
      { type: 'left', seat: 5, reason: null },
    ]);
    expect(watching.table.you.seat).toBeNull();
    const player = { account: 7, name: 'Guest 7', bot: null, connected: true };
    const sat = events(watching, [
      { type: 'seated', seat: 5, player, stack: 1000, state: 'playing' },
      { type: 'you', you },
    ]);
    expect(sat.log.at(-1)).toEqual({ kind: 'came', who: { name: 'Guest 7', you: true } });
    // Hearing of it again renames nobody.
    expect(events(sat, [{ type: 'you', you }]).log).toEqual(sat.log);
  });

  it('tell the first in line once that a chair is free, and nobody else', () => {
    const full = { ...state, table: { ...state.table, waiting_list: 2, you: { ...state.table.you, seat: null } } };
    full.table.seats = full.table.seats.map((seat) => ({
      ...seat,
      player: seat.player ?? full.table.seats[1]!.player,
    }));
    const line = (waiting: number | null) => events(full, [{ type: 'you', you: { ...full.table.you, waiting } }]);
    const gone = (waiting: number | null) => events(line(waiting), [{ type: 'left', seat: 2, reason: null }]);
    expect([1, 2, null].map((place) => openSeats(line(place)))).toEqual([0, 0, 0]);
    expect([1, 2, null].map((place) => openSeats(gone(place)))).toEqual([1, 0, 0]);
    expect([1, 2, null].map((place) => gone(place).moments.some(({ kind }) => kind === 'offered'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(events(gone(1), [{ type: 'waiting_list', length: 2 }]).moments).toEqual([]);
  });

  it('show one card of a hand, and then the rest of it', () => {
    const mine = events(showdown(), [{ type: 'revealed', seat: 0, cards: ['As'] }]);
    expect(mine.table.seats[0]?.cards).toEqual(['As', '3s']);
    expect(mine.showdown.revealed[0]).toEqual(['As']);
    const other = events(state, [{ type: 'revealed', seat: 2, cards: ['Kh'] }]);
    expect(other.table.seats[2]?.cards).toEqual(['Kh', null]);
    const both = events(other, [{ type: 'revealed', seat: 2, cards: ['Kd'] }]);
    expect(both.table.seats[2]?.cards).toEqual(['Kh', 'Kd']);
  });

  it('start a hand clean', () => {
    const next = events(showdown(), [
      {
        type: 'hand_started',
        hand: 20419,
        spread: HOLDOUT,
        button: 2,
        small_blind: 3,
        big_blind: 4,
        seats: [{ seat: 0, stack: 900 }],
      },
    ]);
    expect(next.showdown.awards).toEqual([]);
    expect(next.table.seats.every((seat) => seat.cards.length === 0 && seat.thrown.length === 0)).toBe(true);
    expect(next.table.seats[0]?.state).toBe('playing');
    // Whoever played the hand before and is not dealt in sits out.
    expect(next.table.seats[2]?.state).toBe('sitting_out');
    expect(next.last?.hand).toBe(20418);
  });
});

describe('a choice made before the turn', () => {
  const legal = {
    kind: 'bet',
    check: false,
    call: 60,
    call_all_in: false,
    raise: null,
    no_raise: null,
    opens: false,
  } as const;

  it('never folds where a check is free', () => {
    expect(resolve({ kind: 'fold', amount: 0 }, { ...legal, check: true, call: null })).toEqual({ type: 'check' });
    expect(resolve({ kind: 'check_fold', amount: 0 }, { ...legal, check: true, call: null })).toEqual({
      type: 'check',
    });
    expect(resolve({ kind: 'check_fold', amount: 0 }, legal)).toEqual({ type: 'fold' });
  });

  it('pays no other price than the one it was made at', () => {
    expect(resolve({ kind: 'call', amount: 60 }, legal)).toEqual({ type: 'call' });
    expect(resolve({ kind: 'call', amount: 20 }, legal)).toBeNull();
    expect(resolve({ kind: 'check', amount: 0 }, legal)).toBeNull();
    expect(resolve({ kind: 'call_any', amount: 0 }, legal)).toEqual({ type: 'call' });
  });

  it('is taken back when somebody raises', () => {
    const ready: TableState = { ...raise(), pre: { kind: 'call', amount: 120 } };
    const after = events(ready, [{ type: 'raised', seat: 3, to: 300, by: 180, stack: 1640, bet: false }]);
    expect(after.pre).toBeNull();
    expect(after.cleared).toEqual({ was: { kind: 'call', amount: 120 }, now: 300 });
    const any = events({ ...raise(), pre: { kind: 'call_any', amount: 0 } }, [
      { type: 'raised', seat: 3, to: 300, by: 180, stack: 1640, bet: false },
    ]);
    expect(any.pre?.kind).toBe('call_any');
  });

  it('tells the last price where somebody raises again', () => {
    const told = events({ ...raise(), pre: { kind: 'call', amount: 120 } }, [
      { type: 'raised', seat: 3, to: 300, by: 180, stack: 1640, bet: false },
      { type: 'raised', seat: 5, to: 600, by: 300, stack: 1830, bet: false },
    ]);
    expect(told.cleared).toEqual({ was: { kind: 'call', amount: 120 }, now: 600 });
    expect(told.moments.filter(({ kind }) => kind === 'pre_cleared')).toHaveLength(2);
    // What was looked at long enough is gone, and a later raise has nothing to take back.
    const later = events({ ...told, cleared: null }, [
      { type: 'raised', seat: 3, to: 900, by: 300, stack: 1040, bet: false },
    ]);
    expect(later.cleared).toBeNull();
  });

  it('stands where a raise costs a short stack no more', () => {
    const { table } = raise();
    const seats = table.seats.map((place) => (place.seat === 0 ? { ...place, stack: 100 } : place));
    const short: TableState = { ...raise(), table: { ...table, seats }, pre: { kind: 'call', amount: 100 } };
    const after = events(short, [{ type: 'raised', seat: 3, to: 300, by: 180, stack: 1640, bet: false }]);
    expect(after.pre).toEqual({ kind: 'call', amount: 100 });
    expect(after.cleared).toBeNull();
  });

  it('to check or fold is one to fold once there is a bet, and shown as that', () => {
    const ready: TableState = { ...raise(), pre: { kind: 'check_fold', amount: 0 } };
    const after = events(ready, [{ type: 'raised', seat: 3, to: 300, by: 180, stack: 1640, bet: false }]);
    expect(after.pre).toEqual({ kind: 'fold', amount: 0 });
  });

  it('is for the round that it was made in, and is not played in the next', () => {
    const called = events(raise(), [{ type: 'called', seat: 0, amount: 120, bet: 120, stack: 1710 }]);
    const chosen: TableState = { ...called, pre: { kind: 'call_any', amount: 0 } };
    const { pre, cleared } = events(chosen, [
      { type: 'folded', seat: 3, timeout: false },
      { type: 'board', cards: ['2c'] },
      { type: 'round', round: 2, pots: [{ amount: 430, seats: [0, 5] }] },
    ]);
    expect([pre, cleared]).toEqual([null, null]);
    // Nor from a snapshot, which doesn't say what happened since.
    const message = { type: 'table', seq: 99, time: 0, snapshot: chosen.table, so_far: [], names: [] } as TableMessage;
    expect(update(chosen, message)!.pre).toBeNull();
  });
});

describe('a message in parts', () => {
  const award = (seat: number, amount: number): Award => {
    return { seat, amount, pot: seat, share: 'whole', stack: 1000, hand: null, note: null };
  };
  const before = discard();
  const message: TableMessage = {
    type: 'events',
    table: before.table.table,
    seq: before.seq + 1,
    time: 0,
    events: [
      { type: 'discarded', seat: 0, count: 3, own: ['Qh', 'Td', '8c'], timeout: false },
      { type: 'burn_card' },
      { type: 'board', cards: ['2c', '7d'] },
      { type: 'round', round: 1, pots: [{ amount: 175, seats: [0, 1, 2, 3, 4] }] },
      { type: 'awarded', award: award(0, 100) },
      { type: 'awarded', award: award(1, 75) },
    ],
  };

  it('is cut where something new begins', () => {
    const parts = inParts(message).map((part) => (part.type === 'events' ? part.events.map(({ type }) => type) : []));
    expect(parts).toEqual([['discarded', 'burn_card'], ['board'], ['round'], ['awarded', 'awarded']]);
  });

  it('has a part for every hand that is shown, and one for the end', () => {
    const kinds = ['shown', 'shown', 'mucked', 'mucked', 'awarded', 'awarded', 'hand_ended'] as const;
    const told = { ...message, events: kinds.map((type) => ({ type }) as TableEvent) };
    const parts = inParts(told).map((part) => (part.type === 'events' ? part.events.length : 0));
    expect(parts).toEqual([1, 1, 2, 2, 1]);
  });

  it('comes to the same as the whole, and is known only when all of it is', () => {
    const parts = inParts(message);
    const states = parts.reduce<TableState[]>((all, part) => [...all, update(all.at(-1) ?? before, part)!], []);
    expect(states.map(({ seq }) => seq - before.seq)).toEqual([0, 0, 0, 1]);
    expect({ ...states.at(-1), moments: [] }).toEqual({ ...update(before, message), moments: [] });
    expect(states.flatMap(({ moments }) => moments)).toEqual(update(before, message)!.moments);
    expect(update(states.at(-1), parts[0]!)).toBe(states.at(-1));
  });
});
