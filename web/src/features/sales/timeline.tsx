/** What happened behind a sale, by the server's clock and by the machine's. */
import type { BlackBox } from '@larder/contracts/vending/black-box.js';
import { isolated } from '@larder/contracts/names.js';
import { zoneName } from '../../lib/format.js';
import { formatAmount, formatMoment } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { useBlackBoxQuery } from './sales-api.js';

/** A visit that goes on changes no sale, which is what screens are told of. */
const VISIT_MS = 3_000;

/** @param isVisit there is no sale yet */
export function Timeline({ saleId, currency, isVisit = false }: { saleId: string; currency: string; isVisit?: boolean }) {
  const polling = usePolling();
  const { data, error, isError, fulfilledTimeStamp, refetch } = useBlackBoxQuery(saleId, { ...polling, ...(isVisit && { pollingInterval: VISIT_MS }) });
  return (
    <Section title="What happened" extra={data && <small>{zoneName(data.timeZone)}</small>}>
      {isError && <FailureBox text="Failed to load what happened" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {data ? <Entries box={data} currency={currency} /> : !isError && <LoadingRows rows={8} label="Loading what happened" />}
    </Section>
  );
}

function Entries({ box: { timeline, timeZone, journal }, currency }: { box: BlackBox; currency: string }) {
  return (
    <>
      <ol className="timeline">
        <li className="head" aria-hidden="true"><span>Server clock</span><span>Device clock</span><span>Event</span></li>
        {timeline.map((entry) => (
          <li key={entry.facts[0]?.id}>
            <time dateTime={entry.at}><span className="clock-name">Server clock </span>{formatMoment(entry.at, timeZone)}</time>
            {entry.deviceAt ? <time dateTime={entry.deviceAt}><span className="clock-name">Device clock </span>{formatMoment(entry.deviceAt, timeZone)}</time> : <span className="none" aria-hidden="true">—</span>}
            <span className="what">
              {entry.what}
              <small>{[isolated(entry.actorName), entry.amount !== undefined && !entry.what.includes(formatAmount(entry.amount, currency)) && formatAmount(entry.amount, currency), entry.reason].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        ))}
      </ol>
      {journal.map(({ epoch, first, last, missing }) => (
        <p key={epoch} className={missing.length > 0 ? 'warn' : 'quiet'}>
          {missing.length > 0 ? `Of the machine's reports ${first} to ${last} these are missing: ${missing.join(', ')}.` : `The machine's reports ${first} to ${last} are all here.`}
        </p>
      ))}
    </>
  );
}
