/** The filters above analytics. */
import { Button, Input, Select } from 'antd';
import { Suspense, useId } from 'react';
import type { Grouping } from '@larder/contracts/sales/analytics.js';
import type { Day } from '@larder/contracts/day.js';
import { formatDays } from '../../lib/format.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { dayAt } from '../../lib/time/day-at.js';
import { useZone } from '../../lib/time/use-zone.js';
import { late } from '../../ui/late.js';
import { Fold } from '../../ui/fold.js';
import { MachineField } from '../../ui/machine-field.js';
import { groupingLabels, isPeriod, usualPeriods, viewLabels, type AnalyticsFilters, type View } from './analytics-filters.js';

const DateField = late(async () => (await import('../../ui/date-field.js')).DateField);

const optionsOf = <T extends string>(labels: Record<T, string>) => Object.entries<string>(labels).map(([value, label]) => ({ value: value as T, label }));
const comparisonOptions = [{ value: 'previous', label: 'Previous period' }, { value: 'none', label: 'No comparison' }];

interface Props {
  filters: AnalyticsFilters;
  /** The days shown, also when none were chosen. */
  shown: { startDate?: Day; endDate?: Day };
  onFilters(filters: AnalyticsFilters): void;
}

export function FilterBar({ filters, shown, onFilters }: Props) {
  const id = useId();
  const { startDate: _startDate, endDate: _endDate, ...others } = filters;
  const change = (changed: Partial<AnalyticsFilters>) => onFilters({ ...filters, ...changed });
  const dates = [{ label: 'Start Date', name: 'startDate' }, { label: 'End Date', name: 'endDate' }] as const;
  const zone = useZone();
  const periods = usualPeriods(dayAt(zone ?? 'UTC', new Date(serverNow()).toISOString()));
  return (
    <div className="filter-bar">
      <div className={zone ? 'presets' : 'presets awaited'} role="group" aria-label="Quick ranges">
        {periods.map(({ label, days }) => {
          const isShown = isPeriod(days, filters);
          return <Button key={label} size="small" type={isShown ? 'primary' : 'default'} aria-pressed={isShown} onClick={() => onFilters({ ...others, ...days })}>{label}</Button>;
        })}
      </div>
      <Fold title="View and filters" summary={narrowedTo(filters)}>
        {dates.map(({ label, name }) => (
          <label key={name} htmlFor={id + name}>
            {label}
            <Suspense fallback={<Input id={id + name} disabled />}><DateField id={id + name} day={filters[name] ?? shown[name]} onDay={(day) => change({ [name]: day })} /></Suspense>
          </label>
        ))}
        <MachineField machineId={filters.machineId} onMachine={(machineId) => change({ machineId })} />
        <label htmlFor={`${id}g`}>Group By<Select<Grouping> id={`${id}g`} value={filters.groupBy} options={optionsOf(groupingLabels)} onChange={(groupBy) => change({ groupBy })} /></label>
        <label htmlFor={`${id}v`}>View<Select<View> id={`${id}v`} value={filters.view} options={optionsOf(viewLabels)} onChange={(view) => change({ view })} /></label>
        <label htmlFor={`${id}c`}>Comparison<Select id={`${id}c`} value={filters.compare ? 'previous' : 'none'} options={comparisonOptions} onChange={(compared) => change({ compare: compared === 'previous' })} /></label>
      </Fold>
    </div>
  );
}

/** What is known without asking: it stands there at once, and stays. */
const narrowedTo = ({ view, startDate, endDate, machineId, groupBy }: AnalyticsFilters): string =>
  [viewLabels[view], startDate && endDate ? formatDays(startDate, endDate) : startDate ?? endDate, machineId.trim(), groupBy !== 'day' && `by ${groupBy}`].filter(Boolean).join(' · ');
