/** What the list of alerts is narrowed to, and how the address bar spells it. */
import { alertType, severity, type AlertView } from '@larder/contracts/alerts.js';

export interface AlertFilters {
  isResolved: boolean;
  type?: AlertView['type'];
  severity?: AlertView['severity'];
  page: number;
}

export const typeLabels: Record<AlertView['type'], string> = {
  low_stock: 'Low Stock', machine_offline: 'Machine Offline', maintenance_due: 'Maintenance Due', unusual_activity: 'Unusual Activity',
};

export function readAlertFilters(query: URLSearchParams): AlertFilters {
  const type = alertType.safeParse(query.get('type')).data;
  const level = severity.safeParse(query.get('severity')).data;
  const page = Number(query.get('page'));
  return { isResolved: query.get('status') === 'resolved', ...(type && { type }), ...(level && { severity: level }), page: Number.isInteger(page) && page > 1 ? page : 1 };
}

export function writeAlertFilters(filters: AlertFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (filters.isResolved) query.set('status', 'resolved');
  if (filters.type) query.set('type', filters.type);
  if (filters.severity) query.set('severity', filters.severity);
  if (filters.page > 1) query.set('page', String(filters.page));
  return query;
}
