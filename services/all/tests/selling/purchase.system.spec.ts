/** A guest buys: the whole way from the tap to the operator's screens, and what may go otherwise on it. How a visit can end is in endings.system.spec.ts. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { Dashboard, dashboardActivity } from '@larder/contracts/gateway.js';
import type { Out } from '@larder/contracts/request.js';
import type { PurchaseSummary, SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { csvOf, fetchFile } from '../files.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';
import { guestAt } from './guest.testing.js';

let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  larder = await startLarder({ clock });
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 4 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 10 }] });
});

const { tap, begin, session, becomes, shop, pay, salesOf, alertsOf, stockOf } = guestAt(() => ({ larder, machine, owner }));

describe('A guest who buys', () => {
  it('taps, sees what the machine sees, pays, and the operator\'s sales, stock, alerts and dashboard follow', async () => {
    const before = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard', { token: owner });
    const id = await begin();
    await until('the machine was told to unlock', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === id));

    machine.device.openDoor(id);
    machine.device.take('A1', 1, id);
    expect((await becomes(id, { totalAmount: 2.75 })).items).toEqual([{ name: 'Cola', sku: expect.any(String), quantity: 1, price: 2.75 }]);
    machine.device.take('A1', 2, id);
    machine.device.take('A2', 1, id);
    machine.device.giveBack('A2', 1, id);
    machine.device.closeDoor(id);
    const due = await becomes(id, { status: 'committed', totalAmount: 8.25 });
    expect(due.committed).toBe(true);

    const ready = await until('the checkout is open', async () => (await session(id)).checkoutUrl && session(id));
    expect(await larder.ask<SessionView>('POST', `/api/vend/session/${id}/pay`, { body: {} })).toMatchObject({ status: 'payment_pending' });
    const { returnUrl } = await pay(ready);
    await becomes(id, { status: 'completed' });

    expect(await until('the sale is there', async () => (await salesOf())[0])).toMatchObject({ amount: 8.25, quantity: 3, paymentMethod: 'card', product: { name: 'Cola' }, refunded: false, day: '2026-03-01' });
    await until('the stock follows', async () => (await stockOf('A1')) === 1 && (await stockOf('A2')) === 10);
    expect(await until('the alert is there', async () => (await alertsOf('&isResolved=false'))[0])).toMatchObject({ type: 'low_stock', severity: 'medium', product: { name: 'Cola' }, details: { currentStock: 1, maxStock: 10, percentage: 10 } });
    const after = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard', { token: owner });
    expect(after.today.revenue - before.today.revenue).toBeCloseTo(8.25);
    expect(after.today.transactions - before.today.transactions).toBe(1);
    const { activity } = await larder.ask<Out<typeof dashboardActivity>>('GET', '/api/cognito-auth/dashboard/activity?limit=2', { token: owner });
    const at = { machineId: machine.machineId, name: expect.any(String) };
    const [line] = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=sales&format=csv&machineId=${machine.machineId}`, owner));
    expect([line?.Transaction, id]).toEqual([id, expect.stringMatching(/^v/)]); // one that began with a sign would be marked as text in it, and be another
    expect(activity).toHaveLength(2);
    expect(activity).toEqual(expect.arrayContaining([
      expect.objectContaining({ what: 'sale', message: '3 × Cola', machine: at, amount: 8.25, currency: 'USD' }), expect.objectContaining({ what: 'alert', machine: at, severity: 'medium', isResolved: false }),
    ]));

    const found = await larder.ask<PurchaseSummary>('GET', `/api/vend/session/lookup?stripeSessionId=${returnUrl.split('=')[1]}`);
    expect(found).toMatchObject({ paid: true, totalAmount: 8.25, items: [{ product: { name: 'Cola' }, quantity: 3, unitPrice: 2.75 }] });

    const named = async (transaction: string, token = owner) => (await larder.ask<{ sales: { transactionId: string }[] }>('GET', `/api/admin/sales?transaction=${encodeURIComponent(transaction)}`, { token })).sales.map(({ transactionId }) => transactionId);
    expect([found.reference.length, await named(found.reference.toUpperCase()), await named(id.slice(-8))]).toEqual([8, [id], [id]]);
    expect([await named(found.reference.slice(1)), await named(`x${found.reference}`), await named(found.reference, await larder.signIn('owner', 'rival'))]).toEqual([[], [], []]);
  });

  it('keeps the price of the tap, even if the operator changes it while the door is open', async () => {
    const id = await begin();
    await larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/inventory/A1/price`, { token: owner, body: { price: 9.99 } });
    expect((await shop(id, 'A1')).totalAmount).toBe(2.75);
  });

  it('who takes nothing pays nothing, and the machine is free again', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.closeDoor(id);
    await becomes(id, { status: 'cancelled' });
    await until('the next guest may tap', async () => (await tap()).status === 200);
    await until('the door was locked again', () => machine.heard.some((order) => order.do === 'lock' && order.sid === id));
  });
});

describe('Two guests at one machine', () => {
  it('are served one after the other', async () => {
    const first = await begin();
    const second = await tap();
    expect([second.status, second.body.error]).toEqual([409, 'MACHINE_BUSY']);
    await shop(first, 'A1');
    expect((await until('the till is free', async () => {
      const answer = await tap();
      return answer.status === 200 && answer;
    })).body.data?.sessionId).not.toBe(first);
  });

  it('tapping in the same moment get one session between them', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => tap()));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });
});

it('a second tap of the same guest comes back to the same session', async () => {
  const response = await fetch(`${larder.url}/api/vend/start`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ nfcSessionId: `${machine.machineId}-042` }) });
  const { data } = (await response.json()) as { data: SessionView };
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] as string;
  expect((await tap({ cookie }, `${machine.machineId}-777`)).body.data?.sessionId).toBe(data.sessionId);
});

describe('A machine whose messages are delivered badly', () => {
  it('sent five times each, in the wrong order and with losses: every item counts once', async () => {
    Object.assign(machine.device.faults, { copies: 5, reversed: true, dropEvery: 3 });
    const id = await begin();
    const due = await shop(id, 'A1', 'A1', 'A2', 'A1', 'A2');
    expect(due.totalAmount).toBe(3 * 2.75 + 2 * 3.25);
    await until('everything is acknowledged', () => machine.device.waiting === 0);
    expect(await stockOf('A1')).toBe(1);
  });

  it('offline with the guest at the door: what happened arrives later and is charged once', async () => {
    const id = await begin();
    await machine.device.disconnect();
    machine.device.openDoor(id);
    machine.device.take('A2', 2, id);
    machine.device.closeDoor(id);
    expect((await session(id)).items).toEqual([]);
    await machine.device.connect();
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(6.5);
  });
});

it('what another machine reports of a visit is not on its bill, and the operator is told', async () => {
  const other = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75 }] });
  const id = await begin();
  other.device.openDoor(id);
  other.device.take('A1', 2, id);
  other.device.closeDoor(id);
  await until('it is told', async () => {
    const { alerts } = await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=200', { token: owner });
    return alerts.some(({ machine: { machineId }, message }) => machineId === other.machineId && message.endsWith('without a session the door was opened and 2x left (A1). Please count what is in there'));
  });
  expect((await shop(id, 'A2')).totalAmount).toBe(3.25);
});

describe('A payment the provider reports badly', () => {
  it('twice, and before the guest comes back: it is one sale', async () => {
    const due = await shop(await begin(), 'A1');
    await Promise.all([pay(due), pay(due), pay(due)]);
    await becomes(due.sessionId, { status: 'completed' });
    await pay(due);
    await until('the sale is there', async () => (await salesOf()).length > 0);
    expect(await salesOf()).toHaveLength(1);
  });

  it('not signed, or signed by somebody else: nothing is believed', async () => {
    const due = await shop(await begin(), 'A1');
    const forged = await larder.call('POST', '/api/webhooks/checkout', { body: { eventId: 'x', what: 'paid', sessionId: due.sessionId, amountCents: 275 }, headers: { 'stripe-signature': 'ab'.repeat(32) } });
    expect([forged.status, forged.body.error]).toEqual([400, 'BAD_INPUT']);
    expect((await session(due.sessionId)).status).toBe('committed');
  });

  it('the guest leaves the checkout: nothing is charged, and the same visit can still be paid', async () => {
    const due = await shop(await begin(), 'A1');
    const { returnUrl } = await larder.ask<{ returnUrl: string }>('POST', `/api/vend${due.checkoutUrl}`, { body: { outcome: 'abandon' } });
    expect(returnUrl).toBe(`/vend/cancel?session_id=${due.sessionId}`);
    expect(await salesOf()).toEqual([]);
    await pay(due);
    await becomes(due.sessionId, { status: 'completed' });
  });
});

describe('Screens', () => {
  /** The next events of a stream, as text, until `enough`. */
  const streamed = async (path: string, headers: Record<string, string>, act: () => Promise<unknown>, enough: (text: string) => boolean): Promise<string> => {
    const stop = new AbortController();
    const response = await fetch(`${larder.url}${path}`, { headers, signal: stop.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const acting = act();
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      if (enough(text)) break;
    }
    await acting;
    stop.abort();
    return text;
  };

  it('of the guest change by themselves', async () => {
    const id = await begin();
    const text = await streamed(`/api/vend/session/${id}/events`, {}, async () => {
      machine.device.openDoor(id);
      machine.device.take('A1', 1, id);
    }, (so) => so.includes('"totalAmount":2.75'));
    expect(text).toMatch(/event: session\n/);
    expect(text).not.toContain('costCents');
  });

  it('of the operator hear of sales, stock and alerts of their own organization only', async () => {
    const rival = await larder.signIn('owner', 'rival');
    const foreign = streamed('/api/live', { authorization: `Bearer ${rival}` }, () => larder.addMachine({ account: 'rival' }), (so) => so.includes('changed'));
    const text = await streamed('/api/live', { authorization: `Bearer ${owner}` }, async () => pay(await shop(await begin(), 'A1', 'A1')), (so) => ['sales', 'machines', 'alerts'].every((view) => so.includes(`"view":"${view}"`)));
    expect(text).toContain(machine.machineId);
    expect(await foreign).not.toContain(machine.machineId);
  });
});
