/** What can be chosen in the dashboard's filters. */
import { Button, DatePicker, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { capitalized } from '../../lib/format.js';
import { machineStatuses, presetLabels, presetOf, presets, rangeOf, severities, type DateRange, type Filters } from './filters.js';

const optionsOf = (all: string, values: readonly string[]) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: capitalized(value) }))];
const statusOptions = optionsOf('All machines', machineStatuses);
const severityOptions = optionsOf('All severities', severities);
const comparisonOptions = [{ value: 'none', label: 'No comparison' }, { value: 'previous', label: 'Previous period' }];

interface Props {
  chosen: Filters;
  today: string;
  choose(change: Partial<Filters>): void;
  onReset(): void;
}

export function FilterChoices({ chosen, today, choose, onReset }: Props) {
  const id = useId();
  const preset = presetOf(chosen.dateRange, today);
  return (
    <div className="choices">
      <div className="presets" role="group" aria-label="Quick ranges">
        {presets.map((name) => (
          <Button key={name} size="small" type={name === preset ? 'primary' : 'default'} aria-pressed={name === preset} onClick={() => choose({ dateRange: rangeOf(name, today) })}>
            {presetLabels[name]}
          </Button>
        ))}
      </div>
      <RangeField range={chosen.dateRange} onRange={(dateRange) => choose({ dateRange })} />
      <label htmlFor={`${id}m`}>Machine status<Select id={`${id}m`} value={chosen.machineStatus} options={statusOptions} onChange={(machineStatus) => choose({ machineStatus: machineStatus as Filters['machineStatus'] })} /></label>
      <label htmlFor={`${id}a`}>Alert severity<Select id={`${id}a`} value={chosen.alertSeverity} options={severityOptions} onChange={(alertSeverity) => choose({ alertSeverity: alertSeverity as Filters['alertSeverity'] })} /></label>
      <label htmlFor={`${id}c`}>Comparison<Select id={`${id}c`} value={chosen.comparisonPeriod} options={comparisonOptions} onChange={(comparisonPeriod) => choose({ comparisonPeriod: comparisonPeriod as Filters['comparisonPeriod'] })} /></label>
      <label className="beside" htmlFor={`${id}t`}><Switch id={`${id}t`} size="small" checked={chosen.showTrends} onChange={(showTrends) => choose({ showTrends })} /> Show trends</label>
      <Button type="link" size="small" onClick={onReset}>Reset to Defaults</Button>
    </div>
  );
}

const asDay = 'YYYY-MM-DD';

function RangeField({ range, onRange }: { range: DateRange; onRange(range: DateRange): void }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      Date range
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        allowClear={false}
        format="MMM D, YYYY"
        value={[dayjs(range.startDate), dayjs(range.endDate)]}
        onChange={(dates) => {
          const [first, last] = dates ?? [];
          if (first && last) onRange({ startDate: first.format(asDay), endDate: last.format(asDay) });
        }}
      />
    </label>
  );
}
