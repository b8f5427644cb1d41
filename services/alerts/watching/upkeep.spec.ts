import type { UpkeepFact } from '@larder/contracts/alerts.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { machineOfMaintenance, upkeep } from './upkeep.js';
import { Upkeeping, upkeepView } from './upkeeping.js';

const machineId = 'VM-001';
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const counted = (from: number, dueAt: number | null): UpkeepFact => ({ type: 'UpkeepCounted', data: { machineId, from: day(from), dueAt: dueAt === null ? null : day(dueAt) } });
const cameDue: UpkeepFact = { type: 'MaintenanceCameDue', data: { machineId, from: day(0), days: 90 } };
const ended: UpkeepFact = { type: 'UpkeepEnded', data: { machineId } };

describe('The days without service', () => {
  it('are counted from when a machine is first heard of, once', () => {
    given(upkeep).when({ type: 'Begin', machineId, at: day(0), days: 90 }).then(counted(0, 90));
    given(upkeep, counted(0, 90)).when({ type: 'Begin', machineId, at: day(5), days: 90 }).thenNothing();
    given(upkeep, counted(0, 90), ended).when({ type: 'Begin', machineId, at: day(5), days: 90 }).then(counted(5, 95));
  });

  it('are not counted of a machine that came with imported sales: it need not stand anywhere any more', () => {
    const added = (origin: 'import' | 'operator'): AnyFact => stored([{ type: 'MachineRegistered', data: { machineId, origin } }])[0] as AnyFact;
    const upkeeping = new Upkeeping(undefined as never, undefined as never);
    expect([upkeeping.concerns(added('operator')), upkeeping.concerns(added('import'))]).toEqual([true, false]);
  });

  it('are counted anew when it is serviced; what comes late does not turn them back', () => {
    given(upkeep, counted(0, 90), cameDue).when({ type: 'CountFrom', machineId, at: day(91), days: 90 }).then(counted(91, 181));
    given(upkeep, counted(10, 100)).when({ type: 'CountFrom', machineId, at: day(9), days: 90 }).thenNothing();
  });

  it('come due when they are over, once', () => {
    given(upkeep, counted(0, 90)).when({ type: 'ComeDue', days: 90, now: day(90) }).then(cameDue);
    given(upkeep, counted(0, 90), cameDue).when({ type: 'ComeDue', days: 90, now: day(91) }).thenNothing();
    given(upkeep, counted(0, 90)).when({ type: 'ComeDue', days: 90, now: day(89) }).thenNothing();
  });

  it('follow the rules of now', () => {
    given(upkeep, counted(0, 90)).when({ type: 'Plan', days: 30, now: day(1) }).then(counted(0, 30));
    given(upkeep, counted(0, 90)).when({ type: 'Plan', days: null, now: day(1) }).then(counted(0, null));
    given(upkeep, counted(0, 90)).when({ type: 'Plan', days: 90, now: day(1) }).thenNothing();
    given(upkeep, counted(0, 90), cameDue).when({ type: 'Plan', days: 60, now: day(91) }).thenNothing();
    given(upkeep, counted(0, 90), cameDue).when({ type: 'Plan', days: 120, now: day(91) }).then(counted(0, 120));
    given(upkeep, counted(0, 90)).when({ type: 'ComeDue', days: null, now: day(90) }).then(counted(0, null));
  });

  it('end with the machine', () => {
    given(upkeep, counted(0, 90)).when({ type: 'End' }).then(ended);
    given(upkeep).when({ type: 'End' }).thenNothing();
    given(upkeep, counted(0, 90), ended).when({ type: 'ComeDue', days: 90, now: day(90) }).thenNothing();
  });
});

it('when a machine was last serviced is known from then on, whatever the rules become', () => {
  const shown = (...facts: UpkeepFact[]) => viewOf(upkeepView, machineId, stored(facts));
  expect(shown(counted(0, 90), counted(0, 30))).not.toHaveProperty('servicedAt');
  expect(shown(counted(0, 90), cameDue, counted(91, 181), counted(91, null))).toMatchObject({ servicedAt: day(91) });
  expect(shown(counted(0, 90), counted(91, 181), ended)).toBeUndefined();
});

it.each([['maintenance_due.VM-001.3', 'VM-001'], ['maintenance_due.a.b.12', 'a.b'], ['low_stock.VM-001.A1.1', undefined]])('the alert %s is about the machine %s', (alertId, machine) => {
  expect(machineOfMaintenance(alertId)).toBe(machine);
});
