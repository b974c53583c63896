// A language's own words for sentences whose numbers and names are left open.

/** A sentence with its numbers and names left open, and how it is said. */
interface Line {
  pattern: RegExp;
  places: string[];
  said: string;
}

export type Sayings = Record<string, string>;

export class Say {
  private readonly lines: Line[];

  constructor(sayings: Sayings) {
    // The longest first: a short one with a place open could take a long one's end for a name.
    const known = Object.entries(sayings).sort(([a], [b]) => b.length - a.length);
    this.lines = known.map(([english, said]) => {
      const places: string[] = [];
      const source = english
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(/\{(\w+)\}/g, (_, place: string) => (places.push(place), '(.+?)'));
      return { pattern: new RegExp(`^${source}$`, 'i'), places, said };
    });
  }

  /** A sentence as it is said here, with its citation; undefined where nobody has said how. */
  say(english: string, figure: (value: number) => string): string | undefined {
    const [, words = '', cite = '', stop = ''] = /^(.*?)( \([^()]*\))?(\.?)$/.exec(english) ?? [];
    for (const { pattern, places, said } of this.lines) {
      const found = pattern.exec(words);
      if (!found) continue;
      const values = places.map((place, i): [string, string] => {
        const value = found[i + 1]!;
        return [place, /^\d+$/.test(value) ? figure(Number(value)) : (this.say(value, figure) ?? value)];
      });
      return fill(said, Object.fromEntries(values)) + cite + stop;
    }
    return undefined;
  }
}

const fill = (said: string, values: Record<string, string>): string =>
  said.replace(/\{(\w+)\}/g, (whole, place: string) => values[place] ?? whole);
