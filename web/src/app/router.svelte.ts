// Where the reader is, in the address after the #: nothing on the server has to know the page's paths.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: number; code?: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; tournament: number; code?: string }
  | { page: 'history' }
  | { page: 'hand'; table: number; hand: number; step?: number; proof?: boolean }
  | { page: 'rules'; game?: string }
  | { page: 'fairness' }
  | { page: 'settings' }
  | { page: 'join'; code: string };

/** The place that an address names; the lobby where it names none. */
export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, first, second] = path.split('/').map(decoded);
  const params = new URLSearchParams(query);
  const whole = (text: string | undefined) =>
    text !== undefined && /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  const a = whole(first);
  const b = whole(second);
  switch (page) {
    case 'table':
      return a === undefined ? { page: 'lobby' } : { page, table: a, code: params.get('code') ?? undefined };
    case 'tournaments':
    case 'history':
    case 'fairness':
    case 'settings':
      return { page };
    case 'tournament':
      return a === undefined ? { page: 'tournaments' } : { page, tournament: a, code: params.get('code') ?? undefined };
    case 'hand':
      return a === undefined || b === undefined
        ? { page: 'history' }
        : { page, table: a, hand: b, step: whole(params.get('step') ?? undefined), proof: params.has('proof') };
    case 'rules':
      return { page, game: first || undefined };
    case 'join':
      return first ? { page, code: first } : { page: 'lobby' };
    default:
      return { page: 'lobby' };
  }
}

/** A part of an address as it was meant; nothing where a % stands for no letter. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const invited = (code: string | undefined): string => (code ? `?code=${encodeURIComponent(code)}` : '');

/** The address of a place. */
export function href(route: Route): string {
  switch (route.page) {
    case 'lobby':
      return '#/';
    case 'table':
      return `#/table/${route.table}${invited(route.code)}`;
    case 'tournament':
      return `#/tournament/${route.tournament}${invited(route.code)}`;
    case 'hand':
      return `#/hand/${route.table}/${route.hand}${route.proof ? '?proof' : route.step === undefined ? '' : `?step=${route.step}`}`;
    case 'rules':
      return route.game ? `#/rules/${encodeURIComponent(route.game)}` : '#/rules';
    case 'join':
      return `#/join/${encodeURIComponent(route.code)}`;
    default:
      return `#/${route.page}`;
  }
}

/** Under which of the bar's places somebody is: a hand is the history's. */
export function placeOf({ page }: Route): Exclude<Route['page'], 'join' | 'tournament' | 'hand'> {
  return page === 'join' ? 'lobby' : page === 'tournament' ? 'tournaments' : page === 'hand' ? 'history' : page;
}

let route = $state<Route>(parse(typeof location === 'undefined' ? '' : location.hash));

export const here = (): Route => route;

export function follow(): void {
  addEventListener('hashchange', () => (route = parse(location.hash)));
}

export function go(to: Route): void {
  location.hash = href(to);
}
