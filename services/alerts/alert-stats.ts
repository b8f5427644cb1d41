/** What the statistics count of alerts. */
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

/** Some alerts of one machine, one kind and one severity. */
export interface Counted {
  type: AlertRow['type'];
  severity: AlertRow['severity'];
  machine: { machineId: string; name: string };
  /** When the newest of them was raised. */
  newestAt: string;
  total: number;
  unresolved: number;
  /** How long those lasted that are resolved, in hours; undefined: none is. */
  hours?: Hours;
}
export interface Hours {
  count: number;
  sum: number;
  min: number;
  max: number;
}

export const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / HOUR_MS;
/** @param hours of one more alert */
export const withHours = (known: Hours | undefined, hours: number): Hours => joined(known, { count: 1, sum: hours, min: hours, max: hours }) as Hours;

function joined(one: Hours | undefined, other: Hours | undefined): Hours | undefined {
  if (!one || !other) return one ?? other;
  return { count: one.count + other.count, sum: one.sum + other.sum, min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

type Alert = Pick<AlertRow, 'type' | 'severity' | 'createdAt' | 'isResolved' | 'resolvedAt'> & { machine: Counted['machine'] };
/** A single alert, as far as it is counted. */
export const countedOf = ({ type, severity, machine: { machineId, name }, createdAt, isResolved, resolvedAt }: Alert): Counted => ({
  type, severity, machine: { machineId, name }, newestAt: createdAt, total: 1, unresolved: isResolved ? 0 : 1, hours: resolvedAt ? withHours(undefined, hoursBetween(createdAt, resolvedAt)) : undefined,
});

export function statsOf(counted: readonly Counted[], days: AlertStats['days'] = []): AlertStats {
  const sum = (which: (one: Counted) => boolean, what: 'total' | 'unresolved') => counted.reduce((n, one) => (which(one) ? n + one[what] : n), 0);
  const level = (severity: Counted['severity']) => ({ total: sum((one) => one.severity === severity, 'total'), unresolved: sum((one) => one.severity === severity, 'unresolved') });
  const [total, unresolved] = [sum(() => true, 'total'), sum(() => true, 'unresolved')];
  const byType = totals(counted, ({ type }) => type);
  return {
    total, unresolved, byType, bySeverity: { high: level('high'), medium: level('medium'), low: level('low') },
    summary: { resolved: total - unresolved, unresolved, byType, bySeverity: totals(counted, ({ severity }) => severity) },
    resolutionTimes: SEVERITIES.flatMap((severity) => resolutionTime(severity, counted)),
    topAlertMachines: topMachines(counted),
    days,
  };
}

function totals(counted: readonly Counted[], key: (one: Counted) => string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of counted) sums[key(one)] = (sums[key(one)] ?? 0) + one.total;
  return sums;
}

function resolutionTime(severity: Counted['severity'], counted: readonly Counted[]): AlertStats['resolutionTimes'] {
  const hours = counted.filter((one) => one.severity === severity).reduce<Hours | undefined>((all, one) => joined(all, one.hours), undefined);
  if (!hours) return [];
  const tenth = (n: number): number => Math.round(n * 10) / 10;
  return [{ severity, avgResolutionHours: tenth(hours.sum / hours.count), minResolutionHours: tenth(hours.min), maxResolutionHours: tenth(hours.max), count: hours.count }];
}

function topMachines(counted: readonly Counted[]): AlertStats['topAlertMachines'] {
  const machines = new Map<string, AlertStats['topAlertMachines'][number] & { newestAt: string }>();
  for (const { machine: { machineId, name }, newestAt, total, unresolved } of counted) {
    const known = machines.get(machineId) ?? { machineId, name, newestAt, alertCount: 0, unresolvedCount: 0 };
    // Called as the newest alert calls it.
    const called = newestAt >= known.newestAt ? { name, newestAt } : {};
    machines.set(machineId, { ...known, ...called, alertCount: known.alertCount + total, unresolvedCount: known.unresolvedCount + unresolved });
  }
  const most = [...machines.values()].sort((a, b) => b.alertCount - a.alertCount || (a.machineId < b.machineId ? -1 : 1)).slice(0, MOST_MACHINES);
  return most.map(({ newestAt: _, ...machine }) => machine);
}

/** Each day of a period. @param rows of the alerts that were raised in it */
export function dayByDay(rows: readonly AlertRow[], { first, last, timeZone }: Period): AlertStats['days'] {
  const raised = countBy(rows, ({ createdAt }) => dayIn(timeZone, createdAt));
  const resolved = countBy(rows.filter(({ resolvedAt }) => resolvedAt), ({ resolvedAt }) => dayIn(timeZone, resolvedAt as string));
  return daysBetween(first, last).map((day) => ({ day, raised: raised[day] ?? 0, resolved: resolved[day] ?? 0 }));
}

function countBy<T>(rows: readonly T[], key: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return counts;
}
