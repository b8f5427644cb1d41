/** Who is told of an alert: by e-mail and webhook, from step to step, not in quiet hours. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShownRules } from '@larder/contracts/alert-rules.js';
import type { AlertStats, AlertView } from '@larder/contracts/alerts.js';
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import type { Role } from '@larder/contracts/roles.js';
import { alertStream } from '@larder/alerts/alert.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { mailTo } from '../mailbox.testing.js';
import { emailOf, startLarder, type TestLarder } from '../testing.js';
import { alertsIn, MINUTE_MS, RULES } from './alerts.testing.js';

let larder: TestLarder;
let clock: StandingClock;
let receiver: Server;
let hookUrl: string;
let calls: { signature: string; body: string }[] = [];
let answers: number;
const seen = new Set<string>();

beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
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
const { ask, deed, storyOf, passUntil, setRules, runLow } = alertsIn(() => ({ larder, clock }));
const callsAbout = (alert: AlertView): (typeof calls) => calls.filter(({ body }) => body.includes(`"${alert._id}"`));

describe('Telling people', () => {
  it('goes from step to step until somebody acknowledges, each once, signed', async () => {
    const { webhookSecret } = await setRules({
      webhookUrl: hookUrl, newSecret: true, notify: ['high', 'medium'],
      steps: [{ afterMinutes: 0, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }, { afterMinutes: 15, recipients: await asRecipients('owner'), webhook: false }, { afterMinutes: 60, recipients: [{ kind: 'address', email: 'boss@example.com' }], webhook: false }],
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

  it('sends nobody to where the machine was: an open alert says what it is called and where it stands by now', async () => {
    await setRules({ webhookUrl: hookUrl, notify: ['medium'], steps: [{ afterMinutes: 15, recipients: [{ kind: 'address', email: 'janitor@example.com' }], webhook: true }] });
    const { alert, machine } = await runLow(2);
    const { alert: over } = await runLow(2);
    await deed(over, 'resolve', { reason: 'by hand' });
    for (const { machine: { machineId } } of [alert, over]) await ask('PUT', `/api/cognito-auth/machines/${machineId}`, { name: 'Boat House', location: { address: '9 Harbor Road' } });
    await ask('PUT', `/api/cognito-auth/products/${machine.products.A1}`, { sku: alert.product?.sku, name: 'Cola Zero', category: 'Snacks', price: 2.5, cost: 0.5, weight: 100 });
    const now = { machine: { machineId: machine.machineId, name: 'Boat House', location: { address: '9 Harbor Road' } }, product: { name: 'Cola Zero', sku: alert.product?.sku }, message: 'Cola Zero is running low in Boat House: 2 of 10 left' };
    const { alerts: listed } = await ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=200');
    const shown = [(await storyOf(alert)).alert, listed.find(({ _id }) => _id === alert._id)].map((one) => one && { machine: one.machine, product: one.product, message: one.message });
    expect(shown).toEqual([now, now]);
    const { topAlertMachines } = await ask<AlertStats>('GET', '/api/admin/dashboard/alerts/stats');
    expect(topAlertMachines.find(({ machineId }) => machineId === machine.machineId)?.name).toBe('Boat House');
    expect((await storyOf(over)).alert).toMatchObject({ machine: over.machine, product: over.product, message: over.message });
    clock.pass(15 * MINUTE_MS);
    await passUntil('the webhook is called', async () => callsAbout(alert).length > 0);
    expect((JSON.parse((callsAbout(alert)[0] as { body: string }).body) as { alert: object }).alert).toMatchObject(now);
    const { text } = await mailTo(larder, 'janitor@example.com', /Cola Zero is running low in Boat House: 2 of 10 left/, seen);
    expect(text).toContain(`Machine: Boat House (${machine.machineId}), 9 Harbor Road`);
  });

  it('tries a webhook that fails again and again for a day, then says so on the alert', async () => {
    await setRules({ webhookUrl: hookUrl, notify: ['medium'], steps: [{ afterMinutes: 0, recipients: [], webhook: true }] });
    answers = 503;
    const { alert } = await runLow(2);
    // When the next attempt is due is counted from when the failure of this one was noted.
    const failures = async () => (await larder.kit.stream(`alert-${alertStream('acme', alert._id.replace(/\.\d+$/, ''))}`)).filter(({ type }) => type === 'NoticeFailed').length;
    await passUntil('it is tried', async () => callsAbout(alert).length === 1);
    for (let hour = 0; hour < 25; hour++) {
      const before = callsAbout(alert).length;
      await until('its failure is noted', async () => (await failures()) === before);
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

  it('goes to the owners where everybody of a step has left, and the rules say so', async () => {
    const [viewer, owner] = [await asRecipients('viewer'), await asRecipients('owner')];
    await setRules({ notify: ['medium'], steps: [{ afterMinutes: 0, recipients: viewer, webhook: false }] });
    await ask('DELETE', `/api/auth/organization/members/${viewer[0]?.userId}`);
    const { alert } = await runLow(2);
    await passUntil('it is told', async () => (await storyOf(alert)).notices.some(({ state }) => state === 'delivered'));
    expect((await storyOf(alert)).notices).toMatchObject([{ to: emailOf('owner', 'acme'), state: 'delivered' }]);
    expect((await ask<{ rules: ShownRules }>('GET', RULES)).rules.steps).toEqual([{ afterMinutes: 0, recipients: owner, webhook: false }]);
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

async function asRecipients(of: Role): Promise<{ kind: 'member'; userId: string }[]> {
  const { members } = await ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members');
  return members.filter(({ role }) => role === of).map(({ userId }) => ({ kind: 'member', userId }));
}
