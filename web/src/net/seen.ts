// What this browser saw of each hand before a card of it was dealt: the commitment, and the link that it gave to it. A proof
// that is read later can't show that the commitment came first; what is kept here can.

/** A hand as it was promised here. */
export interface Seen {
  commit: string;
  /** The link that the room took from this browser; undefined where it took none. */
  link?: string;
}

/** How many hands are remembered: some hundreds of kilobytes, of the five thousand that a browser keeps for a page. */
export const HANDS = 2000;
/** So far back a hand is looked for that may have been kept already, by another window or before a lost connection. */
const RECENT = 64;

const COUNT = 'cardroom.seen';
const KEY = 'cardroom.room_key';
const place = (at: number): string => `${COUNT}.${at % HANDS}`;
/** Another room at this address, or this one begun afresh, numbers its tables anew: it has another key. */
const nameOf = (table: number | string, hand: number | string, key: string): string =>
  `${table} ${hand} ${key.slice(0, 16)} `;

const counted = (): number => Number(localStorage.getItem(COUNT) ?? 0);

/** The first place, among the last so many, where a hand is kept: what was said of it again, later, counts for nothing. */
function find(name: string, last: number): string | undefined {
  const count = counted();
  for (let at = Math.max(0, count - last); at < count; at++) {
    if (localStorage.getItem(place(at))?.startsWith(name)) return place(at);
  }
  return undefined;
}

/** The room has committed to a hand, or taken a link for it. What it said first of a hand counts, and its first key. */
export function keepSeen(table: number, hand: number, key: string, { commit, link }: Seen): void {
  const name = nameOf(table, hand, key);
  try {
    const known = find(name, RECENT);
    if (known !== undefined) {
      if (link) localStorage.setItem(known, `${localStorage.getItem(known)!.split(' ', 4).join(' ')} ${link}`);
      return;
    }
    const count = counted();
    localStorage.setItem(place(count), `${name}${commit} ${link ?? ''}`);
    localStorage.setItem(COUNT, String(count + 1));
    roomKey(key);
  } catch {
    // A browser that keeps nothing: of its hands it says that it hasn't seen them.
  }
}

/** What was seen of a hand that is signed with this key; undefined where this browser wasn't there, or keeps nothing. */
export function seenOf(table: string, hand: string, key: string): Seen | undefined {
  try {
    const at = find(nameOf(table, hand, key), HANDS);
    const [, , , commit, link] = (at === undefined ? null : localStorage.getItem(at))?.split(' ') ?? [];
    return commit === undefined ? undefined : { commit, ...(link ? { link } : {}) };
  } catch {
    return undefined;
  }
}

/** The room's key, as this browser first saw it; where it has seen none, this one is the first. */
export function roomKey(key: string): string {
  try {
    const first = localStorage.getItem(KEY);
    if (first === null) localStorage.setItem(KEY, key);
    return first ?? key;
  } catch {
    return key;
  }
}

/** The reader knows that the room has a new key. */
export const trustKey = (key: string): void => localStorage.setItem(KEY, key);
