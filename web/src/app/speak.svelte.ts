// What a screen reader is told. One message an event; a burst is joined, so that nothing is talked over.

import { inFrame } from './frames';

export const spoken = $state({ polite: '', assertive: '' });

const waiting = { polite: [] as string[], assertive: [] as string[] };
const timers: { polite?: ReturnType<typeof setTimeout>; assertive?: ReturnType<typeof setTimeout> } = {};

/** How long a burst may last before it is told. */
const BURST_MS = 250;

export function speak(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  waiting[how].push(text);
  timers[how] ??= setTimeout(() => {
    timers[how] = undefined;
    const told = waiting[how].splice(0).join('. ');
    // The same words twice would not be read again: a live region tells only of change.
    inFrame(() => (spoken[how] = told === spoken[how] ? `${told} ` : told));
  }, BURST_MS);
}
