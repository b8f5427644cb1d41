/** What a notice says: as an e-mail and as the body of a webhook. */
import { listOf } from '@larder/contracts/names.js';
import type { AlertRow } from '../alert-view.js';

export interface Told {
  row: AlertRow;
  /** Counted from 1. */
  step: number;
  orderedAt: string;
}

const LEVELS: Record<AlertRow['severity'], string> = { high: 'High', medium: 'Medium', low: 'Low' };
const MOST_SUBJECT = 150;
/** Of a line that is handed over: one that names many slots would be refused for good, and nobody told. */
const MOST_LINE = 1000;
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function mailOf({ row, step }: Told, timeZone: string) {
  const raisedAt = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(row.createdAt));
  const { machine: { name, machineId, location }, details: { items } } = row;
  return {
    subject: shortened(`[${LEVELS[row.severity]}] ${row.message}`, MOST_SUBJECT),
    lines: [
      shortened(row.message, MOST_LINE), ...(items?.length ? [shortened(`Taken: ${listOf(items)}`, MOST_LINE)] : []), `Machine: ${name} (${machineId})${location.address ? `, ${location.address}` : ''}`, `Raised ${raisedAt} (${timeZone})`,
      ...(step > 1 ? [`Nobody has acknowledged it yet; this is step ${step} of the escalation.`] : []),
    ],
    link: { label: 'See the alert', path: `/app/alerts?alert=${encodeURIComponent(row._id)}` },
  };
}

/** JSON. `id` is the same each time it is tried, so a receiver can drop what it has already. */
export const webhookBody = (noticeId: string, { row, step, orderedAt }: Told): string => JSON.stringify({
  id: noticeId, type: 'alert', step, createdAt: orderedAt,
  alert: { id: row._id, type: row.type, severity: row.severity, message: row.message, createdAt: row.createdAt, machine: row.machine, product: row.product && { name: row.product.name, sku: row.product.sku }, details: row.details },
});
