/** The dashboard's filters, held by the address bar. */
import type { Day } from '@larder/contracts/day.js';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dayAt } from '../../lib/time/day-at.js';
import { useAsOf } from '../../lib/time/use-as-of.js';
import { useNow } from '../../lib/time/use-now.js';
import { readFilters, writeFilters, type Filters } from './filters.js';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  const [zone, setZone] = useState(here);
  const { asOf, keep } = useAsOf();
  const now = useNow(60_000);
  const today = dayAt(zone, asOf ?? new Date(now).toISOString());
  return { shown: readFilters(query, today), today, asOf, apply: (filters) => setQuery(keep(writeFilters(filters, today))), learnZone: setZone };
}
