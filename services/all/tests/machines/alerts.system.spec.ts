/** An alert's life through the front doors: raised by stock, looked after, put off, escalated by e-mail and webhook, given up, resolved, counted. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertRules, ShownRules } from '@larder/contracts/alert-rules.js';
import type { alertStats, AlertStory, AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { TeamMember } from '@larder/contracts/organization.js';
import type { Out } from '@larder/contracts/request.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite-event-store.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { mailTo } from '../mailbox.testing.js';
import { emailOf, startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const MINUTE_MS = 60_000;
const ALERTS = '/api/admin/dashboard/alerts';
const RULES = '/api/admin/alert-rules';

let larder: TestLarder;
let clock: StandingClock;
let events: EventStore;
let receiver: Server;
let hookUrl: string;
let calls: { signature: string; body: string }[] = [];
let answers: number;
let machines = 0;
const seen = new Set<string>();

beforeAll(async () => {
  clock = standingClock();
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  events = store;
  larder = await startLarder({ clock, events, bookmarks });
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      calls.push({ signature: String(request.headers['larder-signature']), body });
      response.writeHead(answers).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await larder.stop();
  await new Promise((closed) => receiver.close(closed));
});
beforeEach(() => {
  calls = [];
  answers = 200;
});

const ask = async <T>(method: string, path: string, body?: object, role: 'owner' | 'operator' | 'viewer' = 'owner'): Promise<T> => larder.ask<T>(method, path, { token: await larder.signIn(role), body });
const deed = async (alert: AlertView, what: string, body: object = {}): Promise<AlertView> => (await ask<{ alert: AlertView }>('POST', `${ALERTS}/${encodeURIComponent(alert._id)}/${what}`, body, 'operator')).alert;
const storyOf = (alert: AlertView): Promise<AlertStory> => ask('GET', `${ALERTS}/${encodeURIComponent(alert._id)}`);
/** Lets time pass in small steps until something is so. */
const passUntil = <T>(what: string, condition: () => Promise<T>): Promise<unknown> => until(what, () => {
  clock.pass(500);
  return condition();
});

async function setRules(change: Partial<AlertRules> & { newSecret?: boolean }): Promise<{ rules: ShownRules; webhookSecret?: string }> {
  const { rules: { version, changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await ask<{ rules: ShownRules }>('GET', RULES);
  return ask('PUT', RULES, { ...rules, ...change, version });
}

const list = async (query = ''): Promise<AlertView[]> => (await ask<{ alerts: AlertView[] }>('GET', `${ALERTS}?limit=200${query}`)).alerts;

/** A machine of its own whose only slot runs low, down to `left` of 10. */
async function runLow(left: number): Promise<{ alert: AlertView; machine: AddedMachine }> {
  const machine = await larder.addMachine({ machineId: `VM-A${++machines}`, name: `Lobby ${machines}`, slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
  await adjust(machine, left - 10);
  const alert = await until(`${machine.machineId} runs low`, async () => (await list('&type=low_stock&isResolved=false')).find((one) => one.machine.machineId === machine.machineId));
  return { alert, machine };
}
const callsAbout = (alert: AlertView): (typeof calls) => calls.filter(({ body }) => body.includes(`"${alert._id}"`));
const adjust = (machine: AddedMachine, change: number) => ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory/A1/adjust`, { change, reason: 'counted' });

describe('Looking after an alert', () => {
  it('says why it fired, and keeps who did what and why', async () => {
    const { alert } = await runLow(2);
    const { members } = await ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members');
    const viewer = members.find(({ role }) => role === 'viewer') as TeamMember;
    expect((await deed(alert, 'acknowledge', { note: 'on my way' })).handling).toBe('acknowledged');
    expect(await deed(alert, 'assign', { userId: viewer.userId })).toMatchObject({ assignedTo: { userId: viewer.userId, lastName: 'viewer' } });
    expect(await deed(alert, 'snooze', { until: new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString(), reason: 'van is full' })).toMatchObject({ handling: 'snoozed', isResolved: false });
    expect((await list('&isResolved=false&snoozed=false')).map(({ _id }) => _id)).not.toContain(alert._id);
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
    await setRules({ lowStockPercent: 20 });
    await until('it is over', async () => (await storyOf(alert)).alert.isResolved);
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

  it('keep addresses and secrets out of the log, and show the secret once', async () => {
    const { webhookSecret, rules } = await setRules({ webhookUrl: hookUrl, steps: [{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }] });
    expect(webhookSecret).toMatch(/^whsec_/);
    expect(rules.steps).toEqual([{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }]);
    expect((await setRules({})).webhookSecret).toBeUndefined();
    const everything = JSON.stringify([await events.read('alertrules-acme', 0), await larder.everyRow()]);
    expect(everything).toContain(hookUrl);
    expect(everything).not.toContain('janitor@example.com');
    expect(everything).not.toContain(webhookSecret as string);
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

describe('Telling people', () => {
  it('goes from step to step until somebody acknowledges, each once, signed', async () => {
    const { webhookSecret } = await setRules({
      webhookUrl: hookUrl, newSecret: true, notify: ['high', 'medium'],
      steps: [{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }, { afterMinutes: 15, recipients: await ownerAsRecipient(), webhook: false }, { afterMinutes: 60, recipients: [{ kind: 'address', email: 'boss@example.com' }], webhook: false }],
    });
    const { alert } = await runLow(2);
    await passUntil('the webhook is called', async () => callsAbout(alert).length > 0);
    const first = await mailTo(larder, 'janitor@example.com', /Cola is running low/, seen);
    expect(first.text).toContain(`/app/alerts?alert=${encodeURIComponent(alert._id)}`);
    const [call] = callsAbout(alert) as [(typeof calls)[0]];
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(call.signature) ?? [];
    expect(v1).toBe(createHmac('sha256', webhookSecret as string).update(`${t}.${call.body}`).digest('hex'));
    expect(JSON.parse(call.body)).toMatchObject({ type: 'alert', step: 1, alert: { id: alert._id, details: { currentStock: 2 } } });

    clock.pass(15 * MINUTE_MS);
    await passUntil('the owner is told', async () => (await storyOf(alert)).notices.some(({ step, state }) => step === 2 && state === 'delivered'));
    expect((await mailTo(larder, emailOf('owner', 'acme'), /Cola is running low/, seen)).text).toContain('Nobody has acknowledged it yet');
    await deed(alert, 'acknowledge');
    clock.pass(60 * MINUTE_MS);
    for (let n = 0; n < 20; n++) {
      clock.pass(500);
      await new Promise(setImmediate);
    }
    const { notices, alert: now } = await storyOf(alert);
    expect(notices.map(({ step, channel, to, state }) => [step, channel, to, state])).toEqual([[1, 'email', 'janitor@example.com', 'delivered'], [1, 'webhook', 'Webhook', 'delivered'], [2, 'email', emailOf('owner', 'acme'), 'delivered']]);
    expect([now.escalatesAt, callsAbout(alert).length]).toEqual([undefined, 1]);
  });

  it('tries a webhook that fails again and again for a day, then says so on the alert', async () => {
    await setRules({ webhookUrl: hookUrl, notify: ['medium'], steps: [{ afterMinutes: 0, recipients: [], webhook: true }] });
    answers = 503;
    const { alert } = await runLow(2);
    await passUntil('it is tried', async () => callsAbout(alert).length === 1);
    for (let hour = 0; hour < 25; hour++) {
      const before = callsAbout(alert).length;
      clock.pass(61 * MINUTE_MS);
      await passUntil(`it is tried in hour ${hour}`, async () => callsAbout(alert).length > before || (await storyOf(alert)).alert.undelivered > 0);
    }
    const { notices, history, alert: now } = await storyOf(alert);
    expect(now.undelivered).toBe(1);
    expect(notices).toMatchObject([{ state: 'given up', why: 'The address answered 503' }]);
    expect(history.at(-1)).toMatchObject({ what: 'undelivered', reason: 'The address answered 503' });
    expect(new Set(callsAbout(alert).map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1);
    const tried = callsAbout(alert).length;
    clock.pass(61 * MINUTE_MS);
    await deed(alert, 'resolve', { reason: 'by hand' });
    expect(callsAbout(alert)).toHaveLength(tried);
  });

  it('keeps quiet in quiet hours, and tells when they are over', async () => {
    const zone = (at: Date): string => new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(at);
    const inTwoHours = new Date(clock.now().getTime() + 120 * MINUTE_MS);
    await setRules({ webhookUrl: hookUrl, notify: ['medium', 'high'], quietHours: { from: zone(new Date(clock.now().getTime() - MINUTE_MS)), to: zone(inTwoHours), exceptHigh: true }, steps: [{ afterMinutes: 0, recipients: [], webhook: true }] });
    const { alert } = await runLow(2);
    expect(Date.parse(alert.escalatesAt as string) - clock.now().getTime()).toBeGreaterThan(100 * MINUTE_MS);
    const { alert: high } = await runLow(0);
    await passUntil('the high one is told', async () => callsAbout(high).length === 1);
    expect(callsAbout(alert)).toEqual([]);
    clock.set(new Date(alert.escalatesAt as string));
    await passUntil('the other one is told', async () => callsAbout(alert).length === 1);
    await setRules({ quietHours: null, steps: [] });
  });
});

it('counts what happened in the days that were asked for', async () => {
  const all = await ask<Out<typeof alertStats>>('GET', `${ALERTS}/stats?startDate=2026-03-01&endDate=2026-03-31`);
  expect(all.total).toBe((await list()).length);
  expect(all.summary.resolved + all.summary.unresolved).toBe(all.total);
  expect(all.resolutionTimes.map(({ severity }) => severity)).toContain('medium');
  await expect(ask('GET', `${ALERTS}/stats?startDate=2026-03-31&endDate=2026-03-01`)).rejects.toThrow('The end date is before the start date');
  expect((await ask<Out<typeof alertStats>>('GET', `${ALERTS}/stats?startDate=2026-02-01&endDate=2026-02-28`)).total).toBe(0);
});

async function ownerAsRecipient(): Promise<{ kind: 'member'; userId: string }[]> {
  const { members } = await ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members');
  return members.filter(({ role }) => role === 'owner').map(({ userId }) => ({ kind: 'member', userId }));
}
