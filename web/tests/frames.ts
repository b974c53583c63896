// A browser's frames for unit tests: nothing is done and nothing is drawn until the test says so.

import { vi } from 'vitest';

export class Frames {
  private readonly tasks = new Map<number, () => void>();
  private readonly frames = new Map<number, () => void>();
  private last = 0;

  constructor() {
    vi.stubGlobal('setTimeout', (task: () => void, ms = 0) => (ms > 0 ? 0 : this.put(this.tasks, task)));
    vi.stubGlobal('clearTimeout', (id: number) => this.tasks.delete(id));
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => this.put(this.frames, draw));
    vi.stubGlobal('cancelAnimationFrame', (id: number) => this.frames.delete(id));
    // However busy the machine is, nothing takes long, nor next to no time, unless a test says so.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
  }

  /** What is done before the next frame, and that frame. Whether there was anything. */
  next(): boolean {
    const done = take(this.tasks);
    return take(this.frames) || done;
  }

  /** One frame after the other until nothing is left to do; what was seen after each that changed something. */
  all(seen: () => string = () => ''): string[] {
    const list = [];
    while (this.next()) list.push(seen());
    return list.filter(Boolean);
  }

  private put(list: Map<number, () => void>, job: () => void): number {
    list.set(++this.last, job);
    return this.last;
  }
}

function take(list: Map<number, () => void>): boolean {
  const now = [...list.values()];
  list.clear();
  now.forEach((job) => job());
  return now.length > 0;
}
