// Where every browser test plays: a room, a browser, and visitors whose pages must end without a fault.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { DESK, launch, Room, visit, type Visitor } from './room';

export const HOLDOUT = { game: 'holdout-hilo', limit: 'fixed', min_bet: 10 };
export const DRAW = { game: 'draw', limit: 'fixed', min_bet: 10 };
export const HOLDEM = { game: 'holdem', limit: 'no', min_bet: 10 };

export class Scene {
  room!: Room;
  browser!: Browser;
  private visitors: Visitor[] = [];

  get address(): string {
    return this.room.address;
  }

  /** Somebody new comes to the room, or to another of its addresses. */
  async come(viewport = DESK, settings: object = {}, address = this.address): Promise<Visitor> {
    return this.welcome(await visit(this.browser, address, viewport, settings));
  }

  /** Somebody whose questions the test answers in the room's place: a service worker would ask past it. */
  async comeIntercepted(settings: object = {}): Promise<Visitor> {
    return this.welcome(await visit(this.browser, this.address, DESK, settings, 'block'));
  }

  private welcome(visitor: Visitor): Visitor {
    this.visitors.push(visitor);
    return visitor;
  }

  /** What everybody sees now. */
  async seen(): Promise<string> {
    const pages = this.visitors.flatMap(({ context }) => context.pages());
    const told = pages.map(async (page) => {
      const text = await page.evaluate(() => document.body.innerText).catch(String);
      return `${page.url()}\n${text}`;
    });
    return (await Promise.all(told)).join('\n\n');
  }

  /** Everybody goes; what went wrong in their pages is told. */
  async empty(): Promise<string[]> {
    const gone = this.visitors.splice(0);
    await Promise.all(gone.map(({ context }) => context.close()));
    return gone.flatMap(({ errors }) => errors);
  }
}

/** A scene for all tests of a file; a room with a past of its own is opened by the test itself. */
export function scene(...flags: string[]): Scene {
  const stage = new Scene();
  beforeAll(async () => {
    [stage.room, stage.browser] = await Promise.all([Room.open(...(flags.length > 0 ? flags : ['--demo'])), launch()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`${task.name}: the pages then\n${await stage.seen()}`);
    expect(await stage.empty()).toEqual([]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.room?.close();
  });
  return stage;
}
