/** Looking back: the moment whose state a screen shows, held by the address bar. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readAsOf, withAsOf } from './as-of.js';
import { serverNow } from './server-clock.js';

export interface AsOf {
  /** ISO in UTC; none means now. */
  asOf: string | undefined;
  lookAt(moment: string | undefined): void;
  /** Keeps the moment while other things in the address change. */
  keep(query: URLSearchParams): URLSearchParams;
}

export function useAsOf(): AsOf {
  const [query, setQuery] = useSearchParams();
  const asOf = readAsOf(query, serverNow());
  return useMemo(() => ({ asOf, lookAt: (moment) => setQuery((was) => withAsOf(was, moment)), keep: (next) => withAsOf(next, asOf) }), [asOf, setQuery]);
}
