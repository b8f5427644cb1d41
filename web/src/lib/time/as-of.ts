/** The moment a screen shows, as the address bar spells it: `asOf`; none means now. */

const NAME = 'asOf';

/** ISO in UTC. What is no moment, or none that has been, reads as now. */
export function readAsOf(query: URLSearchParams, nowMs: number): string | undefined {
  const ms = Date.parse(query.get(NAME) ?? '');
  return Number.isNaN(ms) || ms > nowMs ? undefined : new Date(ms).toISOString();
}

export function withAsOf(query: URLSearchParams, moment: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (moment) next.set(NAME, moment);
  else next.delete(NAME);
  return next;
}

/** For a link that stays in the same moment. */
export const asOfSearch = (asOf: string | undefined): string => (asOf ? `?${new URLSearchParams({ [NAME]: asOf })}` : '');
