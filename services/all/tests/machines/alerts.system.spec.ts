/** An alert's life through the front doors: raised by stock, looked after, put off, resolved, counted; and the rules it follows. */
import type { AlertRules, ShownRules } from '@larder/contracts/alert-rules.js';
import type { alertStats } from '@larder/contracts/alerts.js';
import type { ProductView } from '@larder/contracts/catalog.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Dashboard } from '@larder/contracts/gateway.js';
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import type { Out } from '@larder/contracts/request.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { ALERTS, alertsIn, MINUTE_MS, RULES } from './alerts.testing.js';

let larder: TestLarder;
let clock: StandingClock;
let events: EventStore;

beforeAll(async () => {
  clock = standingClock();
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  events = store;
  larder = await startLarder({ clock, events, bookmarks });
});
afterAll(() => larder.stop());

const { ask, deed, storyOf, list, adjust, passUntil, setRules, runLow } = alertsIn(() => ({ larder, clock }));

describe('Looking after an alert', () => {
  it('says why it fired, and keeps who did what and why', async () => {
    const { alert } = await runLow(2);
    const { members } = await ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members');
    const viewer = members.find(({ role }) => role === 'viewer') as TeamMember;
    expect((await deed(alert, 'acknowledge', { note: 'on my way' })).handling).toBe('acknowledged');
    expect(await deed(alert, 'assign', { userId: viewer.userId })).toMatchObject({ assignedTo: { userId: viewer.userId, lastName: 'viewer' } });
    expect(await deed(alert, 'snooze', { until: new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString(), reason: 'van is full' })).toMatchObject({ handling: 'snoozed', isResolved: false });
    expect((await list('&isResolved=false&snoozed=false')).map(({ _id }) => _id)).not.toContain(alert._id);
    expect((await ask<Dashboard>('GET', '/api/cognito-auth/dashboard')).alerts.total).toBe((await list('&isResolved=false&snoozed=false')).length);
    expect((await list(`&assignedTo=${viewer.userId}`)).map(({ _id }) => _id)).toEqual([alert._id]);

    clock.pass(60 * MINUTE_MS);
    await passUntil('it comes back', async () => (await storyOf(alert)).alert.handling === 'new');
    expect(await deed(alert, 'resolve', { reason: 'restocked' })).toMatchObject({ isResolved: true, resolvedBy: { firstName: 'Test', lastName: 'operator' } });
    expect(await deed(alert, 'reopen', { reason: 'still empty' })).toMatchObject({ isResolved: false, handling: 'new' });

    const { history, cause, alert: now } = await storyOf(alert);
    expect(now.details).toMatchObject({ currentStock: 2, maxStock: 10, percentage: 20, lowStockPercent: 20, slot: 'A1' });
    expect(cause).toMatchObject({ type: 'StockAdjusted' });
    expect(history.map(({ what, by, reason }) => [what, by?.lastName, reason])).toEqual([
      ['raised', undefined, undefined], ['acknowledged', 'operator', 'on my way'], ['assigned', 'operator', undefined], ['snoozed', 'operator', 'van is full'],
      ['returned', undefined, undefined], ['resolved', 'operator', 'restocked'], ['reopened', 'operator', 'still empty'],
    ]);
  });

  it('comes back as often as it is put off, also until the same moment because a clock was put back', async () => {
    const { alert } = await runLow(2);
    const before = clock.now();
    const moment = new Date(before.getTime() + 10 * MINUTE_MS);
    for (let n = 1; n <= 2; n++) {
      clock.set(before);
      await deed(alert, 'snooze', { until: moment.toISOString() });
      clock.set(moment);
      await passUntil('it comes back', async () => (await storyOf(alert)).history.filter(({ what }) => what === 'returned').length === n);
    }
  });

  it('resolves by itself when the slot is filled again, and cannot be resolved twice', async () => {
    const { alert, machine } = await runLow(1);
    await adjust(machine, 5);
    await until('it is over', async () => (await storyOf(alert)).alert.isResolved);
    const { status, body } = await larder.call('POST', `${ALERTS}/${encodeURIComponent(alert._id)}/resolve`, { token: await larder.signIn('operator'), body: { reason: 'again' } });
    expect([status, body.error]).toEqual([409, 'CONFLICT']);
  });

  it('is over when its slot is given to another product, and names that one when it is low, too', async () => {
    const { alert, machine } = await runLow(0);
    const [chips, water] = await Promise.all(['Chips', 'Water'].map(async (name) => (await ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { sku: `OTHER-${name}`, name, category: 'Snacks', price: 2, cost: 1, weight: 10 })).product.id));
    const give = (productId: string | undefined, quantity: number) => ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { slot: 'A1', productId, quantity, maxQuantity: 10 });
    await give(water, 0);
    await until('nobody waits for Cola', async () => (await storyOf(alert)).alert.isResolved);

    const here = async () => (await list('&type=low_stock&isResolved=false')).find((one) => one.machine.machineId === machine.machineId);
    await give(water, 2);
    await until('Water is low', here);
    await adjust(machine, -2);
    await until('Water is sold out', async () => (await here())?.severity === 'high');
    await give(chips, 1);
    expect(await until('Chips are low', async () => {
      const one = await here();
      return one?.message.startsWith('Chips') && one;
    })).toMatchObject({ product: { name: 'Chips', sku: 'OTHER-Chips' }, handling: 'new', details: { currentStock: 1 } });
  });

  it('is over when its goods are set inactive, as nobody is to bring more, unless the slot is empty', async () => {
    const [{ alert, machine }, { alert: soldOut, machine: empty }] = [await runLow(2), await runLow(0)];
    const setInactive = async (productId = '') => {
      const at = `/api/cognito-auth/products/${productId}`;
      const { sku, name, category, price, cost, weight } = await ask<ProductView>('GET', at);
      await ask('PUT', at, { sku, name, category, price, cost, weight, isActive: false });
    };
    await setInactive(empty.products.A1);
    await setInactive(machine.products.A1);
    await until('nobody is sent there', async () => (await storyOf(alert)).alert.isResolved);
    expect((await storyOf(soldOut)).alert.isResolved).toBe(false);
  });

  it('is for members of the organization only', async () => {
    const { alert } = await runLow(2);
    const token = await larder.signIn('owner', 'rival');
    const path = `${ALERTS}/${encodeURIComponent(alert._id)}`;
    expect((await larder.call('GET', path, { token })).status).toBe(404);
    expect((await larder.call('POST', `${path}/acknowledge`, { token, body: {} })).status).toBe(404);
    const { members } = await larder.ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members', { token });
    expect((await larder.call('POST', `${path}/assign`, { token: await larder.signIn('operator'), body: { userId: members[0]?.userId } })).body.error).toBe('BAD_INPUT');
  });
});

describe('Rules', () => {
  it('are the defaults until somebody sets them, and two people do not overwrite each other', async () => {
    const { rules } = await ask<{ rules: ShownRules }>('GET', RULES);
    expect(rules).toMatchObject({ version: 0, lowStockPercent: 20, notify: ['high'], steps: [], quietHours: null, webhookUrl: null, offlineAfterSeconds: 60, timeZone: 'America/New_York' });
    await setRules({});
    const { status } = await larder.call('PUT', RULES, { token: await larder.signIn('admin'), body: rules });
    expect(status).toBe(409);
  });

  it('raise alerts by the threshold that was set, and clear those above a lower one', async () => {
    await setRules({ lowStockPercent: 60 });
    const { alert } = await runLow(6);
    expect(alert).toMatchObject({ details: { percentage: 60, lowStockPercent: 60 }, severity: 'medium' });
    const { alert: lower } = await runLow(1);
    await setRules({ lowStockPercent: 20 });
    await until('it is over', async () => (await storyOf(alert)).alert.isResolved);
    expect((await storyOf(lower)).alert.isResolved).toBe(false);
  });

  it('mean the same by low everywhere: what is low on screens has its alert, also when the limit rises', async () => {
    await setRules({ lowStockPercent: 20 });
    const { machineId } = await larder.addMachine({ machineId: 'VM-LOW', slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 4 }, { slot: 'A2', name: 'Water', price: 1 }] });
    const shown = () => ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`);
    const inLists = async () => (await ask<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?lowStock=true&limit=200')).machines.some((one) => one.machineId === machineId);
    const alertHere = async () => (await list('&type=low_stock&isResolved=false')).find(({ machine }) => machine.machineId === machineId);
    expect([await shown(), await inLists()]).toMatchObject([{ lowStockCount: 0, lowStockPercent: 20 }, false]);
    await setRules({ lowStockPercent: 40 });
    expect([await shown(), await inLists()]).toMatchObject([{ lowStockCount: 1, lowStockPercent: 40 }, true]);
    expect(await until('there is an alert', alertHere)).toMatchObject({ details: { currentStock: 4, maxStock: 10, lowStockPercent: 40 } });
    await setRules({ lowStockPercent: 20 });
    await until('it is over', async () => !(await alertHere()));
  });

  it('are held against a par level that is changed', async () => {
    await setRules({ lowStockPercent: 20 });
    const { machine, alert } = await runLow(2);
    const par = (maxQuantity: number) => ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { slot: 'A1', productId: machine.products.A1, quantity: 0, maxQuantity });
    await par(5);
    await until('two of five are enough', async () => (await storyOf(alert)).alert.isResolved);
    await par(12);
    expect(await until('two of twelve are not', async () => (await list('&type=low_stock&isResolved=false')).find((one) => one.machine.machineId === machine.machineId))).toMatchObject({ details: { currentStock: 2, maxStock: 12 } });
  });

  const HOOK = 'http://127.0.0.1:9/hook';
  it('keep addresses and secrets out of the log, and show the secret once', async () => {
    const { webhookSecret, rules } = await setRules({ webhookUrl: HOOK, steps: [{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }] });
    expect(webhookSecret).toMatch(/^whsec_/);
    expect(rules.steps).toEqual([{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }]);
    expect((await setRules({})).webhookSecret).toBeUndefined();
    const everything = JSON.stringify([await events.read('alertrules-acme', 0), await larder.everyRow()]);
    expect(everything).toContain(HOOK);
    expect(everything).not.toContain('janitor@example.com');
    expect(everything).not.toContain(webhookSecret as string);
  });

  it('go on without whoever has left the organization, and can be changed', async () => {
    const token = await larder.signIn('owner', 'parting');
    const asked = async <T>(method: string, path: string, body?: object): Promise<T> => larder.ask<T>(method, path, { token, body });
    const { members } = await asked<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members');
    const [stays, leaves] = (['owner', 'operator'] as const).map((role) => members.find((one) => one.role === role)?.userId);
    const steps = (...who: (string | undefined)[]) => [{ afterMinutes: 0, recipients: who.map((userId) => ({ kind: 'member', userId })), webhook: false }];
    const change = async (changes: object) => {
      const { rules: { changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await asked<{ rules: ShownRules }>('GET', RULES);
      return asked<{ rules: ShownRules }>('PUT', RULES, { ...rules, ...changes });
    };
    await change({ steps: steps(stays, leaves) });
    await asked('DELETE', `/api/auth/organization/members/${leaves}`);
    expect((await change({ lowStockPercent: 30 })).rules).toMatchObject({ lowStockPercent: 30, steps: steps(stays) });
  });

  it.each([
    [{ steps: [{ afterMinutes: 0, recipients: [], webhook: false }] }, 'Each step tells somebody'],
    [{ steps: [{ afterMinutes: 0, recipients: [{ kind: 'member', userId: 'somebody-else' }], webhook: false }] }, 'no member of the organization'],
    [{ quietHours: { from: '25:00', to: '07:00', exceptHigh: true } }, 'Please enter a time such as 22:00'],
    [{ temperature: { minC: 9, maxC: 8 } }, 'The lowest temperature is below the highest'],
    [{ webhookUrl: 'ftp://example.com' }, 'Please enter an address that begins with https://'],
  ])('are refused when they make no sense: %j', async (change, message) => {
    await expect(setRules(change as Partial<AlertRules>)).rejects.toThrow(message);
  });
});

it('counts what happened in the days that were asked for', async () => {
  const all = await ask<Out<typeof alertStats>>('GET', `${ALERTS}/stats?startDate=2026-03-01&endDate=2026-03-31`);
  expect(all.total).toBe((await list()).length);
  expect(all.summary.resolved + all.summary.unresolved).toBe(all.total);
  const open = await ask<Out<typeof alertStats>>('GET', `${ALERTS}/stats?isResolved=false`);
  expect([open.total, open.unresolved, open.summary.resolved]).toEqual([all.summary.unresolved, all.summary.unresolved, 0]);
  expect(all.resolutionTimes.map(({ severity }) => severity)).toContain('medium');
  await expect(ask('GET', `${ALERTS}/stats?startDate=2026-03-31&endDate=2026-03-01`)).rejects.toThrow('The end date is before the start date');
  expect((await ask<Out<typeof alertStats>>('GET', `${ALERTS}/stats?startDate=2026-02-01&endDate=2026-02-28`)).total).toBe(0);
});
