import { afterAll, describe, expect, it } from 'vitest';
import { handName, noteName, refusalName, stakesName } from './dealer';
import { useLanguage } from './i18n.svelte';

// One of each kind, in the server's words.
const SAID: [string, string][] = [
  ['royal flush', 'escalera real'],
  ['straight flush, nine high', 'escalera de color al nueve'],
  ['four fives', 'póquer de cincos'],
  ['kings full of nines', 'full de reyes y nueves'],
  ['ace-high flush', 'color al as'],
  ['six-high straight', 'escalera al seis'],
  ['three jacks', 'trío de jotas'],
  ['aces and sixes', 'dobles parejas de ases y seises'],
  ['pair of kings', 'pareja de reyes'],
  ['king-high', 'rey alto'],
  ['wheel', 'rueda'],
  ['eight-six low', 'baja de ocho-seis'],
  ['eight or better', 'ocho o mejor'],
];

const NOTES = [
  'No qualifying low, high takes the whole pot (WSGC-2018 §15a)',
  'The odd chip goes to the first left of the button (WSOP 73)',
  'The odd chip of the pot goes to high (WSOP 73)',
];

afterAll(() => useLanguage('en'));

describe('what a dealer says', () => {
  it('is the same in English', () => {
    for (const [said] of SAID) expect(handName(said)).toBe(said);
    expect(stakesName('Limit 10/20')).toBe('Limit 10/20');
    expect(stakesName('No limit 100000/200000')).toBe('No limit 100,000/200,000');
    for (const said of NOTES) expect(noteName(said)).toBe(said);
    // The banner's own words come before it.
    expect(noteName('Table paused. The room is saving; clocks are stopped.')).not.toContain('paused');
  });

  it('is said in Spanish', async () => {
    await useLanguage('es');
    expect(SAID.map(([said]) => handName(said))).toEqual(SAID.map(([, words]) => words));
    expect(stakesName('No limit 5/10')).toBe('Sin límite 5/10');
    expect(stakesName('Limit 10/20')).toBe('Límite 10/20');
    expect(NOTES.map(noteName)).toEqual([
      'Ninguna baja califica, la alta se lleva todo (WSGC-2018 §15a)',
      'La ficha suelta va al primero a la izquierda del botón (WSOP 73)',
      'La ficha suelta del bote va a la alta (WSOP 73)',
    ]);
    expect(noteName('There is no such table, or it has closed.')).toBe('Esta mesa no existe o ya se cerró.');
  });

  it('refuses to the reader, not to a number', async () => {
    await useLanguage('en');
    const refused = (detail: string) => refusalName({ title: 'Not done', detail });
    expect(refused('Account 7 sits at this table already: one account, one seat.')).toBe(
      'You sit at this table already: one account, one seat.',
    );
    expect(refused("Account 7 doesn't sit at this table.")).toBe("You don't sit at this table.");
    expect(refused('Account 7 is already in line for a seat.')).toBe('You are already in line for a seat.');
    expect(refused("P3 can't check, 20 is owed: a bet is to be called, raised or folded to (GLD §6)")).toMatch(
      /^You can't check, 20 is owed/,
    );
    expect(refused("P3 is not to act: it is p4's turn: one player acts at a time, clockwise (WSGC-2018 §4)")).toBe(
      'It is not your turn: one player acts at a time, clockwise (WSGC-2018 §4)',
    );
  });

  it('refuses in Spanish, with the rule’s name as it was', async () => {
    await useLanguage('es');
    const refused = (detail: string) => refusalName({ title: 'Not done', detail });
    expect(refused('Raise to 15 is below the minimum of 2000: at least the last full raise (WSOP 96)')).toBe(
      'Subir a 15 es menos que el mínimo de 2.000: al menos la última subida completa (WSOP 96)',
    );
    expect(refused('Seat 3 is taken, kept for somebody, or not there.')).toBe(
      'La silla 3 está ocupada, reservada o no existe.',
    );
    expect(refused('A qualifier of 3: it is a rank from 5 to 13 (king), or none (WSGC-2018 §15a)')).toBe(
      'Un requisito de 3: es un valor de 5 a 13 (rey), o ninguno (WSGC-2018 §15a)',
    );
    expect(refused('A name has from 2 to 20 characters, this one 1.')).toBe(
      'Un nombre tiene de 2 a 20 caracteres; este, 1.',
    );
    expect(refused("A name is made of letters, digits, single spaces and - _ . within; '!' is none of these.")).toBe(
      "Un nombre se compone de letras, cifras y, en medio, espacios sueltos y - _ .; '!' no es nada de eso.",
    );
    expect(refused('Account 7 is registered already: one entry each.')).toBe(
      'Ya estás inscrito: una entrada por jugador.',
    );
    // What nobody has said in Spanish keeps its words, after the kind of refusal.
    expect(refused('The moon is in the way.')).toBe('No se hizo: The moon is in the way.');
  });

  it('is left alone where it follows no rule', () => {
    for (const other of ['five of a kind', 'three blind mice', '']) expect(handName(other)).toBe(other);
    expect(stakesName('play money')).toBe('play money');
    expect(noteName('Nobody knows (why)')).toBe('Nobody knows (why)');
  });
});
