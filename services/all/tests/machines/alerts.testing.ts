/** What people see of alerts and do about them, for tests that go through the front doors. */
import type { AlertRules, ShownRules } from '@larder/contracts/alert-rules.js';
import type { AlertStory, AlertView } from '@larder/contracts/alerts.js';
import { until, type StandingClock } from '@larder/kit/testing.js';
import type { AddedMachine, TestLarder } from '../testing.js';

export const MINUTE_MS = 60_000;
export const ALERTS = '/api/admin/dashboard/alerts';
export const RULES = '/api/admin/alert-rules';

/** @param world asked with every call */
export function alertsIn(world: () => { larder: TestLarder; clock: StandingClock }) {
  let machines = 0;
  const ask = async <T>(method: string, path: string, body?: object, role: 'owner' | 'operator' | 'viewer' = 'owner'): Promise<T> => world().larder.ask<T>(method, path, { token: await world().larder.signIn(role), body });
  const deed = async (alert: AlertView, what: string, body: object = {}): Promise<AlertView> => (await ask<{ alert: AlertView }>('POST', `${ALERTS}/${encodeURIComponent(alert._id)}/${what}`, body, 'operator')).alert;
  const storyOf = (alert: AlertView): Promise<AlertStory> => ask('GET', `${ALERTS}/${encodeURIComponent(alert._id)}`);
  const list = async (query = ''): Promise<AlertView[]> => (await ask<{ alerts: AlertView[] }>('GET', `${ALERTS}?limit=200${query}`)).alerts;
  const adjust = (machine: AddedMachine, change: number) => ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory/A1/adjust`, { change, reason: 'counted' });
  /** Lets time pass in small steps until something is so. */
  const passUntil = <T>(what: string, condition: () => Promise<T>): Promise<unknown> => until(what, () => {
    world().clock.pass(500);
    return condition();
  });
  const setRules = async (change: Partial<AlertRules> & { newSecret?: boolean }): Promise<{ rules: ShownRules; webhookSecret?: string }> => {
    const { rules: { version, changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await ask<{ rules: ShownRules }>('GET', RULES);
    return ask('PUT', RULES, { ...rules, ...change, version });
  };
  /** A machine of its own whose only slot runs low, down to `left` of 10. */
  const runLow = async (left: number): Promise<{ alert: AlertView; machine: AddedMachine }> => {
    const machine = await world().larder.addMachine({ machineId: `VM-A${++machines}`, name: `Lobby ${machines}`, slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
    await adjust(machine, left - 10);
    const alert = await until(`${machine.machineId} runs low`, async () => (await list('&type=low_stock&isResolved=false')).find((one) => one.machine.machineId === machine.machineId));
    return { alert, machine };
  };
  return { ask, deed, storyOf, list, adjust, passUntil, setRules, runLow };
}
