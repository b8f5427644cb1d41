/** Says what failed, and offers to try again. */
import { Alert, Button } from 'antd';
import { asFailure, explanation, failureTone, type FailureTone } from '../lib/failure-text.js';
import { formatTime } from '../lib/format.js';
import { intoSight } from './into-sight.js';
import { PlanWay } from './plan-way.js';

interface Props {
  /** What could not be done, e.g. 'Failed to load sales'. */
  text: string;
  error?: unknown;
  /** What was loaded before is still shown below; `sinceMs` says when, if known. */
  stale?: boolean;
  sinceMs?: number;
  retryLabel?: 'Retry' | 'Try Again';
  onRetry?: () => void;
  onDismiss?: () => void;
}

const types: Record<FailureTone, 'warning' | 'error'> = { unsupported: 'warning', validation: 'warning', failed: 'error' };

export function FailureBox({ text, error, stale, sinceMs, retryLabel = 'Retry', onRetry, onDismiss }: Props) {
  const failure = asFailure(error);
  const tone = failure ? failureTone(failure) : 'failed';
  const sentence = failure?.message && failure.message !== text ? explanation(failure) : undefined;
  return (
    <Alert
      ref={intoSight}
      className={`failure ${tone}`}
      type={types[tone]}
      showIcon
      title={stale ? `${text}. Showing what was loaded ${sinceMs ? `at ${formatTime(sinceMs)}` : 'before'}.` : text}
      description={failure?.code === 'PLAN_LIMIT' ? <>{sentence} <PlanWay /></> : sentence}
      action={
        <>
          {onRetry && <Button size="small" onClick={onRetry}>{retryLabel}</Button>}
          {onDismiss && <Button size="small" type="text" onClick={onDismiss}>Dismiss</Button>}
        </>
      }
    />
  );
}
