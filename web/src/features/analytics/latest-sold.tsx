/** The way to what was sold last, from days in which nothing was: after years were imported the last 30 are empty. */
import { Button } from 'antd';
import { useOverviewQuery } from './analytics-api.js';
import type { Days } from './analytics-filters.js';

interface Props {
  /** '' is all machines. */
  machineId: string;
  onDays(days: Days): void;
}

/** There is room for it before it is known whether there is anything to lead to. */
export function LatestSold({ machineId, onDays }: Props) {
  const { currentData } = useOverviewQuery({ timeframe: 'all', machineId, groupBy: 'month' });
  const latest = currentData?.periods.findLast(({ transactions }) => transactions > 0);
  return <p className="latest-sold">{latest && <Button onClick={() => onDays({ startDate: latest.startDate, endDate: latest.endDate })}>Show the latest sales</Button>}</p>;
}
