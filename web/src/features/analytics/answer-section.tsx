/** One view's answer: what it shows, or that it is on its way, failed, or is not in the plan. */
import type { Feature } from '@larder/contracts/identity/plans.js';
import type { ReactNode } from 'react';
import { asFailure } from '../../lib/failure-text.js';
import { useAccountQuery } from '../../lib/session/session-api.js';
import { toShow } from '../../lib/to-show.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { UpgradeNote } from './upgrade-note.js';

interface Props<T> {
  title: string;
  /** False when the plan has no such view. */
  isInPlan?: boolean;
  /** Why not, where that is not what larger plans show of analytics. */
  notInPlan?: ReactNode;
  answer: { data?: T; currentData?: T; error?: unknown; isError: boolean; fulfilledTimeStamp?: number; refetch(): unknown };
  children(data: T): ReactNode;
}

export function AnswerSection<T>({ title, isInPlan = true, notInPlan = <UpgradeNote title={title} />, answer, children }: Props<T>) {
  const { currentData, error, isError, fulfilledTimeStamp, refetch } = answer;
  if (!isInPlan || asFailure(error)?.code === 'PLAN_LIMIT') return <Section title={title}>{notInPlan}</Section>;
  const data = toShow(answer);
  return (
    <Section title={title}>
      {isError && <FailureBox text="Failed to load analytics data" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={() => void refetch()} />}
      {data ? <div className={!currentData && !isError ? 'waiting' : undefined}>{children(data)}</div> : !isError && <LoadingRows rows={6} label={`Loading ${title}`} />}
    </Section>
  );
}

/** Undefined while the plan is not known. */
export const useHasFeature = (feature: Feature): boolean | undefined => useAccountQuery().data?.features.includes(feature);
