/** What the machine sent and nobody could read: its firmware speaks otherwise than Larder does. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { usePolling } from '../../../lib/live/live.js';
import { formatMoment } from '../../../lib/money-and-time.js';
import { useNow } from '../../../lib/time/use-now.js';
import { useUnreadQuery } from './hardware-api.js';
import { beginningText, unreadLately } from './hardware-words.js';

export function UnreadList({ machine }: { machine: MachineView }) {
  const { currentData } = useUnreadQuery(machine.machineId, usePolling());
  const lately = unreadLately(currentData?.messages ?? [], useNow(60_000));
  if (lately.length === 0) return null;
  return (
    <div>
      <h3 className="small-head">Not understood</h3>
      <ul className="rows unread">
        {lately.map(({ receivedAt, why, beginning, channel }, n) => (
          <li key={`${receivedAt} ${n}`}>
            <span className="row-main">
              <span className="warn">{why}</span>
              <code><bdi>{beginningText(beginning)}</bdi></code>
              <small><time dateTime={receivedAt}>{formatMoment(receivedAt, machine.timeZone)}</time>{channel === 'evt' && ' · not acknowledged, so the machine sends it again'}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
