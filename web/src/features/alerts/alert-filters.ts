/** What the screen of alerts shows, and how the address bar spells it. */
import { alertType, handling, severity, type AlertView, type Handling } from '@larder/contracts/alerts.js';

export type OpenHandling = Exclude<Handling, 'resolved'>;
export interface AlertFilters {
  isResolved: boolean;
  type?: AlertView['type'];
  severity?: AlertView['severity'];
  /** Of unresolved ones. */
  handling?: OpenHandling;
  /** Those assigned to whoever looks. */
  assignedTo?: 'me';
  page: number;
}

export const typeLabels: Record<AlertView['type'], string> = {
  low_stock: 'Low Stock', machine_offline: 'Machine Offline', maintenance_due: 'Maintenance Due', unusual_activity: 'Unusual Activity',
};
export const handlingLabels: Record<OpenHandling, string> = { new: 'New', acknowledged: 'Acknowledged', snoozed: 'Snoozed' };

const names = new Set(['status', 'type', 'severity', 'handling', 'assigned', 'page']);

export function readAlertFilters(query: URLSearchParams): AlertFilters {
  const type = alertType.safeParse(query.get('type')).data;
  const level = severity.safeParse(query.get('severity')).data;
  const how = handling.exclude(['resolved']).safeParse(query.get('handling')).data;
  const page = Number(query.get('page'));
  const isResolved = query.get('status') === 'resolved';
  return {
    isResolved, ...(type && { type }), ...(level && { severity: level }), ...(how && !isResolved && { handling: how }), ...(query.get('assigned') === 'me' && { assignedTo: 'me' }),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** @param shown what else the address bar says, which stays */
export function writeAlertFilters(filters: AlertFilters, shown = new URLSearchParams()): URLSearchParams {
  const query = new URLSearchParams([...shown].filter(([name]) => !names.has(name)));
  if (filters.isResolved) query.set('status', 'resolved');
  if (filters.type) query.set('type', filters.type);
  if (filters.severity) query.set('severity', filters.severity);
  if (filters.handling && !filters.isResolved) query.set('handling', filters.handling);
  if (filters.assignedTo) query.set('assigned', 'me');
  if (filters.page > 1) query.set('page', String(filters.page));
  return query;
}
