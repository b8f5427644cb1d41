/** An ApexCharts chart as a component: made once, updated when what it shows changes. */
import ApexCharts, { type ApexOptions } from 'apexcharts';
import { useEffect, useMemo, useRef } from 'react';
import { useDark } from './use-media.js';

/** The colour of bars below zero: more was given back than came in. */
export const belowZero = { ranges: [{ from: -1e12, to: -0.001, color: '#b03a2c' }] };

/** What bars are painted with, and with what in the dark. */
const IN_THE_DARK: Record<string, string> = { '#1f5a47': '#7cc4a8', '#9dc3b4': '#3f6d5c', '#b03a2c': '#f5988a', '#2a7448': '#74c795' };

export function Chart({ options: asLight }: { options: ApexOptions }) {
  const isDark = useDark();
  const options = useMemo((): ApexOptions => (isDark ? { ...asLight, colors: (asLight.colors as string[] | undefined)?.map((colour) => IN_THE_DARK[colour] ?? colour), tooltip: { ...asLight.tooltip, theme: 'dark' } } : asLight), [asLight, isDark]);
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<{ chart: ApexCharts; shown: ApexOptions }>(undefined);

  useEffect(() => {
    if (!made.current) {
      made.current = { chart: new ApexCharts(box.current, options), shown: options };
      void made.current.chart.render();
    } else if (made.current.shown !== options) {
      made.current.shown = options;
      void made.current.chart.updateOptions(options, false, false);
    }
  }, [options]);
  useEffect(() => () => {
    made.current?.chart.destroy();
    made.current = undefined;
  }, []);

  return <div ref={box} />;
}
