/** Bars of daily revenue. Loaded only when there is something to draw. */
import type { SalesSummary } from '@larder/contracts/sales.js';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { belowZero, Chart } from '../../ui/chart.js';
import { useSmallCharts } from '../../ui/use-media.js';
import { axisLabels } from '../../lib/axis-labels.js';
import { formatDay, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';

const MOST_LABELS = { narrow: 4, wide: 10 };

export function SalesChart({ sales: { days, currency } }: { sales: SalesSummary }) {
  const most = MOST_LABELS[useSmallCharts() ? 'narrow' : 'wide'];
  const options = useMemo<ApexOptions>(() => ({
    series: [{ name: 'Revenue', data: days.map((one) => one.revenue) }],
    chart: { type: 'bar', height: 320, toolbar: { show: false }, zoom: { enabled: false }, animations: { enabled: false }, fontFamily: 'inherit', parentHeightOffset: 0 },
    colors: ['#1f5a47'],
    fill: { opacity: 1 },
    plotOptions: { bar: { borderRadius: 3, borderRadiusApplication: 'end', columnWidth: days.length > 10 ? '70%' : '45%', colors: belowZero } },
    dataLabels: { enabled: false },
    grid: { borderColor: '#e9e5dc', strokeDashArray: 3, padding: { left: 4, right: 4 } },
    states: { hover: { filter: { type: 'darken' } } },
    xaxis: {
      categories: axisLabels(days.map(({ day }) => day), most), axisBorder: { show: false }, axisTicks: { show: false },
      labels: { rotate: 0, trim: false, hideOverlappingLabels: false, style: { colors: '#59645e', fontSize: '11px' } },
    },
    yaxis: { labels: { formatter: (value) => formatAmount(value, currency).replace(/\.00$/, ''), style: { colors: '#59645e', fontSize: '11px' } } },
    tooltip: {
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => {
        const one = days[dataPointIndex];
        return one ? `<div class="chart-tip"><strong>${formatDay(one.day)}</strong>${formatAmount(one.revenue, currency)}<br>${plural(one.transactions, 'transaction')}</div>` : '';
      },
    },
  }), [days, currency, most]);
  return <Chart options={options} />;
}
