// Sounds, made in the page from oscillators and noise: no files, nothing to load, off with one click.

import { settings } from './settings.svelte';

export type Sound = 'card' | 'chips' | 'check' | 'fold' | 'turn' | 'win' | 'hurry' | 'chat';

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Plays a sound, unless sounds are off or the browser wants a click first. */
export function play(sound: Sound, after = 0): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  // Before a page is touched browsers let it make no sound, and complain of every try.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') {
    void context.resume();
    return;
  }
  const at = context.currentTime + after;
  switch (sound) {
    case 'card':
      return hiss(at, 0.06, 3200, 0.16);
    case 'chips':
      [0, 0.045, 0.085].forEach((later) => tone(at + later, 2600 + 900 * later * 10, 0.05, 0.07, 'triangle'));
      return hiss(at, 0.04, 5200, 0.06);
    case 'check':
      tone(at, 190, 0.07, 0.3, 'sine');
      return tone(at + 0.1, 170, 0.07, 0.25, 'sine');
    case 'fold':
      return hiss(at, 0.16, 1400, 0.1);
    case 'turn':
      tone(at, 660, 0.16, 0.14, 'sine');
      return tone(at + 0.13, 880, 0.22, 0.14, 'sine');
    case 'hurry':
      return tone(at, 990, 0.12, 0.12, 'square');
    case 'win':
      return [523, 659, 784].forEach((pitch, i) => tone(at + i * 0.09, pitch, 0.25, 0.12, 'sine'));
    case 'chat':
      return tone(at, 520, 0.08, 0.06, 'sine');
  }
}

function tone(at: number, pitch: number, length: number, loudness: number, shape: OscillatorType): void {
  const oscillator = new OscillatorNode(context!, { frequency: pitch, type: shape });
  oscillator.connect(fading(at, length, loudness));
  oscillator.start(at);
  oscillator.stop(at + length);
}

function hiss(at: number, length: number, pitch: number, loudness: number): void {
  if (!noise) {
    noise = context!.createBuffer(1, context!.sampleRate / 2, context!.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = new AudioBufferSourceNode(context!, { buffer: noise });
  const filter = new BiquadFilterNode(context!, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(at, length, loudness));
  source.start(at, 0, length);
}

function fading(at: number, length: number, loudness: number): GainNode {
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(context!.destination);
  return gain;
}
