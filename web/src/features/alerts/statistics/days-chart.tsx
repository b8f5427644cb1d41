/** Alerts day by day: how many were raised, how many resolved. Loaded only when there is something to draw. */
import type { AlertStats } from '@larder/contracts/alerts.js';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { axisLabels } from '../../../lib/axis-labels.js';
import { formatDay } from '../../../lib/format.js';
import { Chart } from '../../../ui/chart.js';
import { useSmallCharts } from '../../../ui/use-media.js';

const MOST_LABELS = { narrow: 4, wide: 10 };
const muted = { colors: '#59645e', fontSize: '11px' };

export function DaysChart({ days }: Pick<AlertStats, 'days'>) {
  const most = MOST_LABELS[useSmallCharts() ? 'narrow' : 'wide'];
  const options = useMemo<ApexOptions>(() => ({
    series: [{ name: 'Raised', data: days.map(({ raised }) => raised) }, { name: 'Resolved', data: days.map(({ resolved }) => resolved) }],
    chart: { type: 'bar', height: 260, toolbar: { show: false }, zoom: { enabled: false }, animations: { enabled: false }, fontFamily: 'inherit', parentHeightOffset: 0 },
    colors: ['#b03a2c', '#2a7448'],
    plotOptions: { bar: { borderRadius: 2, columnWidth: '70%' } },
    dataLabels: { enabled: false },
    legend: { position: 'top', horizontalAlign: 'left' },
    grid: { borderColor: '#e9e5dc', strokeDashArray: 3 },
    xaxis: { categories: axisLabels(days.map(({ day }) => day), most), axisBorder: { show: false }, axisTicks: { show: false }, labels: { rotate: 0, trim: false, hideOverlappingLabels: false, style: muted } },
    yaxis: { forceNiceScale: true, min: 0, labels: { formatter: (value) => (Number.isInteger(value) ? String(value) : ''), style: muted } },
    tooltip: { x: { formatter: (_, { dataPointIndex } = { dataPointIndex: 0 }) => formatDay(days[dataPointIndex]?.day ?? '2000-01-01') } },
  }), [days, most]);
  return <Chart options={options} />;
}
