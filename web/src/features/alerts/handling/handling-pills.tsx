/** How far somebody has got with an alert, in small words. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { plural } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { nameOf } from './history-text.js';

export function HandlingPills({ alert: { handling, assignedTo, snoozedUntil, undelivered }, timeZone }: { alert: AlertView; timeZone: string | undefined }) {
  const pills = [
    ...(handling === 'acknowledged' ? [<span key="a" className="pill info">Acknowledged</span>] : []),
    ...(snoozedUntil ? [<span key="s" className="pill plain">Snoozed until {formatDateTime(snoozedUntil, timeZone)}</span>] : []),
    ...(assignedTo ? [<span key="t" className="pill info">Assigned to {nameOf(assignedTo)}</span>] : []),
    ...(undelivered > 0 ? [<span key="u" className="pill high">{plural(undelivered, 'notice')} not delivered</span>] : []),
  ];
  return pills.length > 0 ? <span className="handling">{pills}</span> : null;
}
