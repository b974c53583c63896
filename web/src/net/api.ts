// The REST calls. Every refusal is a problem from the server, in its words; where nothing comes, that is told apart.

import type { Problem } from '../protocol/messages';

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Nobody answered: the room is away, or the network. */
export class Unanswered extends Error {}

let csrf: string | undefined;

/** Set once the account is known: what goes with every request that changes something. */
export function useCsrf(token: string | undefined): void {
  csrf = token ?? csrf;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>('PUT', path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> => call<T>('DELETE', path, body);

/**
 * Whether the room takes this page for its own. Only requests that change something are asked where they come from; this
 * one asks for a table of no game, and changes nothing either way.
 */
export async function isOwnPage(): Promise<boolean> {
  try {
    await post('/tables', {});
    return true;
  } catch (error) {
    return !(error instanceof Refused && (error.problem.code === 'forbidden' || error.problem.code === 'sign_in'));
  }
}

/** A file, as it is. */
export async function file(path: string): Promise<Blob> {
  const answer = await heard(fetch(`/api/v1${path}`, { credentials: 'same-origin' }));
  if (answer.ok) return heard(answer.blob());
  const data = read(await heard(answer.text()));
  throw new Refused(isProblem(data) ? data : plain(answer.status, answer.statusText));
}

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrf && method !== 'GET') headers['X-CSRF-Token'] = csrf;
  const asked = fetch(`/api/v1${path}`, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const answer = await heard(asked);
  const text = await heard(answer.text());
  const data = read(text);
  // A page where data was asked for is a server that does not know the address.
  if (answer.ok && !/html/.test(answer.headers.get('Content-Type') ?? '')) return data as T;
  if (answer.ok) throw new Refused(plain(404, path));
  throw new Refused(isProblem(data) ? data : plain(answer.status, answer.statusText || text));
}

/** Of whatever goes wrong on the way the browser says "Failed to fetch", in English. */
async function heard<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    throw error instanceof TypeError ? new Unanswered() : error;
  }
}

function read(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

const isProblem = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'detail' in data && 'code' in data;

const plain = (status: number, detail: string): Problem => ({
  type: 'about:blank',
  code: status === 404 ? 'not_found' : status >= 500 ? 'unavailable' : 'conflict',
  title: detail,
  status,
  detail,
});
