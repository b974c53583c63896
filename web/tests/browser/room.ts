// A real room for the tests: the cardroom program itself, on a free port, and real Chromium in front of it.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const PROGRAMS = [process.env.CARDROOM, '../target/release/cardroom', '../target/debug/cardroom'];
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const found = (candidates: (string | undefined)[], what: string): string => {
  const path = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!path) throw new Error(`${what} is missing; looked for ${candidates.filter(Boolean).join(', ')}`);
  return path;
};

export class Room {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly output: string[],
  ) {}

  /** Opens a room; settings are the program's own flags. */
  static open(...flags: string[]): Promise<Room> {
    const program = found(PROGRAMS, 'the cardroom program');
    const settings = [
      '--set',
      'bots_think=false',
      '--set',
      'pause_seconds=1.5',
      '--set',
      'guests_per_minute=1000',
      '--set',
      'requests_per_second=1000',
      '--set',
      'requests_burst=1000',
    ];
    const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', ...settings, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    return new Promise((opened, failed) => {
      const read = (chunk: Buffer) => {
        output.push(chunk.toString());
        const address = /http:\/\/[\d.]+:\d+/.exec(output.join(''))?.[0];
        if (address) opened(new Room(address, child, output));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => failed(new Error(`the room did not open (${code}): ${output.join('')}`)));
    });
  }

  /** Ends the room as if the power had gone, or gently. */
  async close(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.removeAllListeners('exit');
    const exited = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await Promise.race([gone, exited]);
  }

  log(): string {
    return this.output.join('');
  }
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: found(CHROMIUM, 'Chromium'), args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Everything that came over the socket, as text. */
  frames: string[];
  /** What went wrong in the page. */
  errors: string[];
}

/** Somebody new comes to the room. */
export async function visit(
  browser: Browser,
  address: string,
  viewport = DESK,
  settings: object = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US' });
  await context.addInitScript(
    (kept) => {
      if (!localStorage.getItem('cardroom.settings')) localStorage.setItem('cardroom.settings', kept);
    },
    JSON.stringify({ sounds: false, theme: 'dark', language: 'en', ...settings }),
  );
  const page = await context.newPage();
  const frames: string[] = [];
  const errors: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      errors.push(message.text());
  });
  await page.goto(address);
  return { context, page, frames, errors };
}
