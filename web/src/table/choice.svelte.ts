// What the reader has picked but not yet confirmed: cards to throw, an amount. It is forgotten with the turn.

import type { Choices, RaiseRange } from '../protocol/messages';

type Bet = Extract<Choices, { kind: 'bet' }>;

export interface Preset {
  name: 'min' | 'half' | 'two_thirds' | 'pot' | 'max';
  to: number;
}

/** The amounts offered beside the slider, as the server gives them; one that says the same as another is left out. */
export function presets(raise: RaiseRange): Preset[] {
  const all: Preset[] = [
    { name: 'min', to: raise.min },
    { name: 'half', to: raise.half_pot },
    { name: 'two_thirds', to: raise.two_thirds_pot },
    { name: 'pot', to: raise.pot },
    { name: 'max', to: raise.max },
  ];
  const isPotLimit = !raise.max_all_in && raise.pot === raise.max;
  return all.filter((preset) => !(preset.name === 'max' && isPotLimit));
}

export class Choice {
  /** The cards marked to go. */
  marked = $state<string[]>([]);
  /** The amount as typed; it may be out of range, and then the box says so. */
  typed = $state('');
  /** Whether the amount was picked by key, so that Enter confirms it. */
  picked = $state(false);
  /** Asked once more: folding for free, or keeping all five. */
  asking = $state<'fold' | 'pat' | null>(null);
  /** A command is on its way. */
  busy = $state(false);
  private turn: string | undefined;

  /** Begins afresh when the turn is another one. */
  follow(turn: string | undefined, legal: Choices | null | undefined): void {
    if (turn === this.turn) return;
    this.turn = turn;
    this.marked = [];
    this.picked = false;
    this.asking = null;
    this.busy = false;
    this.typed = legal?.kind === 'bet' && legal.raise ? String(legal.raise.min) : '';
  }

  toggle(card: string, most: number): void {
    this.asking = null;
    if (this.marked.includes(card)) this.marked = this.marked.filter((other) => other !== card);
    else if (this.marked.length <= most) this.marked = [...this.marked, card];
  }

  /** The amount, if what is typed is one. */
  get amount(): number | undefined {
    const text = this.typed.replace(/[\s.,']/g, '');
    return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  }

  /** The amount if it may be bet. */
  legalAmount(legal: Bet): number | undefined {
    const { amount } = this;
    return amount !== undefined && legal.raise && amount >= legal.raise.min && amount <= legal.raise.max
      ? amount
      : undefined;
  }

  /** Moves the amount by so much, staying within the range. */
  nudge(raise: RaiseRange, by: number): void {
    const now = this.amount ?? raise.min;
    this.typed = String(Math.min(raise.max, Math.max(raise.min, now + by)));
  }
}
