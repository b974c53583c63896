// A real room for the tests: the cardroom program itself, on a free port, and real Chromium in front of it.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const PROGRAMS = [process.env.CARDROOM, '../target/debug/cardroom', '../target/release/cardroom'];
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A room for tests: bots that answer at once, no hurry for the page, and no limits on how often one may ask. */
const SETTINGS = {
  bots_think: false,
  clock_seconds: 120,
  pause_seconds: 1.5,
  guests_per_minute: 1000,
  tables_per_address: 1000,
  logins_per_minute: 1000,
  requests_per_second: 1000,
  requests_burst: 1000,
};

const found = (candidates: (string | undefined)[], what: string): string => {
  const path = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!path) throw new Error(`${what} is missing; looked for ${candidates.filter(Boolean).join(', ')}`);
  return path;
};

/** Runs the program to its end; gives what it printed. */
export const cardroom = (...words: string[]): string =>
  execFileSync(found(PROGRAMS, 'the cardroom program'), words, { encoding: 'utf8' });

export class Room {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly output: string[],
  ) {}

  /** Opens a room; settings are the program's own flags, of which the last counts. */
  static open(...flags: string[]): Promise<Room> {
    const program = found(PROGRAMS, 'the cardroom program');
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const listen = flags.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
    const child = spawn(program, ['serve', ...listen, ...settings, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
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
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await exited;
  }

  log(): string {
    return this.output.join('');
  }
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: found(CHROMIUM, 'Chromium'), args: CHROMIUM_FLAGS });

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Everything that came over the socket, as text, in order. */
  frames: string[];
  /** Every answer of the API, as text. */
  answers: string[];
  /** What went wrong in the page, and whatever its console warned of. */
  errors: string[];
}

/** Somebody new comes to the room; without a service worker where a test answers in the room's place. */
export async function visit(
  browser: Browser,
  address: string,
  viewport = DESK,
  settings: object = {},
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US', serviceWorkers });
  // A busy machine may take long over a click; that is not what is tested.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(
    (kept) => {
      if (!localStorage.getItem('cardroom.settings')) localStorage.setItem('cardroom.settings', kept);
    },
    JSON.stringify({ sounds: false, theme: 'dark', language: 'en', ...settings }),
  );
  const page = await context.newPage();
  const frames: string[] = [];
  const answers: string[] = [];
  const errors: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    // An answer that the page left before reading is nobody's.
    response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const wrong = message.type() === 'error' || message.type() === 'warning';
    if (wrong && !/Failed to load resource|WebSocket connection|blocked by Playwright/.test(message.text()))
      errors.push(message.text());
  });
  // Whoever asks before the page has its account would be a second guest, and the browser the one whose cookie came last.
  const entered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/account');
  await page.goto(address);
  await entered;
  return { context, page, frames, answers, errors };
}
