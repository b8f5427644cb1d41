/** Whether the figures of each month come by e-mail: everybody asks for themselves. */
import type { MonthLetterStanding } from '@larder/contracts/sales/month-letters.js';
import { Switch } from 'antd';
import { useId } from 'react';
import { asFailure } from '../../lib/failure-text.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { useToasts } from '../../ui/toasts.js';
import { useMonthLetterQuery, useSetMonthLetterMutation } from './analytics-api.js';

const FAILED = 'Failed to change the monthly e-mail';

/** Left out where it cannot be had: the figures are what one came for. Until it is known it keeps its place. */
export function MonthLetter() {
  const may = useMayChange('analytics.view');
  const { data, isError } = useMonthLetterQuery(undefined, { skip: !may });
  return may && (data || !isError) ? <Choice standing={data} /> : null;
}

function Choice({ standing: { wanted, nextAt, timeZone } = {} }: { standing: Partial<MonthLetterStanding> | undefined }) {
  const id = useId();
  const toasts = useToasts();
  const [choose, { isLoading }] = useSetMonthLetterMutation();
  const change = async (next: boolean) => {
    const answer = await choose({ wanted: next });
    if (answer.error) toasts.bad([FAILED, asFailure(answer.error)?.message].filter(Boolean).join('. '));
  };
  return (
    <p className="beside no-print">
      <label className="beside" htmlFor={id}><Switch id={id} size="small" checked={wanted === true} disabled={wanted === undefined} loading={isLoading} onChange={(next) => void change(next)} /> E-mail me each month's figures</label>
      {nextAt && <small className="quiet">The next one is written on {formatDateTime(nextAt, timeZone)}.</small>}
    </p>
  );
}
