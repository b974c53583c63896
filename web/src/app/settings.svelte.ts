// The reader's own settings, kept in this browser.

import { useLanguage, wanted } from '../i18n/i18n.svelte';

export interface Settings {
  theme: 'dark' | 'light' | 'system';
  deck: 'four' | 'two';
  largeIndices: boolean;
  sounds: boolean;
  motion: 'system' | 'none';
  language: string;
  unit: 'chips' | 'big_blinds';
  panel: 'log' | 'chat' | 'info' | 'advisor' | 'coach' | 'closed';
  tiles: boolean;
  confirmPat: boolean;
  /** Whether blinds that are owed are posted at once, or asked about. */
  autoPost: boolean;
  /** The accounts whose chat is not shown. */
  muted: number[];
}

const KEY = 'cardroom.settings';

const defaults = (): Settings => ({
  theme: 'system',
  deck: 'four',
  largeIndices: false,
  sounds: true,
  motion: 'system',
  language: wanted(typeof navigator === 'undefined' ? [] : navigator.languages),
  unit: 'chips',
  panel: 'log',
  tiles: false,
  confirmPat: true,
  autoPost: true,
  muted: [],
});

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    // A browser that keeps nothing, or kept something else: the defaults serve.
    return {};
  }
}

export const settings = $state<Settings>({ ...defaults(), ...stored() });

const prefersLight = () => matchMedia('(prefers-color-scheme: light)');

/** Changes settings, keeps them, and lets the page show them. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Kept for this visit only.
  }
  showSettings();
}

/** Puts what the style sheets ask for on the document. */
export function showSettings(): void {
  const root = document.documentElement;
  const light = settings.theme === 'light' || (settings.theme === 'system' && prefersLight().matches);
  root.dataset.theme = light ? 'light' : 'dark';
  root.dataset.deck = settings.deck;
  root.dataset.motion = settings.motion;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#F7F6F2' : '#0F1214');
  void useLanguage(settings.language);
}

/** Follows the system's theme while the setting says so. */
export function followSystem(): void {
  prefersLight().addEventListener('change', showSettings);
  showSettings();
}

let reduced: MediaQueryList | undefined;

/** Whether anything may move. */
export function mayMove(): boolean {
  // Asked for everything that is drawn, so that the question is put to the browser once.
  reduced ??= matchMedia('(prefers-reduced-motion: reduce)');
  return settings.motion !== 'none' && !reduced.matches;
}
