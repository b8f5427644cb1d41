/** Who changed what of a product. */
import { useState } from 'react';
import { Button } from 'antd';
import type { ProductHistory } from '@larder/contracts/catalog.js';
import { plural } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { useZone } from '../../../lib/time/use-zone.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Section } from '../../../ui/section.js';
import { fieldLabels, valueText } from '../field-words.js';
import { useProductHistoryQuery } from '../products-api.js';

const SHOWN_FIRST = 5;
const deeds: Record<ProductHistory[number]['what'], string> = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored' };

export function ProductHistorySection({ productId, currency }: { productId: string; currency: string }) {
  const { currentData: history, error, isError, fulfilledTimeStamp, refetch } = useProductHistoryQuery(productId, usePolling());
  const [all, setAll] = useState(false);
  const more = (history?.length ?? 0) - SHOWN_FIRST;
  const zone = useZone();
  return (
    <Section title="History">
      {isError && <FailureBox text="Failed to load history" stale={history !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {!history && !isError && <LoadingRows rows={3} label="Loading history" />}
      <ol className="rows product-history">
        {history?.slice(0, all ? undefined : SHOWN_FIRST).map(({ at, by, what, changes }, n) => (
          <li key={history.length - n}>
            <span className="row-main">
              <span>{deeds[what]} by <bdi>{by || 'somebody who has left'}</bdi></span>
              {changes.map(({ field, from, to }) => <span key={field} className="quiet">{fieldLabels[field]}: {valueText(field, from, currency)} → {valueText(field, to, currency)}</span>)}
            </span>
            <time className="quiet" dateTime={at}>{formatDateTime(at, zone)}</time>
          </li>
        ))}
      </ol>
      {more > 0 && !all && <Button type="link" onClick={() => setAll(true)}>Show {plural(more, 'earlier change')}</Button>}
    </Section>
  );
}
