import { describe, expect, it } from 'vitest';
import { inTurn } from './turns';

/** What a browser keeps for all of its windows. */
function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

describe('windows that may not lock', () => {
  it('do a thing one after another, though all begin at once', async () => {
    const storage = shelf();
    let inside = 0;
    let most = 0;
    const window = () =>
      inTurn(
        'door',
        async () => {
          most = Math.max(most, ++inside);
          await pause(20);
          inside--;
          return 'in';
        },
        storage,
      );
    expect(await Promise.all([window(), window(), window(), window()])).toEqual(['in', 'in', 'in', 'in']);
    expect(most).toBe(1);
    expect(storage.getItem('door')).toBeNull();
  });

  it('let the next one go where a thing failed', async () => {
    const storage = shelf();
    await expect(inTurn('door', () => Promise.reject(new Error('no room')), storage)).rejects.toThrow('no room');
    expect(await inTurn('door', () => Promise.resolve(1), storage)).toBe(1);
  });

  it('do not wait for one that was closed long ago', async () => {
    const storage = shelf();
    storage.setItem('door', `gone ${Date.now() - 60_000}`);
    expect(await inTurn('door', () => Promise.resolve(1), storage)).toBe(1);
  });

  it('leave word in a cookie', async () => {
    const locks = Object.getOwnPropertyDescriptor(navigator, 'locks');
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      expect(await inTurn('door', async () => document.cookie)).toMatch(/^door=\w+%20\d+$/);
      expect(document.cookie).not.toMatch(/%20/);
    } finally {
      if (locks) Object.defineProperty(navigator, 'locks', locks);
      else Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('do not wait where what is said is not kept', async () => {
    const deaf = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    expect(await inTurn('door', () => Promise.resolve(1), deaf)).toBe(1);
  });

  it('do not wait where nothing is kept', async () => {
    const refuses = () => {
      throw new Error('denied');
    };
    const storage = { getItem: refuses, setItem: refuses, removeItem: refuses } as unknown as Storage;
    expect(await inTurn('door', () => Promise.resolve(1), storage)).toBe(1);
  });
});
