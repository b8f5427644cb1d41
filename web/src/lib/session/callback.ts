/** Coming back from a hosted sign-in: what counts as that, and what is said when it went wrong. */

/** The `error` of the sign-in page's address. */
export type CallbackProblem = 'access_denied' | 'invalid_request' | 'server_error' | 'temporarily_unavailable' | 'timeout' | 'auth_failed' | 'callback_failed';

const fromProvider: readonly CallbackProblem[] = ['access_denied', 'invalid_request', 'server_error', 'temporarily_unavailable'];

/** A code or an error together with a state, in the query or behind the hash. */
export function isCallback({ search, hash }: { search: string; hash: string }): boolean {
  return [search, hash.replace(/^#/, '')].some((text) => {
    const given = new URLSearchParams(text);
    return given.has('state') && (given.has('code') || given.has('error'));
  });
}

/** @param failure what the client threw: the provider's answer has an `error`, everything else a name */
export function problemOf(failure: { error?: string | null; name?: string }): CallbackProblem {
  if (failure.error) return fromProvider.find((known) => known === failure.error) ?? 'auth_failed';
  return failure.name === 'ErrorTimeout' || failure.name === 'TimeoutError' ? 'timeout' : 'callback_failed';
}
