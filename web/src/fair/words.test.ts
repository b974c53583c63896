import { afterAll, describe, expect, it } from 'vitest';
import { noteName } from '../i18n/dealer';
import { LANGUAGES, useLanguage } from '../i18n/i18n.svelte';
import { NotAProof, parseProof } from './proof';
import proof from './proof.ts?raw';
import verify from './verify.ts?raw';

/** Every sentence that says what is wrong with a proof, with something in each of its places. */
const SAID = [...(proof + verify).matchAll(/new (?:Differs|NotAProof)\((['`])(.+?)\1\)/g)].map(([, , words]) =>
  words!.replace(/\$\{count === .+$/, '').replace(/\$\{[^{}]+\}/g, '7'),
);

afterAll(() => useLanguage('en'));

describe('what is wrong with a proof', () => {
  it('is said in every language', async () => {
    expect(SAID.length).toBeGreaterThan(20);
    for (const code of LANGUAGES.filter((language) => language !== 'en')) {
      await useLanguage(code);
      expect(
        [...SAID, 'file.roots must be a list of 16'].filter((words) => noteName(words) === words),
        code,
      ).toEqual([]);
    }
  });

  it('is said by the page, also where the file is no data at all', () => {
    for (const text of ['', 'not JSON', 'null', '{}', '[]']) {
      expect(() => parseProof(text), text).toThrow(new NotAProof('not a CRP-1 dealing proof'));
    }
  });
});
