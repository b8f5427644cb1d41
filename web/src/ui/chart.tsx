/** An ApexCharts chart as a component: made once, updated when what it shows changes. */
import ApexCharts, { type ApexOptions } from 'apexcharts';
import { useEffect, useRef } from 'react';

/** The colour of bars below zero: more was given back than came in. */
export const belowZero = { ranges: [{ from: -1e12, to: -0.001, color: '#b03a2c' }] };

export function Chart({ options }: { options: ApexOptions }) {
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
