/** Bars of revenue by period. Loaded only when there is something to draw. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { axisLabels } from '../../lib/axis-labels.js';
import { plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { belowZero, Chart } from '../../ui/chart.js';
import { useSmallCharts } from '../../ui/use-media.js';
import { periodLabel } from './figures.js';

const MOST_LABELS = { narrow: 4, wide: 9 };

export function RevenueChart({ overview: { periods, groupBy, currency } }: { overview: SalesOverview }) {
  const most = MOST_LABELS[useSmallCharts() ? 'narrow' : 'wide'];
  const options = useMemo<ApexOptions>(() => ({
    series: [{ name: 'Revenue', data: periods.map((one) => one.revenue) }],
    chart: { type: 'bar', height: 320, toolbar: { show: false }, zoom: { enabled: false }, animations: { enabled: false }, fontFamily: 'inherit', parentHeightOffset: 0 },
    colors: ['#1f5a47'],
    fill: { opacity: 1 },
    plotOptions: { bar: { borderRadius: 3, borderRadiusApplication: 'end', columnWidth: periods.length > 10 ? '70%' : '45%', colors: belowZero } },
    dataLabels: { enabled: false },
    grid: { borderColor: '#e9e5dc', strokeDashArray: 3, padding: { left: 4, right: 4 } },
    states: { hover: { filter: { type: 'darken' } } },
    xaxis: {
      categories: axisLabels(periods.map((one) => one.startDate), most), axisBorder: { show: false }, axisTicks: { show: false },
      labels: { rotate: 0, trim: false, hideOverlappingLabels: false, style: { colors: '#59645e', fontSize: '11px' } },
    },
    yaxis: { labels: { formatter: (value) => formatAmount(value, currency).replace(/\.00$/, ''), style: { colors: '#59645e', fontSize: '11px' } } },
    tooltip: {
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => {
        const one = periods[dataPointIndex];
        return one ? `<div class="chart-tip"><strong>${periodLabel(one, groupBy)}</strong>${formatAmount(one.revenue, currency)}<br>${plural(one.transactions, 'transaction')}</div>` : '';
      },
    },
  }), [periods, groupBy, currency, most]);
  return <Chart options={options} />;
}
