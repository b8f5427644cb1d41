/** What the statistics tab counts, from the alerts of a period. */
import type { AlertStats } from '@larder/contracts/alerts.js';
import { dayIn, daysBetween, type Day } from '@larder/contracts/day.js';
import type { AlertRow } from './alert-view.js';

const SEVERITIES = ['high', 'medium', 'low'] as const;
const HOUR_MS = 3_600_000;
const MOST_MACHINES = 10;

export interface Period {
  first: Day;
  last: Day;
  timeZone: string;
}

/** @param rows of alerts raised in the period, oldest first; every alert when there is none */
export function statsOf(rows: readonly AlertRow[], period?: Period): AlertStats {
  const open = rows.filter((row) => !row.isResolved);
  const level = (severity: AlertRow['severity']) => ({ total: rows.filter((r) => r.severity === severity).length, unresolved: open.filter((r) => r.severity === severity).length });
  return {
    total: rows.length, unresolved: open.length,
    bySeverity: { high: level('high'), medium: level('medium'), low: level('low') },
    byType: countBy(rows, (row) => row.type),
    summary: { resolved: rows.length - open.length, unresolved: open.length, byType: countBy(rows, (row) => row.type), bySeverity: countBy(rows, (row) => row.severity) },
    resolutionTimes: SEVERITIES.flatMap((severity) => resolutionTime(severity, rows)),
    topAlertMachines: topMachines(rows),
    days: period ? dayByDay(rows, period) : [],
  };
}

function resolutionTime(severity: AlertRow['severity'], rows: readonly AlertRow[]) {
  const hours = rows.filter((r) => r.severity === severity && r.resolvedAt).map((r) => (Date.parse(r.resolvedAt as string) - Date.parse(r.createdAt)) / HOUR_MS);
  if (hours.length === 0) return [];
  const tenth = (n: number): number => Math.round(n * 10) / 10;
  return [{ severity, avgResolutionHours: tenth(hours.reduce((a, b) => a + b, 0) / hours.length), minResolutionHours: tenth(Math.min(...hours)), maxResolutionHours: tenth(Math.max(...hours)), count: hours.length }];
}

function topMachines(rows: readonly AlertRow[]) {
  const machines = new Map<string, { machineId: string; name: string; alertCount: number; unresolvedCount: number }>();
  for (const { machine: { machineId, name }, isResolved } of rows) {
    const counted = machines.get(machineId) ?? { machineId, name, alertCount: 0, unresolvedCount: 0 };
    // Called as the newest alert calls it.
    machines.set(machineId, { ...counted, name, alertCount: counted.alertCount + 1, unresolvedCount: counted.unresolvedCount + (isResolved ? 0 : 1) });
  }
  return [...machines.values()].sort((a, b) => b.alertCount - a.alertCount || (a.machineId < b.machineId ? -1 : 1)).slice(0, MOST_MACHINES);
}

/** Of the alerts that were raised in the period. */
function dayByDay(rows: readonly AlertRow[], { first, last, timeZone }: Period): AlertStats['days'] {
  const raised = countBy(rows, ({ createdAt }) => dayIn(timeZone, createdAt));
  const resolved = countBy(rows.filter(({ resolvedAt }) => resolvedAt), ({ resolvedAt }) => dayIn(timeZone, resolvedAt as string));
  return daysBetween(first, last).map((day) => ({ day, raised: raised[day] ?? 0, resolved: resolved[day] ?? 0 }));
}

function countBy<T>(rows: readonly T[], key: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return counts;
}
