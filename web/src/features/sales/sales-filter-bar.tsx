/** The filters above the list of sales. */
import { Input, Select } from 'antd';
import { Suspense, useId } from 'react';
import { formatDays } from '../../lib/format.js';
import { Fold } from '../../ui/fold.js';
import { late } from '../../ui/late.js';
import { MachineField } from '../../ui/machine-field.js';
import { useSettled } from '../../ui/use-settled.js';
import { methodLabels } from './sale-status.js';
import { narrowed, timeframeLabels, type SalesFilters, type Timeframe } from './sales-filters.js';

const DateField = late(async () => (await import('../../ui/date-field.js')).DateField);

const methodOptions = [{ value: '', label: 'All methods' }, { value: 'cash', label: 'Cash' }, { value: 'card', label: 'Card' }, { value: 'mobile', label: 'Mobile' }];
const timeframeOptions = Object.entries(timeframeLabels).map(([value, label]) => ({ value, label }));

export function SalesFilterBar({ filters, onFilters }: { filters: SalesFilters; onFilters(filters: SalesFilters): void }) {
  const id = useId();
  const narrow = (change: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, change));
  const [transaction, setTransaction] = useSettled(filters.transaction ?? '', (text) => narrow({ transaction: text.trim() }));
  const dates = [{ label: 'Start Date', name: 'startDate' }, { label: 'End Date', name: 'endDate' }] as const;
  return (
    <div className="filter-bar">
      <Fold title="Filters" summary={narrowedTo(filters)}>
        <MachineField machineId={filters.machineId} onMachine={(machineId) => narrow({ machineId })} />
        <label htmlFor={`${id}p`}>Payment Method<Select id={`${id}p`} value={filters.paymentMethod ?? ''} options={methodOptions} onChange={(method) => narrow({ paymentMethod: (method || undefined) as SalesFilters['paymentMethod'] })} /></label>
        <label htmlFor={`${id}t`}>Timeframe<Select id={`${id}t`} placeholder="Chosen days" value={filters.timeframe ?? null} options={timeframeOptions} onChange={(timeframe) => narrow({ timeframe: timeframe as Timeframe })} /></label>
        {dates.map(({ label, name }) => (
          <label key={name} htmlFor={id + name}>
            {label}
            <Suspense fallback={<Input id={id + name} disabled />}><DateField id={id + name} day={filters[name]} onDay={(day) => narrow({ [name]: day })} /></Suspense>
          </label>
        ))}
        <label htmlFor={`${id}n`}>Transaction<Input id={`${id}n`} allowClear maxLength={120} placeholder="As on the receipt" autoComplete="off" autoCapitalize="off" spellCheck={false} value={transaction} onChange={(event) => setTransaction(event.target.value)} /></label>
      </Fold>
    </div>
  );
}

/** A transaction stands alone. */
const narrowedTo = ({ transaction, timeframe, startDate, endDate, machineId, paymentMethod }: SalesFilters): string =>
  transaction ?? [timeframe ? timeframeLabels[timeframe] : startDate && endDate ? formatDays(startDate, endDate) : startDate ?? endDate, machineId.trim(), paymentMethod && methodLabels[paymentMethod]].filter(Boolean).join(' · ');
