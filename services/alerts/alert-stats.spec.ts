import type { AlertFact } from '@larder/contracts/alerts.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { countedOf, dayByDay, statsOf } from './alert-stats.js';
import { countedIn, totalsView, type TotalsRow } from './alert-totals.js';
import { alertView, type AlertRow } from './alert-view.js';

const alertId = 'low_stock.VM-001.A1.1';
const raised: AlertFact = { type: 'AlertRaised', data: { alertId, condition: 'low_stock.VM-001.A1', type: 'low_stock', severity: 'medium', message: 'Cola is running low in Lobby: 2 of 10 left', machine: { machineId: 'VM-001', name: 'Lobby', address: '' }, details: { currentStock: 2 } } };
const cleared: AlertFact = { type: 'AlertResolved', data: { alertId, how: 'cleared' } };
const acknowledged: AlertFact = { type: 'AlertAcknowledged', data: { alertId } };
const snoozed: AlertFact = { type: 'AlertSnoozed', data: { alertId, until: '2026-03-01T13:00:00.000Z' } };

describe('The statistics', () => {
  const days = { first: '2026-02-28', last: '2026-03-01', timeZone: 'America/New_York' };
  const happened = (...facts: (readonly [fact: AlertFact, time: string])[]) => stored(facts.map(([fact]) => fact)).map((fact, n) => ({ ...fact, meta: { ...fact.meta, at: `2026-03-01T${facts[n]?.[1]}:00.000Z` } }));
  const rowOf = (facts: ReturnType<typeof happened>, id = alertId): AlertRow => viewOf(alertView, id, facts) as AlertRow;

  it('call a machine as its newest alert does', () => {
    const renamed: AlertFact = { ...raised, data: { ...raised.data, machine: { ...raised.data.machine, name: 'Hall' } } };
    const rows = happened([renamed, '13:00'], [raised, '12:00']).map((fact) => countedOf(rowOf([fact])));
    expect(statsOf(rows).topAlertMachines).toEqual([{ machineId: 'VM-001', name: 'Hall', alertCount: 2, unresolvedCount: 2 }]);
  });

  it('say how long alerts lasted and where they come from', () => {
    const rows = [rowOf(happened([raised, '12:00'], [cleared, '14:30'])), rowOf(happened([raised, '12:00']))];
    expect(statsOf(rows.map(countedOf), dayByDay(rows, days))).toMatchObject({
      days: [{ day: '2026-02-28', raised: 0, resolved: 0 }, { day: '2026-03-01', raised: 2, resolved: 1 }],
      total: 2, unresolved: 1, bySeverity: { medium: { total: 2, unresolved: 1 } }, byType: { low_stock: 2 }, summary: { resolved: 1, unresolved: 1 },
      resolutionTimes: [{ severity: 'medium', avgResolutionHours: 2.5, minResolutionHours: 2.5, maxResolutionHours: 2.5, count: 1 }],
      topAlertMachines: [{ machineId: 'VM-001', alertCount: 2, unresolvedCount: 1 }],
    });
  });

  // Four alerts of one condition: cleared after an hour, worse and resolved after three, opened again after one and cleared after two, snoozed.
  const worse: AlertFact = { type: 'AlertChanged', data: { alertId, severity: 'high', message: 'Cola is sold out', details: {} } };
  const reopened: AlertFact = { type: 'AlertReopened', data: { alertId, reason: 'still empty' } };
  const numberOf = (n: number) => `low_stock.VM-001.A1.${n}`;
  const of = (n: number, ...facts: (readonly [fact: AlertFact, time: string])[]) => facts.map(([fact, time]) => [{ ...fact, data: { ...fact.data, alertId: numberOf(n) } } as AlertFact, time] as const);
  const facts = happened(
    ...of(1, [raised, '01:00'], [acknowledged, '01:10'], [cleared, '02:00']),
    ...of(2, [raised, '03:00'], [worse, '04:00'], [cleared, '06:00']),
    ...of(3, [raised, '07:00'], [cleared, '08:00'], [reopened, '08:30'], [cleared, '09:00']),
    ...of(4, [raised, '10:00'], [snoozed, '10:30']),
  );
  const totals = viewOf(totalsView, 'low_stock.VM-001.A1', facts) as TotalsRow;

  it.each([{}, { isResolved: true }, { isResolved: false }, { snoozed: false }, { isResolved: false, snoozed: false }])('of all time are those of every single alert: %j', (which: { isResolved?: boolean; snoozed?: boolean }) => {
    const asked = [1, 2, 3, 4].map((n) => rowOf(facts, numberOf(n))).filter((row) => (which.isResolved === undefined || row.isResolved === which.isResolved) && !(which.snoozed === false && row.handling === 'snoozed'));
    expect(statsOf(countedIn(totals, which))).toEqual(statsOf(asked.map(countedOf)));
  });

  it('of all time count what was opened again once', () => {
    expect(statsOf(countedIn(totals, {}))).toMatchObject({
      total: 4, unresolved: 1, bySeverity: { high: { total: 1, unresolved: 0 }, medium: { total: 3, unresolved: 1 } },
      resolutionTimes: [{ severity: 'high', avgResolutionHours: 3 }, { severity: 'medium', avgResolutionHours: 1.5, minResolutionHours: 1, maxResolutionHours: 2, count: 2 }],
    });
  });
});
