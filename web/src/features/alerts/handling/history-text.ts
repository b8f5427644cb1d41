/** What happened to an alert, as sentences. */
import type { AlertView, HistoryEntry } from '@larder/contracts/alerts.js';
import { plural } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';

type Who = NonNullable<AlertView['assignedTo']>;
export const nameOf = ({ firstName, lastName }: Pick<Who, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim() || 'a former member';

export function historyText(entry: HistoryEntry, timeZone: string | undefined): string {
  const by = entry.by ? ` by ${nameOf(entry.by)}` : '';
  switch (entry.what) {
    case 'raised':
      return `Raised: ${entry.message ?? ''}`;
    case 'changed':
      return `Now ${entry.severity ?? ''}: ${entry.message ?? ''}`;
    case 'acknowledged':
      return `Acknowledged${by}`;
    case 'assigned':
      return entry.to ? `Assigned to ${nameOf(entry.to)}${by}` : `Assigned to nobody${by}`;
    case 'snoozed':
      return `Snoozed until ${formatDateTime(entry.until ?? entry.at, timeZone)}${by}`;
    case 'returned':
      return entry.by ? `Snooze ended${by}` : 'Came back: the snooze is over';
    case 'escalated':
      return `Step ${entry.step ?? 1} of the escalation: ${plural(entry.told ?? 1, 'notice')} sent out`;
    case 'undelivered':
      return 'A notice could not be delivered and was given up';
    case 'resolved':
      return entry.by ? `Resolved${by}` : 'Resolved by itself: the condition cleared';
    case 'reopened':
      return `Reopened${by}`;
  }
}
