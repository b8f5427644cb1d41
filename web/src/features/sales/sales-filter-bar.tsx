/** The filters above the list of sales. */
import { plain } from '@larder/contracts/names.js';
import { AutoComplete, Input, Select } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { useSettled } from '../../ui/use-settled.js';
import { useMachineNamesQuery } from './sales-api.js';
import { machineIdFor, narrowed, offeredFor, timeframeLabels, type SalesFilters, type Timeframe } from './sales-filters.js';

const DateField = lazy(() => import('../../ui/date-field.js').then((module) => ({ default: module.DateField })));

const methodOptions = [{ value: '', label: 'All methods' }, { value: 'cash', label: 'Cash' }, { value: 'card', label: 'Card' }, { value: 'mobile', label: 'Mobile' }];
const timeframeOptions = Object.entries(timeframeLabels).map(([value, label]) => ({ value, label }));

export function SalesFilterBar({ filters, onFilters }: { filters: SalesFilters; onFilters(filters: SalesFilters): void }) {
  const id = useId();
  const narrow = (change: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, change));
  const { data: machines = [] } = useMachineNamesQuery();
  const [machine, setMachine] = useSettled(filters.machineId, (text) => narrow({ machineId: machineIdFor(text, machines) }));
  const dates = [{ label: 'Start Date', name: 'startDate' }, { label: 'End Date', name: 'endDate' }] as const;
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}m`}>
        Machine ID
        <AutoComplete
          id={`${id}m`} allowClear value={machine} onChange={(text?: string) => setMachine((text ?? '').slice(0, 40))} placeholder="Any machine" popupMatchSelectWidth={false}
          options={offeredFor(machine, machines).map(({ machineId, name }) => ({ value: machineId, label: `${name} (${machineId})` }))} showSearch={{ filterOption: (text, option) => plain(option?.label ?? '').includes(plain(text.trim())) }}
        />
      </label>
      <label htmlFor={`${id}p`}>Payment Method<Select id={`${id}p`} value={filters.paymentMethod ?? ''} options={methodOptions} onChange={(method) => narrow({ paymentMethod: (method || undefined) as SalesFilters['paymentMethod'] })} /></label>
      <label htmlFor={`${id}t`}>Timeframe<Select id={`${id}t`} placeholder="Chosen days" value={filters.timeframe ?? null} options={timeframeOptions} onChange={(timeframe) => narrow({ timeframe: timeframe as Timeframe })} /></label>
      {dates.map(({ label, name }) => (
        <label key={name} htmlFor={id + name}>
          {label}
          <Suspense fallback={<Input id={id + name} disabled />}><DateField id={id + name} day={filters[name]} onDay={(day) => narrow({ [name]: day })} /></Suspense>
        </label>
      ))}
    </div>
  );
}
