/** The dashboard's filters, held by the address bar. */
import type { Day } from '@larder/contracts/day.js';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { dayAt } from '../../lib/time/day-at.js';
import { useAsOf } from '../../lib/time/use-as-of.js';
import { useNow } from '../../lib/time/use-now.js';
import { readFilters, writeFilters, type Filters } from './filters.js';

/** The browser's own until an organization's is known: without it the days of before would be asked for each time somebody comes here. */
let lastKnown = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface DashboardFilters {
  shown: Filters;
  today: Day;
  /** The moment that is shown; none means now. */
  asOf: string | undefined;
  apply(filters: Filters): void;
  /** The organization's zone, once the server has named it: 'today' is a day there. */
  learnZone(timeZone: string): void;
}

export function useFilters(): DashboardFilters {
  const [query, setQuery] = useSearchParams();
  const [zone, setZone] = useState(lastKnown);
  const { asOf, keep } = useAsOf();
  const now = useNow(60_000);
  const today = dayAt(zone, asOf ?? new Date(now).toISOString());
  const learnZone = useCallback((timeZone: string) => setZone((lastKnown = timeZone)), []);
  return { shown: readFilters(query, today), today, asOf, apply: (filters) => setQuery(keep(writeFilters(filters, today))), learnZone };
}
