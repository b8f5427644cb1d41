/** Everything that happened to a machine: when, what, by whom and why. */
import type { MachineTimeline } from '@larder/contracts/fleet.js';
import { useState } from 'react';
import { zoneName } from '../../../lib/format.js';
import { formatMoment } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Pager } from '../../../ui/pager.js';
import { Section } from '../../../ui/section.js';
import { TIMELINE_PAGE_SIZE, useMachineTimelineQuery } from '../machines-api.js';

export function TimelineSection({ machineId }: { machineId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, isError, fulfilledTimeStamp, refetch } = useMachineTimelineQuery({ machineId, page }, usePolling());
  return (
    <Section title="Timeline" extra={data && <small>{zoneName(data.timeZone)}</small>}>
      {isError && <FailureBox text="Failed to load what happened" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {data ? <Entries timeline={data} /> : !isError && <LoadingRows rows={8} label="Loading what happened" />}
      {data && <Pager page={data.page} pages={data.pages} total={data.total} pageSize={TIMELINE_PAGE_SIZE} onPage={setPage} />}
    </Section>
  );
}

const Entries = ({ timeline: { entries, timeZone } }: { timeline: MachineTimeline }) => (
  <ol className="rows machine-timeline">
    {entries.map(({ id, at, what, by, reason }) => (
      <li key={id}>
        <span className="row-main">{what}{reason && <q>{reason}</q>}<small><bdi>{by || 'A former member'}</bdi> · <time dateTime={at}>{formatMoment(at, timeZone)}</time></small></span>
      </li>
    ))}
  </ol>
);
