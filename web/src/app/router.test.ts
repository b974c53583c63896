import { describe, expect, it } from 'vitest';
import { href, parse, placeOf, type Route } from './router.svelte';

describe('an address', () => {
  it.each<Route>([
    { page: 'lobby' },
    { page: 'table', table: 7, code: 'z59v38k4' },
    // A tournament's tables have the largest numbers there are.
    { page: 'table', table: 4503599627698177, code: undefined },
    { page: 'tournament', tournament: 5 },
    { page: 'tournament', tournament: 5, code: 'z59v38k4' },
    { page: 'hand', table: 4503599627698177, hand: 31, step: 4, proof: false },
    { page: 'hand', table: 7, hand: 31, step: undefined, proof: true },
    { page: 'rules', game: 'holdout-hilo' },
    { page: 'join', code: 'a b' },
  ])('leads back to its place: %j', (route) => expect(parse(href(route))).toEqual(route));

  it.each(['#/table/x', '#/table/99999999999999999999', '#/nowhere', '#', '', '#/%', '#/join/%', '#/table/%E0%A4%A'])(
    'that names none leads to the lobby: %s',
    (hash) => expect(parse(hash)).toEqual({ page: 'lobby' }),
  );

  it.each([
    ['#/', 'lobby'],
    ['#/join/abc', 'lobby'],
    ['#/tournament/5', 'tournaments'],
    ['#/hand/7/31', 'history'],
    ['#/settings', 'settings'],
  ])('is under one of the bar’s places: %s', (hash, place) => expect(placeOf(parse(hash))).toBe(place));

  it.each([
    ['#/rules/%', { page: 'rules' }],
    ['#/hand/7/%zz', { page: 'history' }],
    ['#/table/7?code=%', { page: 'table', table: 7, code: '%' }],
  ] satisfies [string, Route][])('with a broken part leads as far as it can: %s', (hash, route) =>
    expect(parse(hash)).toEqual(route),
  );
});
