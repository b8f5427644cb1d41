/** The alerts of each condition, counted: what statistics of all time are made from, where reading every alert there ever was would take longer from year to year. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { countedOf, hoursBetween, withHours, type Counted, type Hours } from './alert-stats.js';

type Data<T extends AlertFact['type']> = Extract<AlertFact, { type: T }>['data'];
type Severity = Counted['severity'];

/** Only the newest alert of a condition can change any more. */
export interface TotalsRow {
  machine: Counted['machine'];
  newest: { type: Counted['type']; severity: Severity; createdAt: string; resolvedAt?: string; isSnoozed: boolean };
  /** The resolved ones before it. */
  older: Partial<Record<Severity, Hours>>;
}

export const totalsView: Projection<AlertFact, TotalsRow> = {
  collection: 'alert-totals',
  version: 1,
  orders: [],
  categories: ['alert'],
  rows: (fact) => (changes[fact.type] ? [{ account: fact.meta.account, id: conditionOf(fact.data.alertId) }] : []),
  apply(row, fact) {
    if (fact.type === 'AlertRaised') return raised(row, fact);
    const change = changes[fact.type];
    return row && { ...row, newest: { ...row.newest, ...change?.(fact) } };
  },
};

/** Alerts of a condition are numbered: its name is what comes before the last full stop. */
const conditionOf = (alertId: string): string => alertId.slice(0, alertId.lastIndexOf('.'));

/** What a fact changes in the newest alert; what is not named here is not counted. */
const changes: Partial<Record<AlertFact['type'], (fact: Stored<AlertFact>) => Partial<TotalsRow['newest']>>> = {
  AlertRaised: () => ({}),
  AlertChanged: ({ data }) => ({ severity: (data as Data<'AlertChanged'>).severity }),
  AlertResolved: ({ meta: { at } }) => ({ resolvedAt: at, isSnoozed: false }),
  AlertReopened: () => ({ resolvedAt: undefined }),
  AlertAcknowledged: () => ({ isSnoozed: false }),
  AlertSnoozed: () => ({ isSnoozed: true }),
  AlertReturned: () => ({ isSnoozed: false }),
};

function raised(row: TotalsRow | undefined, { data: { type, severity, machine: { machineId, name } }, meta: { at } }: Stored<Extract<AlertFact, { type: 'AlertRaised' }>>): TotalsRow {
  const before = row?.newest;
  return {
    machine: { machineId, name }, newest: { type, severity, createdAt: at, isSnoozed: false },
    older: before?.resolvedAt ? { ...row?.older, [before.severity]: withHours(row?.older[before.severity], hoursBetween(before.createdAt, before.resolvedAt)) } : (row?.older ?? {}),
  };
}

/** @param which resolved ones only, or those that are not; snoozed ones too unless false */
export function countedIn({ machine, newest, older }: TotalsRow, which: { isResolved?: boolean; snoozed?: boolean }): Counted[] {
  const { type, createdAt, resolvedAt, isSnoozed, severity } = newest;
  const isResolved = resolvedAt !== undefined;
  const isAsked = which.isResolved !== !isResolved && !(which.snoozed === false && isSnoozed);
  const before = which.isResolved === false ? [] : (Object.entries(older) as [Severity, Hours][]);
  return [
    ...(isAsked ? [countedOf({ type, severity, machine, createdAt, isResolved, resolvedAt })] : []),
    ...before.map(([level, hours]): Counted => ({ type, severity: level, machine, newestAt: createdAt, total: hours.count, unresolved: 0, hours })),
  ];
}
