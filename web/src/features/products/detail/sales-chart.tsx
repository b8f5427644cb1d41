/** Bars of a product's daily revenue and its profit as a line. Loaded only when there is something to draw. */
import type { ProductSales } from '@larder/contracts/sales/product-sales.js';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { axisLabels } from '../../../lib/axis-labels.js';
import { formatDay, plural } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { Chart } from '../../../ui/chart.js';
import { useSmallCharts } from '../../../ui/use-media.js';
import { amountOr } from '../money.js';

const MOST_LABELS = { narrow: 4, wide: 8 };

export function SalesChart({ sales: { days, currency } }: { sales: ProductSales }) {
  const most = MOST_LABELS[useSmallCharts() ? 'narrow' : 'wide'];
  const options = useMemo<ApexOptions>(() => ({
    series: [{ name: 'Revenue', type: 'bar', data: days.map(({ revenue }) => revenue) }, { name: 'Profit', type: 'line', data: days.map(({ profit }) => profit) }],
    chart: { type: 'line', height: 260, toolbar: { show: false }, zoom: { enabled: false }, animations: { enabled: false }, fontFamily: 'inherit', parentHeightOffset: 0 },
    colors: ['#9dc3b4', '#1f5a47'],
    fill: { opacity: 1 },
    stroke: { width: [0, 2] },
    markers: { size: 0 },
    plotOptions: { bar: { borderRadius: 3, borderRadiusApplication: 'end', columnWidth: '70%' } },
    dataLabels: { enabled: false },
    legend: { position: 'top', horizontalAlign: 'left', fontSize: '12px', labels: { colors: '#59645e' } },
    grid: { borderColor: '#e9e5dc', strokeDashArray: 3, padding: { left: 4, right: 4 } },
    xaxis: {
      type: 'category', categories: axisLabels(days.map(({ day }) => day), most), axisBorder: { show: false }, axisTicks: { show: false }, tooltip: { enabled: false },
      labels: { rotate: 0, trim: false, hideOverlappingLabels: false, style: { colors: '#59645e', fontSize: '11px' } },
    },
    yaxis: { labels: { formatter: (value) => formatAmount(value, currency).replace(/\.00$/, ''), style: { colors: '#59645e', fontSize: '11px' } } },
    tooltip: {
      shared: true, intersect: false,
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => {
        const one = days[dataPointIndex];
        return one ? `<div class="chart-tip"><strong>${formatDay(one.day)}</strong>${formatAmount(one.revenue, currency)}, ${plural(one.quantity, 'unit')}<br>Profit: ${amountOr(one.profit, currency)}</div>` : '';
      },
    },
  }), [days, currency, most]);
  return <Chart options={options} />;
}
