/** The operator's calls: one cache for all screens. Each feature adds its own endpoints to it. */
import type { Envelope } from '@larder/contracts/reply.js';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { firstOf, within } from './patience.js';
import { accessDenied } from './session/access.js';
import { authorizedFetch } from './session/authorized-fetch.js';

export interface Ask {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** What is undefined or empty is left out. */
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** A 403 is said where it was asked, and does not take the whole screen away. */
  inPlace?: boolean;
  /** The field of the answer that has to be a list. */
  lists?: string;
  /** The same for orders that are the same one, however often they are sent; a new one each time unless told. */
  key?: string;
}
export interface ApiFailure {
  /** The HTTP status; 0 when there was no answer. */
  status: number;
  /** A refusal's code, `INTERNAL` or `NETWORK`. */
  code: string;
  /** The server's sentence; empty when it gave none. */
  message: string;
  data?: unknown;
}

const TIMEOUT_MS = 30_000;

const ask: BaseQueryFn<Ask, unknown, ApiFailure> = async ({ url, method = 'GET', query = {}, body, inPlace, lists, key }, { dispatch, signal }) => {
  const askedAt = location.pathname;
  try {
    const { status, answer } = await within(TIMEOUT_MS, async (late) => {
      const response = await authorizedFetch(`/api${url}${queryString(query)}`, {
        method, headers: headersOf(method, body, key), signal: firstOf(signal, late),
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, answer: (await response.json().catch(unreadable)) as Envelope<unknown> };
    });
    if (answer.success && lists && !Array.isArray((answer.data as Record<string, unknown> | undefined)?.[lists])) return { error: { status, code: 'INTERNAL', message: 'Invalid response format' } };
    if (answer.success) return { data: answer.data ?? {} };
    const failure: ApiFailure = { status, code: answer.error ?? 'INTERNAL', message: answer.message ?? '', data: answer.data };
    if (failure.status === 403 && failure.code !== 'READ_ONLY' && !inPlace) dispatch(accessDenied(askedAt));
    return { error: failure };
  } catch {
    return { error: { status: 0, code: 'NETWORK', message: 'Network error. Please check your connection.' } };
  }
};

/** What stands between may answer in words of its own; a connection that breaks off in the middle is trouble with the network. */
function unreadable(error: unknown): Envelope<never> {
  if (error instanceof SyntaxError) return { success: false, error: 'INTERNAL', message: '' };
  throw error;
}

function headersOf(method: string, body?: object, key = randomKey()): Record<string, string> {
  return {
    ...(body && { 'content-type': 'application/json' }),
    // The same key goes with the retry, so that nothing is done twice.
    ...(method !== 'GET' && { 'idempotency-key': key }),
  };
}

// randomUUID exists on secure origins only.
export const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');

export function queryString(query: NonNullable<Ask['query']>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

/** What the live connection can say has changed. */
export const liveTags = ['sales', 'machines', 'alerts', 'products', 'account'] as const;
export type LiveTag = (typeof liveTags)[number];

export const api = createApi({
  baseQuery: ask,
  tagTypes: [...liveTags, 'profile', 'members', 'apiKeys', 'singleSignOn', 'sessions', 'reports'],
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
