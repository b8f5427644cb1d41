/** Calls in the name of the signed-in person: adds the token, renews it once when it is refused, and tries once more. */
import type { Envelope } from '@larder/contracts/reply.js';
import type { Tokens, TokenStore } from './tokens.js';

export interface Surroundings {
  fetch(path: string, init: RequestInit): Promise<Response>;
  tokens: TokenStore;
  /** Runs one piece of work at a time. A refresh token counts once, so this had better hold across tabs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

/** `refused`: this sign-in has ended. `unreachable`: nobody can say at the moment. */
type Renewal = { token: string } | 'refused' | 'unreachable';

/**
 * Answers a `fetch` with the person's token.
 * 401 and 403: one renewal (the role may have changed), one retry; then the answer stands.
 * A 401 that a renewal could not mend ends the sign-in in this browser; a 403 never does.
 */
export function authorize({ fetch, tokens, exclusively, nowMs }: Surroundings): (path: string, init?: RequestInit) => Promise<Response> {
  const send = async (path: string, init: RequestInit, token: string, retry = false): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    if (retry) headers.set('x-retry', '1');
    const response = await fetch(path, { ...init, headers });
    const fresh = response.headers.get('x-new-token');
    if (fresh) tokens.replaceIdToken(token, fresh);
    return response;
  };

  const renew = (used: string): Promise<Renewal> => exclusively(async () => {
    const current = tokens.read('idToken');
    // Another call, perhaps of another tab, was first: take what it brought.
    if (current && current !== used) return { token: current };
    const refreshToken = tokens.read('refreshToken');
    if (!refreshToken) return 'refused';
    const renewed = await askForTokens(fetch, refreshToken);
    if (typeof renewed === 'string') return renewed;
    // Signed out while it was under way: stay signed out.
    if (tokens.read('refreshToken') !== refreshToken) return 'refused';
    tokens.store(renewed);
    return { token: renewed.idToken };
  });

  return async (path, init = {}) => {
    const held = tokens.read('idToken') ?? '';
    const early = expiresSoon(held, nowMs()) ? await renew(held) : undefined;
    const token = typeof early === 'object' ? early.token : held;
    const response = await send(path, init, token);
    if (response.status !== 401 && response.status !== 403) return response;

    const renewal = await renew(token);
    if (typeof renewal === 'string') {
      if (response.status === 401 && renewal === 'refused') tokens.clear();
      return response;
    }
    const again = await send(path, init, renewal.token, true);
    if (again.status === 401) tokens.clear();
    return again;
  };
}

async function askForTokens(fetch: Surroundings['fetch'], refreshToken: string): Promise<Tokens | 'refused' | 'unreachable'> {
  try {
    const response = await fetch('/api/cognito-auth/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ refreshToken }) });
    if (!response.ok) return response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused';
    return ((await response.json()) as Envelope<Tokens>).data ?? 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Whether a token runs out within 300 s. One that cannot be read is left for the server to judge. */
function expiresSoon(token: string, nowMs: number): boolean {
  try {
    const payload = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number };
    return typeof payload.exp === 'number' && payload.exp * 1000 - nowMs < 300_000;
  } catch {
    return false;
  }
}
