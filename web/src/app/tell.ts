// What a table's moments sound like, and how they are read out.

import { spokenCards } from '../cards/say';
import { chips } from '../i18n/chips';
import { handName, pauseName } from '../i18n/dealer';
import { either, t, type Key } from '../i18n/i18n.svelte';
import type { Choices } from '../protocol/messages';
import { lacksLow, sideOf, wordsOf } from '../state/awards';
import { isOnlyPot } from '../state/showdown';
import type { LogLine, Moment, TableState } from '../state/table';
import { gameInfo } from './room.svelte';
import { settings } from './settings.svelte';
import { play } from './sounds';
import { speak } from './speak.svelte';
import { potName, sentence, whoName } from '../i18n/sentence';
import { boardName } from '../i18n/streets';

type Awarded = Extract<Moment, { kind: 'awarded' }>;

/** Sounds and says what is new at a table. */
export function tell(state: TableState): void {
  for (const moment of state.moments) tellMoment(state, moment);
  const awards = state.moments.filter((moment) => moment.kind === 'awarded');
  for (const pot of new Set(awards.map(({ award }) => award.pot))) {
    tellPot(
      state,
      awards.filter(({ award }) => award.pot === pot),
    );
  }
  const game = gameInfo((state.table.hand ?? state.table).spread.game);
  if (awards.length > 0 && lacksLow(game, state.showdown.awards)) speak(t('showdown.no_low'));
}

function tellMoment(state: TableState, moment: Moment): void {
  switch (moment.kind) {
    case 'dealt':
      moment.seats.slice(0, 10).forEach((_, i) => play('card', i * 0.06));
      if (moment.own.length > 0) speak(t('spoken.cards', { cards: spokenCards(moment.own) }));
      return;
    case 'board':
      moment.cards.forEach((_, i) => play('card', i * 0.08));
      return speak(
        t('spoken.board', {
          street: boardName(state.table.hand?.spread.game, moment.step),
          cards: spokenCards(moment.cards),
          pot: chips(moment.pot),
        }),
      );
    case 'acted':
      sound(moment.line);
      if (moment.seat !== state.table.you.seat || isUnasked(moment.line)) speak(sentence(moment.line));
      return;
    case 'turn':
      if (!moment.mine || !moment.turn.legal) return;
      play('turn');
      return speak(
        t('spoken.turn', { choices: spokenChoices(moment.turn.legal), seconds: secondsOf(moment.turn.clock_ms) }),
        'assertive',
      );
    case 'awarded':
      return play(moment.who.you ? 'win' : 'chips');
    case 'pre_cleared':
      return speak(
        t('spoken.cleared', {
          was: t(`pre.${moment.was.kind}` as Key, { amount: chips(moment.was.amount) }),
          now: chips(moment.now),
        }),
        'assertive',
      );
    case 'chat':
      if (!moment.mine && !(moment.account !== null && settings.muted.includes(moment.account))) play('chat');
      return;
    case 'offered':
      play('turn');
      return speak(t('dock.offered'), 'assertive');
    case 'void':
      return speak(t('banner.void'), 'assertive');
    case 'paused':
      return speak(pauseName(state.table.paused ?? '').join(' '), 'assertive');
    default:
      return;
  }
}

/** What the reader did itself it knows; the clock did it for the reader, and the draw for the button nobody did. */
const isUnasked = (line: LogLine): boolean => line.kind === 'button' || ('timeout' in line && line.timeout);

/** What became of a pot: a divided one is told with its halves. */
function tellPot(state: TableState, awards: readonly Awarded[]): void {
  const only = isOnlyPot(state);
  const [{ award: first }] = awards as [Awarded];
  if (sideOf(first) === 'high' || sideOf(first) === 'low') {
    const total = awards.reduce((sum, { award }) => sum + award.amount, 0);
    speak(`${only ? t('pot') : potName(first.pot)} ${chips(total)}`);
    for (const { award, who } of awards) {
      const words = wordsOf(award).map((one) => `, ${handName(one)}`);
      const name = who.you ? t('you').toLowerCase() : whoName(who);
      const half = t(award.share === 'low' ? 'half.low' : 'half.high');
      speak(`${half}: ${name}${words.join('')}, ${chips(award.amount)}`);
    }
    return;
  }
  for (const { award, who } of awards) {
    const { pot, amount } = award;
    speak(sentence({ kind: 'awarded', who, pot, only, side: sideOf(award), amount, words: wordsOf(award) }));
  }
}

function sound(line: LogLine): void {
  if (line.kind === 'folded') play('fold');
  else if (line.kind === 'checked') play('check');
  else if (line.kind === 'called' || line.kind === 'raised') play('chips');
  else if (line.kind === 'discarded' || line.kind === 'drew') play('card');
}

const secondsOf = (ms: number): number => Math.round(ms / 1000);

function spokenChoices(legal: Choices): string {
  if (legal.kind === 'discard') return t('spoken.discard', { most: legal.most });
  if (legal.kind === 'draw') return t('spoken.draw', { most: legal.most });
  if (legal.kind === 'show') return t('spoken.show');
  const parts = [legal.check ? t('action.check') : t('action.call', { amount: chips(legal.call ?? 0) })];
  if (legal.raise) {
    parts.push(t(legal.opens ? 'spoken.bet' : 'spoken.raise', { amount: chips(legal.raise.min) }));
  }
  parts.push(t('spoken.fold'));
  return either(parts);
}
