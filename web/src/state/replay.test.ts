import { describe, expect, it } from 'vitest';
import { recorded } from '../../tests/sheet/hands';
import { parts, steps, stepOfTurn } from './replay';

describe('a recorded hand', () => {
  const list = steps(recorded());

  it('ends as the live table did', () => {
    const last = list.at(-1)!.state;
    expect(last.table.hand?.over).toBe(true);
    expect(last.showdown.awards.reduce((sum, award) => sum + award.amount, 0)).toBe(1155);
  });

  it('can be taken part by part', () => {
    expect(parts(list).map(({ part }) => part)).toEqual([
      'deal',
      'before',
      'throw',
      'board0',
      'board1',
      'board2',
      'showdown',
    ]);
    expect(parts(list)[0]?.from).toBe(0);
  });

  it('comes to its showdown once, though hands that are all-in lie open before the last card', () => {
    const { snapshot, events } = recorded();
    const river = events.findLastIndex(({ type }) => type === 'board');
    const shown = events.filter(({ type }) => type === 'shown');
    const others = (from: number, to?: number) => events.slice(from, to).filter(({ type }) => type !== 'shown');
    const early = steps({ snapshot, events: [...others(0, river), ...shown, ...others(river)] });
    expect(parts(early).map(({ part }) => part)).toEqual(parts(list).map(({ part }) => part));
  });

  it('is found at what somebody did in turn', () => {
    const { snapshot, events } = recorded();
    const asked: number[] = [];
    const counted = events.map((event) =>
      event.type === 'turn' ? { ...event, turn: { ...event.turn, turn: asked.push(event.turn.seat) } } : event,
    );
    const counting = steps({ snapshot, events: counted });
    expect(asked.length).toBeGreaterThan(1);
    asked.forEach((seat, i) => {
      const { event } = counting[stepOfTurn(counting, i + 1)!]!;
      expect('seat' in event && event.seat, event.type).toBe(seat);
    });
    expect(stepOfTurn(counting, 999)).toBeUndefined();
  });

  it('stops at what somebody did, and not at what followed by itself', () => {
    expect(list.some((step) => step.event.type === 'turn' || step.event.type === 'round')).toBe(false);
    const discards = list.filter((step) => step.event.type === 'discarded');
    expect(discards.map((step) => step.state.table.seats.filter((seat) => seat.thrown.length > 0).length)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
});
