/** Calls in the name of the signed-in person: adds the token, renews it once when it is refused, and tries once more. */
import { endsWithin, sessionChange } from './claims.js';
import type { Tokens, TokenStore } from './tokens.js';

/** `refused`: this sign-in has ended. `unreachable`: nobody can say at the moment. */
export type Refreshed = Tokens | 'refused' | 'unreachable';

export interface Surroundings {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** New tokens for a refresh token, from wherever it came. */
  refresh(refreshToken: string): Promise<Refreshed>;
  tokens: TokenStore;
  /** Runs one piece of work at a time. A refresh token counts once, so this had better hold across tabs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Another tab's token in place of `used`, if it comes soon. */
  othersToken(used: string): Promise<string | undefined>;
  nowMs(): number;
}

type Renewal = { token: string } | 'refused' | 'unreachable';

/** A token that ends within so many seconds is treated as ended. */
export const ENDING_S = 300;

export interface Authorized {
  /**
   * A `fetch` with the person's token, if there is one.
   * 401 and 403: one renewal (the role may have changed), one retry; then the answer stands.
   * A 401 that a renewal could not mend ends the sign-in in this browser; a 403 never does.
   */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Gets new tokens in place of the ID token `used`, unless somebody else was first. */
  renew(used: string): Promise<Renewal>;
}

/** What was begun under one sign-in is not done under somebody else's: neither sent again, nor a reason to sign them out. */
const fromTab = (used: string, token: string): Renewal => (sessionChange(used, token) === 'elsewhere' ? 'unreachable' : { token });

export function authorize({ fetch, refresh, tokens, exclusively, othersToken, nowMs }: Surroundings): Authorized {
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
    if (current && current !== used) return fromTab(used, current);
    const refreshToken = tokens.read('refreshToken');
    if (!refreshToken) return 'refused';
    const renewed = await refresh(refreshToken);
    if (renewed === 'refused') {
      const theirs = await othersToken(used);
      return theirs === undefined ? 'refused' : fromTab(used, theirs);
    }
    if (renewed === 'unreachable') return renewed;
    // Signed out while it was under way: stay signed out.
    if (tokens.read('refreshToken') !== refreshToken) return 'refused';
    tokens.store(renewed);
    return { token: renewed.idToken };
  });

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const held = tokens.read('idToken');
    if (held === null) return fetch(path, init);
    const early = endsWithin(ENDING_S, held, nowMs()) ? await renew(held) : undefined;
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
  return { call, renew };
}
