/** The collapsible panel in which the dashboard is narrowed. */
import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { capitalized, formatDays } from '../../lib/format.js';
import { late } from '../../ui/late.js';
import { Loading } from '../../ui/loading.js';
import { defaultFilters, filtersChanged, presetLabels, presetOf, type Filters } from './filters.js';
import type { DashboardFilters } from './use-filters.js';

// Calendars and lists are the largest part of the component library, and most visits never open this panel.
const FilterChoices = late(async () => (await import('./filter-choices.js')).FilterChoices);

export function FiltersPanel({ filters: { shown, today, apply } }: { filters: DashboardFilters }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(shown);
  const [wasShown, setWasShown] = useState(shown);
  // The address changed (applied, or back and forward): what is chosen follows.
  if (JSON.stringify(shown) !== JSON.stringify(wasShown)) {
    setWasShown(shown);
    setChosen(shown);
  }
  const changed = filtersChanged(chosen, shown, today);
  const choose = (change: Partial<Filters>) => setChosen((was) => ({ ...was, ...change }));
  return (
    <section className="section filters">
      <div className="section-head">
        <button type="button" className="disclosure" aria-expanded={open} onClick={() => setOpen(!open)}>
          <FilterOutlined /> <strong>Filters &amp; Date Range</strong> <span className="summary">{describe(shown, today)}</span>
        </button>
        {changed && <span className="filters-apply"><span className="pill medium">Filters changed</span><Button type="primary" size="small" onClick={() => apply(chosen)}>Apply</Button></span>}
      </div>
      {open && <Suspense fallback={<Loading />}><FilterChoices chosen={chosen} today={today} choose={choose} onReset={() => apply(defaultFilters(today))} /></Suspense>}
    </section>
  );
}

function describe(filters: Filters, today: string): string {
  const { startDate, endDate } = filters.dateRange;
  const preset = presetOf(filters.dateRange, today);
  return [
    preset ? presetLabels[preset] : formatDays(startDate, endDate),
    filters.machineStatus && `${capitalized(filters.machineStatus)} machines`,
    filters.alertSeverity && `${capitalized(filters.alertSeverity)} alerts`,
    filters.comparisonPeriod === 'previous' && 'compared',
  ].filter(Boolean).join(' · ');
}
