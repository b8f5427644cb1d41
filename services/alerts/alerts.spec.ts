import type { AlertFact } from '@larder/contracts/alerts.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { alert } from './alert.js';
import { statsOf } from './alert-stats.js';
import { alertView, type AlertRow } from './alert-view.js';
import { meaningOf, type Heard } from './conditions.js';

const raise = { condition: 'low_stock.VM-001.A1', type: 'low_stock' as const, severity: 'medium' as const, message: 'Cola is running low in Lobby: 2 of 10 left', machine: { machineId: 'VM-001', name: 'Lobby', address: '' }, details: { currentStock: 2 } };
const raised: AlertFact = { type: 'AlertRaised', data: { ...raise, alertId: 'low_stock.VM-001.A1.1' } };
const cleared: AlertFact = { type: 'AlertResolved', data: { alertId: 'low_stock.VM-001.A1.1', how: 'cleared' } };

describe('An alert', () => {
  it('is raised once for as long as its condition lasts', () => {
    given(alert).when({ type: 'Raise', alert: raise }).then(raised);
    given(alert, raised).when({ type: 'Raise', alert: raise }).thenNothing();
  });
  it('gets worse instead of being raised twice', () =>
    given(alert, raised).when({ type: 'Raise', alert: { ...raise, severity: 'high', message: 'Cola is sold out in Lobby' } }).then(
      { type: 'AlertChanged', data: { alertId: 'low_stock.VM-001.A1.1', severity: 'high', message: 'Cola is sold out in Lobby', details: raise.details } }));
  it('resolves itself when its condition is gone', () => {
    given(alert, raised).when({ type: 'Clear' }).then(cleared);
    given(alert).when({ type: 'Clear' }).thenNothing();
  });
  it('is a new one when its condition comes back', () =>
    given(alert, raised, cleared).when({ type: 'Raise', alert: raise }).then({ type: 'AlertRaised', data: { ...raise, alertId: 'low_stock.VM-001.A1.2' } }));
  it('is resolved by a person once, with a reason', () => {
    given(alert, raised).when({ type: 'Resolve', alertId: 'low_stock.VM-001.A1.1', reason: 'restocked', by: undefined }).then({ type: 'AlertResolved', data: { alertId: 'low_stock.VM-001.A1.1', how: 'operator', reason: 'restocked', by: undefined } });
    given(alert, raised, cleared).when({ type: 'Resolve', alertId: 'low_stock.VM-001.A1.1', reason: 'again', by: undefined }).thenRefused('CONFLICT');
  });
});

describe('What facts mean', () => {
  const stock = (left: number): Heard => ({ type: 'StockTaken', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', left, maxQuantity: 10, quantity: 1 } });
  const said = (fact: Heard) => {
    const meaning = meaningOf(fact);
    return meaning && 'alert' in meaning ? meaning.alert({ machine: 'Lobby', product: 'Cola' }) : meaning;
  };

  it.each([[3, 'clear'], [2, 'medium'], [1, 'medium'], [0, 'high'], [-1, 'high']])('with %i of 10 left: %s', (left, expected) => {
    const meaning = said(stock(left));
    expect(meaning && 'clear' in meaning ? 'clear' : meaning?.severity).toBe(expected);
  });

  it('an expired visit with items out is unusual until it is paid', () => {
    const owed = { sessionId: 's1', machineId: 'VM-001', lines: [], totalCents: 275, currency: 'USD' };
    expect(said({ type: 'SessionCommitted', data: { ...owed, why: 'expired' } })).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'unpaid_session', sessionId: 's1', amountCents: 275 }, message: 'Lobby: the time ran out with items out ($2.75)' });
    expect(said({ type: 'SessionCommitted', data: { ...owed, why: 'door_closed' } })).toBeUndefined();
    expect(meaningOf({ type: 'SessionPaid', data: { sessionId: 's1', machineId: 'VM-001', paymentId: 'p', method: 'card', paidAt: '', machine: { machineId: 'VM-001', name: '', address: '', timeZone: 'UTC' }, lines: [], totalCents: 275, currency: 'USD' } })).toEqual({ condition: 'unpaid_session.s1', clear: true });
  });

  it('silence and a door nobody opened are told', () => {
    expect(said({ type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '' } })).toMatchObject({ type: 'machine_offline', severity: 'high' });
    expect(said({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key: 'e:7' } })).toMatchObject({ details: { reason: 'door_without_session' } });
    expect(said({ type: 'DeviceGapFound', data: { machineId: 'VM-001', epoch: '0a1b2c3d', missing: [2, 3, 4], completeTo: 1 } })).toMatchObject({ message: 'Lobby: reports complete to 1, 3 missing' });
  });
});

it('counts how long alerts lasted and where they come from', () => {
  const rows: AlertRow[] = [
    viewOf(alertView, 'low_stock.VM-001.A1.1', [...stored([raised], { at: '2026-03-01T12:00:00.000Z' }), ...stored([raised, cleared], { at: '2026-03-01T14:30:00.000Z' }).slice(1)]) as AlertRow,
    viewOf(alertView, 'low_stock.VM-001.A1.1', stored([raised])) as AlertRow,
  ];
  expect(statsOf(rows)).toMatchObject({
    total: 2, unresolved: 1, bySeverity: { medium: { total: 2, unresolved: 1 } }, byType: { low_stock: 2 }, summary: { resolved: 1, unresolved: 1 },
    resolutionTimes: [{ severity: 'medium', avgResolutionHours: 2.5, minResolutionHours: 2.5, maxResolutionHours: 2.5, count: 1 }],
    topAlertMachines: [{ machineId: 'VM-001', alertCount: 2, unresolvedCount: 1 }],
  });
});
