// How things move: transform and opacity only, and nothing at all where the reader wants no motion.

import { cubicOut } from 'svelte/easing';
import { mayMove } from '../app/settings.svelte';

interface Move {
  delay?: number;
  duration: number;
  easing?: (t: number) => number;
  css?: (t: number, u: number) => string;
}

const STILL: Move = { duration: 0 };

/** A card comes from the table's centre. */
export function deal(node: Element, { order = 0 }: { order?: number } = {}): Move {
  if (!mayMove()) return STILL;
  const { dx, dy, scale } = toCentre(node);
  return {
    delay: order * 60,
    duration: 180,
    easing: cubicOut,
    css: (t, u) => `opacity:${Math.min(1, t * 3)};transform:translate(${(dx / scale) * u}px,${(dy / scale) * u}px)`,
  };
}

/** A board card is turned over. */
export function turnUp(_node: Element, { order = 0 }: { order?: number } = {}): Move {
  if (!mayMove()) return STILL;
  return {
    delay: order * 90,
    duration: 220,
    easing: cubicOut,
    css: (t, u) => `opacity:${Math.min(1, t * 2)};transform:perspective(600px) rotateY(${u * 90}deg)`,
  };
}

/** Chips come from their player, or go to the pot. */
export function slide(_node: Element, { dx = 0, dy = 0, duration = 200, delay = 0 }): Move {
  if (!mayMove()) return STILL;
  return {
    delay,
    duration,
    easing: cubicOut,
    css: (t, u) => `opacity:${Math.min(1, t * 2)};transform:translate(${dx * u}px,${dy * u}px)`,
  };
}

/** Something appears in its turn. */
export function appear(_node: Element, { delay = 0, rise = 10 }: { delay?: number; rise?: number } = {}): Move {
  if (!mayMove()) return STILL;
  return {
    delay,
    duration: 260,
    easing: cubicOut,
    css: (t, u) => `opacity:${t};transform:translateY(${rise * u}px)`,
  };
}

/** Thrown cards slide away, face down as far as anyone can tell. */
export function throwAway(node: Element): Move {
  if (!mayMove()) return STILL;
  const { dx, dy, scale } = toCentre(node);
  return {
    duration: 260,
    easing: cubicOut,
    css: (t, u) =>
      `opacity:${t};transform:translate(${(dx / scale) * u * 0.8}px,${(dy / scale) * u * 0.8}px) rotate(${u * 14}deg)`,
  };
}

function toCentre(node: Element): { dx: number; dy: number; scale: number } {
  const stage = node.closest('.stage');
  if (!stage) return { dx: 0, dy: -40, scale: 1 };
  const from = node.getBoundingClientRect();
  const to = stage.getBoundingClientRect();
  const scale = Number((stage as HTMLElement).dataset.scale ?? 1) || 1;
  return {
    dx: to.left + to.width / 2 - (from.left + from.width / 2),
    dy: to.top + to.height * 0.42 - (from.top + from.height / 2),
    scale,
  };
}
