import { afterAll, describe, expect, it } from 'vitest';
import { adviceName, choiceName, coachStreet } from './coach';
import { useLanguage } from './i18n.svelte';

afterAll(() => useLanguage('en'));

// One of each kind: the server's words, how they are written in English, and in Spanish.
const CHOICES: [string, string, string][] = [
  ['Fold', 'Fold', 'Retirarse'],
  ['Check', 'Check', 'Pasar'],
  ['Call 20', 'Call 20', 'Pagar 20'],
  ['Bet 1500', 'Bet 1,500', 'Apostar 1.500'],
  ['Raise to 120', 'Raise to 120', 'Subir a 120'],
  ['Stood pat, kept As Kd Qd Jd Td', 'Stood pat, kept A♠ K♦ Q♦ J♦ 10♦', 'Plantado, guardadas A♠ K♦ Q♦ J♦ 10♦'],
  ['Drew 3, kept As Ad', 'Drew 3, kept A♠ A♦', 'Cambiadas 3, guardadas A♠ A♦'],
  ['Drew 5, kept nothing', 'Drew 5, kept nothing', 'Cambiadas 5, guardadas ninguna'],
  ['Discarded 1, kept As Ad Ac Ah', 'Discarded 1, kept A♠ A♦ A♣ A♥', 'Descartada 1, guardadas A♠ A♦ A♣ A♥'],
];
const ADVICE: [string, string, string][] = [
  ['Advisor: the same', 'Advisor: the same', 'Consejo: lo mismo'],
  ['Advisor: raise to 120', 'Advisor: raise to 120', 'Consejo: subir a 120'],
  ['Advisor: fold', 'Advisor: fold', 'Consejo: retirarse'],
  ['Advisor: keep As Ad', 'Advisor: keep A♠ A♦', 'Consejo: guardar A♠ A♦'],
  ['Advisor: keep nothing', 'Advisor: keep nothing', 'Consejo: guardar ninguna'],
  ['Advisor: keep As Td (54.1 %)', 'Advisor: keep A♠ 10♦ (54.1 %)', 'Consejo: guardar A♠ 10♦ (54,1 %)'],
];
const STREETS: [string, string, string][] = [
  ['Discard', 'Discard', 'Descarte'],
  ['Draw 2', 'Draw 2', 'Cambio 2'],
  ['Before any card is thrown or turned', 'Before any card is thrown or turned', 'Antes de tirar o ver cartas'],
  ['After throw 1', 'After throw 1', 'Tras tirar cartas una vez'],
  ['One board card', 'One board card', 'Una carta común'],
  ['3 board cards', '3 board cards', '3 cartas comunes'],
];

describe.each([
  ['en', 1],
  ['es', 2],
] as const)('the coach in %s', (language, at) => {
  it.each([
    ['a choice', choiceName, CHOICES],
    ['advice', adviceName, ADVICE],
    ['a part of the hand', coachStreet, STREETS],
  ] as const)('says %s', async (_, name, said) => {
    await useLanguage(language);
    expect(said.map(([words]) => name(words))).toEqual(said.map((row) => row[at]));
  });

  it('leaves what it does not know as it was said', async () => {
    await useLanguage(language);
    for (const name of [choiceName, adviceName, coachStreet]) {
      for (const said of ['Straddle 40', 'Drew 2, kept some', 'Advisor: think', '']) expect(name(said)).toBe(said);
    }
  });
});
