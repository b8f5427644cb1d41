/** Looking back: the moment whose state a screen shows, held by the address bar as `asOf`. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const NAME = 'asOf';

export interface AsOf {
  /** ISO in UTC; none means now. */
  asOf: string | undefined;
  lookAt(moment: string | undefined): void;
  /** Keeps the moment while other things in the address change. */
  keep(query: URLSearchParams): URLSearchParams;
}

export function useAsOf(): AsOf {
  const [query, setQuery] = useSearchParams();
  const asOf = readAsOf(query.get(NAME), Date.now());
  return useMemo(() => ({
    asOf,
    lookAt: (moment) => setQuery((was) => withMoment(was, moment)),
    keep: (next) => withMoment(next, asOf),
  }), [asOf, setQuery]);
}

/** What is no moment, or none that has been, reads as now. */
export function readAsOf(text: string | null, nowMs: number): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) || ms > nowMs ? undefined : new Date(ms).toISOString();
}

function withMoment(query: URLSearchParams, moment: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (moment) next.set(NAME, moment);
  else next.delete(NAME);
  return next;
}

/** For a link that stays in the same moment. */
export const asOfSearch = (asOf: string | undefined): string => (asOf ? `?${new URLSearchParams({ [NAME]: asOf })}` : '');
