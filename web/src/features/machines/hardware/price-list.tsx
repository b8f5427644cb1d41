/** The prices a machine should know, and whether it says that it does. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { formatMoment } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { Awaited } from './awaited.js';
import { useDevicePricesQuery } from './hardware-api.js';
import { priceWords, pricesText, staleText } from './price-words.js';

const TITLE = 'Price list on the machine';

export function PriceList({ machine }: { machine: MachineView }) {
  const { currentData, error, isError, refetch } = useDevicePricesQuery(machine.machineId, usePolling());
  if (!currentData) return isError ? <FailureBox text="Failed to load the machine's price list" error={error} onRetry={refetch} /> : <Awaited title={TITLE} lines={3} />;
  const { prices } = currentData;
  if (prices.state === 'none') return null;
  const { label, pill, since } = priceWords[prices.state];
  const stale = staleText(prices);
  return (
    <div>
      <h3 className="small-head">{TITLE}</h3>
      <div aria-live="polite">
        <p>{pricesText(prices)} <span className={`pill ${pill}`}>{label}</span></p>
        <p><small>
          List {prices.revision}{prices.since && <>, {since} <time dateTime={prices.since}>{formatMoment(prices.since, machine.timeZone)}</time></>}{stale && `. ${stale}`}. Guests pay what they were shown at the tap.
        </small></p>
      </div>
    </div>
  );
}
