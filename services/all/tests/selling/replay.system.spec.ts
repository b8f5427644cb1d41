/** Real purchases happen again as live visits, from tap to payment over HTTP and MQTT, and add up to the same money. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { readSeedLive } from '@larder/sales/imports/seed-live.js';
import type { MachinePlan } from '@larder/simulator/replay-plan.js';
import { exportToReplay, figuresOf } from '../export-figures.js';
import { signIn, type Operator } from '../../commands/operator.js';
import { setStage, type Stage } from '../../commands/replaying.js';
import { ACCOUNT, emailOf, PASSWORD, startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

jest.setTimeout(1_200_000); // half a year of visits, where it is asked for on a slow machine
const { title, csv, figures } = exportToReplay();

describe(`Replaying ${title}`, () => {
  const clock = standingClock('2021-12-31T17:00:00.000Z');
  let larder: TestLarder;
  let operator: Operator;
  let stage: Stage;

  beforeAll(async () => {
    larder = await startLarder({ clock });
    await larder.signIn('owner');
    operator = await signIn(larder.url, emailOf('owner', ACCOUNT), PASSWORD);
    const file = readSeedLive(csv);
    if (isRefusal(file)) throw new Error(file.message);
    stage = await setStage(file.purchases, { operator, url: larder.url, mqttUrl: larder.mqttUrl, timeZone: TIME_ZONE, now: () => clock.now().getTime(), pause: async () => undefined });
  });
  afterAll(async () => {
    await stage.close();
    await larder.stop();
  });

  it('takes every purchase from the tap to the payment, on its day', async () => {
    const { machines, skipped } = stage.plan;
    expect(skipped).toEqual([]);
    const begun = performance.now();
    for (const day of [...new Set(machines.flatMap(({ days }) => days.map((one) => one.day)))].sort()) {
      clock.set(new Date(`${day}T17:00:00.000Z`)); // noon at the machines
      await stage.online();
      await Promise.all(machines.map((machine) => playDay(machine, day)));
    }
    const seconds = (performance.now() - begun) / 1000;
    process.stderr.write(`Replayed ${figures.purchases} visits in ${seconds.toFixed(1)} s: ${(figures.purchases / seconds).toFixed(0)} a second\n`);
  });
  const playDay = async ({ machineId, days }: MachinePlan, day: string): Promise<void> => {
    for (const step of days.find((one) => one.day === day)?.steps ?? []) await stage.play(machineId, step);
  };

  it('adds up to the cent, by machine, method and month', async () => {
    const token = await larder.signIn('viewer');
    await until('every sale is recorded', async () => (await figuresOf(larder, token)).purchases === figures.purchases);
    expect(await figuresOf(larder, token)).toEqual(figures);
  });

  it('leaves in every slot what was put in and neither taken out nor sold', async () => {
    for (const plan of stage.plan.machines) {
      const expected = leftBy(plan);
      const inventoryOf = async () => Object.fromEntries((await operator.ask<MachineView>('GET', `/api/cognito-auth/machines/${plan.machineId}`)).inventory.map(({ slot, quantity }) => [slot, quantity]));
      await until('the last sale is counted', async () => JSON.stringify(Object.entries(await inventoryOf()).sort()) === JSON.stringify(Object.entries(expected).sort()));
      expect(await inventoryOf()).toEqual(expected);
    }
  });

  it('leaves nothing unpaid and nothing unexplained', async () => {
    const { alerts } = await operator.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?type=unusual_activity&limit=200');
    expect(alerts.filter(({ type }) => type === 'unusual_activity')).toEqual([]);
  });

  it('leaves no view that could not be made again from the facts, byte by byte', async () => {
    const before = await larder.everyRow();
    expect(before.visits).toContain('"status":"completed"');
    const begun = performance.now();
    await larder.kit.rebuildAll();
    process.stderr.write(`Made all views again in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
    const after = await larder.everyRow();
    expect(Object.keys(before).filter((view) => after[view] !== before[view])).toEqual([]);
  });

  it('stops at a visit that would be charged otherwise than the purchase was', async () => {
    const visit = stage.plan.machines.flatMap(({ days }) => days.at(-1)?.steps ?? []).find((step) => step.do === 'visit');
    if (visit?.do !== 'visit') throw new Error('There is no visit');
    await expect(stage.play(visit.visit.machineId, { do: 'visit', visit: { ...visit.visit, totalCents: visit.visit.totalCents + 1 } })).rejects.toThrow(/ would be charged /);
  });
});

/** Restocked, less what was taken out for another product, less what was sold. */
function leftBy({ days }: MachinePlan): Record<string, number> {
  const left: Record<string, number> = {};
  const change = (slot: string, by: number): void => void (left[slot] = (left[slot] ?? 0) + by);
  for (const step of days.flatMap(({ steps }) => steps)) {
    if (step.do === 'stock') change(step.slot, step.quantity);
    else if (step.do === 'empty') change(step.slot, -step.left);
    else if (step.do === 'visit') for (const { slot, quantity } of step.visit.items) change(slot, -quantity);
  }
  return left;
}
