// Which cards a page could know of: from what came over the network, and from its memory.

import type { Page } from 'playwright-core';
import type { ServerMessage, TableEvent } from '../../src/protocol/messages';

const CARD = /^[2-9TJQKA][shdc]$/;

/** The events of a table, hand by hand, as one page was told of them. */
export function handsTold(frames: readonly string[]): Map<number, TableEvent[]> {
  const hands = new Map<number, TableEvent[]>();
  let hand: TableEvent[] | undefined;
  for (const frame of frames) {
    const message = JSON.parse(frame) as ServerMessage;
    if (message.type !== 'events') continue;
    for (const event of message.events) {
      if (event.type === 'hand_started') hands.set(event.hand, (hand = []));
      hand?.push(event);
    }
  }
  return hands;
}

/** The cards that a player was given in a hand, as only that player was told. */
export const ownCards = (events: readonly TableEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'dealt' || event.type === 'discarded' ? event.own : []));

/** Every card named anywhere in some events. */
export function cardsNamed(events: readonly TableEvent[]): Set<string> {
  const named = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string' && CARD.test(value)) named.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  events.forEach(look);
  return named;
}

/** What the rules lay open to everyone: the board, and hands that were shown. */
export const laidOpen = (events: readonly TableEvent[]): Set<string> =>
  cardsNamed(events.filter(({ type }) => ['board', 'shown', 'awarded', 'revealed', 'burn_card'].includes(type)));

/** The cards that were drawn, face up, for the button. */
export const drawnForButton = (frames: readonly string[]): Set<string> =>
  cardsNamed(
    frames
      .map((frame) => JSON.parse(frame) as ServerMessage)
      .flatMap((message) => (message.type === 'events' ? message.events : []))
      .filter(({ type }) => type === 'button_drawn'),
  );

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[]; edge_types: [string[]] } };
  nodes: number[];
  edges: number[];
  strings: string[];
}

/**
 * The cards that lie together in the page's memory: the contents of every list and object that holds cards, and every
 * text that quotes some. Single card names are in the page's own code; what counts is where a hand is kept.
 */
export async function cardsInMemory(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  let text = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (text += chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  await session.detach();
  const heap = JSON.parse(text) as HeapSnapshot;
  const { meta } = heap.snapshot;
  const nodeSize = meta.node_fields.length;
  const edgeSize = meta.edge_fields.length;
  const nameAt = meta.node_fields.indexOf('name');
  const countAt = meta.node_fields.indexOf('edge_count');
  const toAt = meta.edge_fields.indexOf('to_node');
  const typeAt = meta.node_fields.indexOf('type');
  const edgeTypeAt = meta.edge_fields.indexOf('type');
  // The page's code has short names too: only what a list or an object holds is looked at.
  const objectType = meta.node_types[0].indexOf('object');
  const holding = [meta.edge_types[0].indexOf('element'), meta.edge_types[0].indexOf('property')];
  const nameOf = (node: number) => heap.strings[heap.nodes[node + nameAt]!]!;
  const found: string[] = [];
  let edge = 0;
  for (let node = 0; node < heap.nodes.length; node += nodeSize) {
    const cards = new Set<string>();
    for (let i = 0; i < heap.nodes[node + countAt]!; i++, edge += edgeSize) {
      if (heap.nodes[node + typeAt] !== objectType || !holding.includes(heap.edges[edge + edgeTypeAt]!)) continue;
      const name = nameOf(heap.edges[edge + toAt]!);
      if (CARD.test(name)) cards.add(name);
    }
    if (cards.size > 0) found.push([...cards].sort().join(' '));
  }
  for (const kept of heap.strings) {
    const quoted = kept.match(/"[2-9TJQKA][shdc]"/g);
    if (quoted) found.push([...new Set(quoted.map((card) => card.slice(1, 3)))].sort().join(' '));
  }
  return found;
}
