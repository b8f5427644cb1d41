/** What a dashboard is narrowed to: periods, filters, and how the address bar spells them. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { addDays, askedDay, type Day } from '@larder/contracts/day.js';

export interface DateRange {
  startDate: Day;
  endDate: Day;
}
export const presets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];
export const presetLabels: Record<Preset, string> = {
  today: 'Today', yesterday: 'Yesterday', last7: 'Last 7 days', last30: 'Last 30 days', thisMonth: 'This month', lastMonth: 'Last month',
};

export const machineStatuses = ['online', 'offline', 'maintenance'] as const;
export const severities = ['high', 'medium', 'low'] as const satisfies readonly AlertView['severity'][];

/** Empty strings mean all. */
export interface Filters {
  dateRange: DateRange;
  machineStatus: '' | (typeof machineStatuses)[number];
  alertSeverity: '' | (typeof severities)[number];
  comparisonPeriod: 'none' | 'previous';
  showTrends: boolean;
}

export function rangeOf(preset: Preset, today: Day): DateRange {
  const monthStart = (of: Day): Day => `${of.slice(0, 7)}-01`;
  switch (preset) {
    case 'today': return { startDate: today, endDate: today };
    case 'yesterday': return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'last7': return { startDate: addDays(today, -6), endDate: today };
    case 'last30': return { startDate: addDays(today, -29), endDate: today };
    case 'thisMonth': return { startDate: monthStart(today), endDate: today };
    case 'lastMonth': {
      const endDate = addDays(monthStart(today), -1);
      return { startDate: monthStart(endDate), endDate };
    }
  }
}

const sameRange = (a: DateRange, b: DateRange): boolean => a.startDate === b.startDate && a.endDate === b.endDate;

export const presetOf = (range: DateRange, today: Day): Preset | undefined => presets.find((preset) => sameRange(rangeOf(preset, today), range));

export const defaultFilters = (today: Day): Filters => ({
  dateRange: rangeOf('last7', today), machineStatus: '', alertSeverity: '', comparisonPeriod: 'none', showTrends: true,
});

/** Whether what is chosen is not what is shown. A range that is none of the presets always counts. */
export const filtersChanged = (chosen: Filters, shown: Filters, today: Day): boolean =>
  !sameRange(chosen.dateRange, shown.dateRange) || presetOf(chosen.dateRange, today) === undefined ||
  chosen.machineStatus !== shown.machineStatus || chosen.alertSeverity !== shown.alertSeverity ||
  chosen.comparisonPeriod !== shown.comparisonPeriod || chosen.showTrends !== shown.showTrends;

/** A preset goes into the address by name, so that a bookmark of 'last 7 days' moves with the days. Defaults are left out. */
export function writeFilters({ dateRange, machineStatus, alertSeverity, comparisonPeriod, showTrends }: Filters, today: Day): URLSearchParams {
  const query = new URLSearchParams();
  const preset = presetOf(dateRange, today);
  if (!preset) {
    query.set('from', dateRange.startDate);
    query.set('to', dateRange.endDate);
  } else if (preset !== 'last7') query.set('range', preset);
  if (machineStatus) query.set('status', machineStatus);
  if (alertSeverity) query.set('severity', alertSeverity);
  if (comparisonPeriod === 'previous') query.set('compare', 'previous');
  if (!showTrends) query.set('trends', 'off');
  return query;
}

/** What makes no sense in an address reads as the default. */
export function readFilters(query: URLSearchParams, today: Day): Filters {
  return {
    dateRange: readRange(query, today),
    machineStatus: machineStatuses.find((status) => status === query.get('status')) ?? '',
    alertSeverity: severities.find((severity) => severity === query.get('severity')) ?? '',
    comparisonPeriod: query.get('compare') === 'previous' ? 'previous' : 'none',
    showTrends: query.get('trends') !== 'off',
  };
}

function readRange(query: URLSearchParams, today: Day): DateRange {
  const [from, to] = [query.get('from'), query.get('to')].map((text) => askedDay.safeParse(text).data);
  if (from && to && from <= to) return { startDate: from, endDate: to };
  return rangeOf(presets.find((preset) => preset === query.get('range')) ?? 'last7', today);
}
