/** What guests do after they have paid: keep their receipt, have it e-mailed, and say when something was put back or was wrong. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { BlackBox, Purchase } from '@larder/contracts/vending/black-box.js';
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { csvOf, fetchFile } from '../files.testing.js';
import { startLarder, type AddedMachine, type CallOptions, type TestLarder } from '../testing.js';

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
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75 }, { slot: 'A2', name: 'Cable', price: 14 }] });
  await larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/tax`, { token: owner, body: { taxBasisPoints: 825 } });
});

/** The secret that a guest's browser keeps. */
const browserOf = (guest: string): Record<string, string> => ({ cookie: `larder_guest=${guest.padEnd(22, '-')}` });
const GUS = browserOf('gus');

/** A visit of Gus's in which this was taken and paid; answers its receipt's token. */
async function bought(...slots: string[]): Promise<string> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` }, headers: GUS });
  machine.device.openDoor(sessionId);
  for (const slot of slots) machine.device.take(slot, 1, sessionId);
  machine.device.closeDoor(sessionId);
  const due = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  await larder.ask('POST', `/api/vend${due.checkoutUrl}`, { body: { outcome: 'pay' } });
  await becomes(sessionId, 'it is there', () => true);
  return sessionId;
}
const receiptOf = (token: string, headers = GUS) => larder.call<Receipt>('GET', `/api/vend/receipt/${token}`, { headers });
const becomes = (token: string, what: string, is: (receipt: Receipt) => boolean): Promise<Receipt> => until(`the receipt says: ${what}`, async () => {
  const { body } = await receiptOf(token);
  return body.data && is(body.data) ? body.data : undefined;
});
const say = (token: string, body: object, headers: Record<string, string> = {}) => larder.call<Receipt>('POST', `/api/vend/receipt/${token}/dispute`, { body, headers: { ...GUS, ...headers } });
const mail = (token: string, email: string, { proof, ...by }: { headers?: Record<string, string>; token?: string; proof?: string } = { headers: GUS }) =>
  larder.call<{ state: string; mailsLeft: number }>('POST', `/api/vend/receipt/${token}/mail`, { body: { email, proof }, ...by });
const letterTo = async (address: string): Promise<{ subject: string; text: string } | undefined> =>
  ((await (await fetch(`${larder.url}/dev/mailbox.json`)).json()) as { to: string; subject: string; text: string }[]).find(({ to }) => to === address);
const queue = (query = 'open=true') => larder.ask<{ disputes: DisputeView[]; openCount: number }>('GET', `/api/admin/sales/disputes?${query}&limit=100`, { token: owner });
const decide = (id: string, what: 'approve' | 'decline', body: object, token = owner) => larder.call<{ dispute: DisputeView }>('POST', `/api/admin/sales/disputes/${id}/${what}`, { token, body });
/** The machine sees it come back when the visit is long over. */
async function putBack(token: string, slot: string): Promise<void> {
  machine.device.giveBack(slot, 1, token);
  await until('it is acknowledged', () => machine.device.waiting === 0);
  await until('the visit knows', async () => {
    const box = await larder.ask<BlackBox>('GET', `/api/admin/sales/visit.${token}/timeline`, { token: owner });
    return box.timeline.some(({ type }) => type === 'UnplacedItemReported');
  });
}
const refundsOf = async (token: string): Promise<number[]> => (await larder.ask<Purchase>('GET', `/api/admin/sales/visit.${token}`, { token: owner })).lines.map(({ refundedAmount }) => refundedAmount);

describe('A receipt', () => {
  it('says what was bought, with the tax in it, to whoever has its address', async () => {
    const token = await bought('A1', 'A1');
    expect((await receiptOf(token)).body.data).toMatchObject({
      reference: token.slice(-8), machine: { name: 'Lobby' }, lines: [{ name: 'Cola', quantity: 2, unitPrice: 2.75, amount: 5.5, refunded: 0, disputable: true }],
      total: 5.5, taxes: [{ rate: '8.25%', amount: 0.42 }], refunds: [], settled: true, mailsLeft: 5,
    });
    expect((await receiptOf('somebody-else')).status).toBe(404);
  });

  it('of a visit with a hold says what was held, charged and released', async () => {
    await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'hold-first', holdCents: 1500 } });
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
    await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { paymentFlow: 'pay-after' } });
    const { checkoutUrl } = await until('the card can be held', async () => {
      const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
      return view.checkoutUrl && view;
    });
    await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
    await until('the door is open', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === sessionId));
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 1, sessionId);
    machine.device.closeDoor(sessionId);
    expect(await becomes(sessionId, 'released', ({ hold }) => hold !== undefined)).toMatchObject({ hold: { held: 15, charged: 2.75, released: 12.25 }, total: 2.75 });
  });

  it('goes by e-mail to the address the guest gives, which lies in no fact, and not without end', async () => {
    const token = await bought('A1');
    expect(await mail(token, 'gus@example.com')).toMatchObject({ status: 200, body: { data: { state: 'sent', mailsLeft: 4 } } });
    const letter = await letterTo('gus@example.com');
    expect(letter).toMatchObject({ subject: expect.stringMatching(/^Your receipt from .*: \$2\.75$/), text: expect.stringContaining('1 x Cola: $2.75') });
    expect(letter?.text).toContain('of which tax (8.25%) $0.21');
    expect(letter?.text).toContain(`/vend/receipt/${token}`);
    expect(await mail(token, 'nobody')).toMatchObject({ status: 400 });
    for (let n = 2; n <= 5; n++) expect((await mail(token, `gus${n}@example.com`)).status).toBe(200);
    expect(await mail(token, 'one-more@example.com')).toMatchObject({ status: 429 });
    expect(JSON.stringify(await larder.everyRow())).not.toContain('gus@example.com');
  });
});

it('the tax of what is given back is less than nothing in the export, as its money is', async () => {
  const token = await bought('A1');
  await larder.ask('POST', `/api/admin/sales/visit.${token}.0/refund`, { token: owner, body: { reason: 'warm' } });
  await becomes(token, 'refunded', ({ lines }) => lines[0]?.refunded === 2.75);
  const rows = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=sales&format=csv&machineId=${machine.machineId}`, owner));
  expect(rows.map(({ Type, Amount, Tax }) => [Type, Amount, Tax])).toEqual([['Sale', '2.75', '0.21'], ['Refund', '-2.75', '-0.21']]);
});

describe('Who may do something about a receipt', () => {
  const NOT_YOURS = { status: 403, body: { error: 'FORBIDDEN', message: expect.stringContaining('the browser it was bought with, or open the link in the e-mailed receipt') as string } };
  const wrong = { line: 0, claim: 'wrong' };

  it('is the guest in the browser that began the visit: no member of the organization and no other guest who knows its address', async () => {
    const token = await bought('A1');
    const dispute = (by: CallOptions, body: object = wrong) => larder.call<Receipt>('POST', `/api/vend/receipt/${token}/dispute`, { body, ...by });
    const others: CallOptions[] = [
      ...(await Promise.all((['viewer', 'operator', 'owner'] as const).map(async (role) => ({ token: await larder.signIn(role) })))),
      // Also when they are signed in where they bought something themselves.
      { token: owner, headers: browserOf('zoe') }, { headers: browserOf('zoe') }, {},
    ];
    for (const by of others) {
      expect((await larder.call<Receipt>('GET', `/api/vend/receipt/${token}`, by)).body.data).toMatchObject({ yours: false, total: 2.75 });
      expect(await dispute(by)).toMatchObject(NOT_YOURS);
      expect(await dispute(by, { ...wrong, proof: 'A'.repeat(43) })).toMatchObject(NOT_YOURS);
      expect(await mail(token, 'zoe@example.com', by)).toMatchObject(NOT_YOURS);
    }
    expect(await letterTo('zoe@example.com')).toBeUndefined();
    expect((await receiptOf(token)).body.data).toMatchObject({ yours: true, mailsLeft: 5, lines: [{ disputable: true }] });
    expect((await say(token, wrong)).status).toBe(200);
  });

  it('is whoever has the link of the e-mailed receipt, and of that receipt only', async () => {
    const [token, another] = [await bought('A1'), await bought('A1')];
    await mail(token, 'link@example.com');
    const link = new URL(/http\S+\/vend\/receipt\/\S+/.exec((await letterTo('link@example.com'))?.text ?? '')?.[0] ?? '');
    expect(link.pathname).toBe(`/vend/receipt/${token}`);
    const proof = link.searchParams.get('proof') as string;
    const elsewhere = browserOf('another of Gus');
    expect((await larder.call<Receipt>('GET', `/api/vend/receipt/${token}?proof=${proof}`, { headers: elsewhere })).body.data).toMatchObject({ yours: true });
    expect(await mail(token, 'again@example.com', { headers: elsewhere, proof })).toMatchObject({ status: 200, body: { data: { mailsLeft: 3 } } });
    expect(await say(another, { ...wrong, proof }, elsewhere)).toMatchObject(NOT_YOURS);
    expect(await say(token, { ...wrong, proof: `${proof.slice(0, -1)}${proof.endsWith('A') ? 'E' : 'A'}` }, elsewhere)).toMatchObject(NOT_YOURS);
    expect(await say(token, { ...wrong, proof }, elsewhere)).toMatchObject({ status: 200, body: { data: { yours: true, lines: [{ dispute: { state: 'open' } }] } } });
  });
});

describe('A guest who put something back', () => {
  it('after the door was closed has the money back at once, once', async () => {
    const token = await bought('A1', 'A2');
    await putBack(token, 'A1');
    const key = { 'idempotency-key': 'one tap' };
    const [first, again, other] = await Promise.all([say(token, { line: 0, claim: 'put_back' }, key), say(token, { line: 0, claim: 'put_back' }, key), say(token, { line: 0, claim: 'put_back' })]);
    expect([first.status, again.status, other.status]).toEqual([200, 200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await becomes(token, 'refunded', ({ lines }) => lines[0]?.dispute?.state === 'refunded')).toMatchObject({
      lines: [{ refunded: 2.75, dispute: { claim: 'put_back', state: 'refunded', amount: 2.75, reason: 'The machine saw it come back' } }, { refunded: 0 }], refunds: [{ name: 'Cola', amount: 2.75, state: 'done' }], refunded: 2.75, settled: true,
    });
    expect(await refundsOf(token)).toEqual([2.75, 0]);
    expect((await queue()).disputes.filter(({ saleId }) => saleId === `visit.${token}`)).toEqual([]);
  });

  it('and has it back from the operator already has nothing more back at once: the machine saw one, not two', async () => {
    const token = await bought('A1', 'A1');
    await putBack(token, 'A1');
    await larder.ask('POST', `/api/admin/sales/visit.${token}.0/refund`, { token: owner, body: { amount: 2.75, reason: 'It came back after the visit' } });
    await becomes(token, 'one is given back', ({ refunded }) => refunded === 2.75);
    expect((await say(token, { line: 0, claim: 'put_back', quantity: 1 })).body.data).toMatchObject({ lines: [{ dispute: { state: 'open' } }] });
    expect((await queue()).disputes.find(({ saleId }) => saleId === `visit.${token}`)).toMatchObject({ evidence: { agrees: false, what: 'none', returned: 1 }, left: 2.75 });
    expect(await refundsOf(token)).toEqual([2.75]);
  });

  it('as only they say waits for the operator', async () => {
    const token = await bought('A1');
    expect((await say(token, { line: 0, claim: 'put_back' })).body.data).toMatchObject({ lines: [{ dispute: { state: 'open' }, disputable: false }], settled: false });
    expect(await refundsOf(token)).toEqual([0]);
  });

  it('worth more than the organization gives back unseen waits for the operator, who sees that the machine agrees', async () => {
    const token = await bought('A2');
    await putBack(token, 'A2');
    await say(token, { line: 0, claim: 'put_back' });
    expect((await queue()).disputes.find(({ saleId }) => saleId === `visit.${token}`)).toMatchObject({ amount: 14, left: 14, evidence: { agrees: true, what: 'returned', returned: 1 }, state: 'open' });
  });
});

describe('Something that was wrong', () => {
  const wrong = async (text = 'It was warm'): Promise<{ token: string; id: string }> => {
    const token = await bought('A1');
    await say(token, { line: 0, claim: 'wrong', text });
    return { token, id: `visit.${token}.0` };
  };

  it('is an alert until it is decided; what the machine\'s reports decide is none', async () => {
    const alertsOf = async (token: string) => (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100', { token: owner })).alerts.filter(({ details }) => details.reason === 'guest_dispute' && details.sessionId === token);
    const back = await bought('A1');
    await putBack(back, 'A1');
    await say(back, { line: 0, claim: 'put_back' });
    const { token, id } = await wrong();
    const [alert] = await until('it is raised', async () => (await alertsOf(token)).length > 0 && alertsOf(token));
    expect(alert).toMatchObject({ type: 'unusual_activity', severity: 'high', isResolved: false, product: { name: 'Cola' }, message: 'Lobby: a guest says that something was wrong and asks for $2.75; approve or decline it under Sales, Disputes' });
    expect(await alertsOf(back)).toEqual([]);
    await decide(id, 'decline', { reason: 'It was cold' });
    await until('it is over', async () => (await alertsOf(token))[0]?.isResolved);
  });

  it('is read by the operator, who gives back a part, and the guest sees it', async () => {
    const { token, id } = await wrong();
    expect((await queue()).disputes.find((one) => one.id === id)).toMatchObject({ claim: 'wrong', text: 'It was warm', product: { name: 'Cola' }, amount: 2.75, left: 2.75, evidence: { agrees: false, what: 'none' } });
    expect(await decide(id, 'approve', { amount: 3 })).toMatchObject({ status: 409, body: { message: 'At most $2.75 can still be refunded' } });
    expect((await decide(id, 'approve', { amount: 1 })).body.data?.dispute).toMatchObject({ state: 'approved', decision: { by: 'operator', amount: 1 } });
    expect(await decide(id, 'approve', { amount: 1 })).toMatchObject({ status: 409, body: { message: 'This has been decided already' } });
    expect(await becomes(token, 'a part is back', ({ settled, refunded }) => settled && refunded > 0)).toMatchObject({ refunded: 1, lines: [{ refunded: 1, dispute: { claim: 'wrong', state: 'refunded', amount: 1 } }] });
    const box = await larder.ask<BlackBox>('GET', `/api/admin/sales/visit.${token}/timeline`, { token: owner });
    expect(box.timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['Guest says: 1x Cola was wrong', 'Dispute approved: $1.00', 'Dispute settled: $1.00 given back']));
    expect(JSON.stringify(box)).not.toContain('It was warm');
  });

  it('is declined with a reason the guest can read', async () => {
    const { token, id } = await wrong('');
    expect((await decide(id, 'decline', {})).status).toBe(400);
    expect((await decide(id, 'decline', { reason: 'The temperature was 4 °C all day' })).body.data?.dispute).toMatchObject({ state: 'declined' });
    expect((await receiptOf(token)).body.data).toMatchObject({ lines: [{ dispute: { state: 'declined', reason: 'The temperature was 4 °C all day' } }], refunded: 0, settled: true });
    expect(await say(token, { line: 0, claim: 'put_back' })).toMatchObject({ status: 409, body: { message: 'You have told us about this item already' } });
  });

  it('never costs more than the line, whatever the operator refunded before or meanwhile', async () => {
    const { token, id } = await wrong();
    await larder.ask('POST', `/api/admin/sales/${id}/refund`, { token: owner, body: { amount: 2, reason: 'x' } });
    expect((await decide(id, 'approve', {})).body.data?.dispute).toMatchObject({ decision: { amount: 0.75 } });
    await becomes(token, 'all is back', ({ refunded, settled }) => settled && refunded === 2.75);
    expect(await say(token, { line: 0, claim: 'wrong' })).toMatchObject({ status: 200, body: { data: { refunded: 2.75 } } });
  });

  it('is about what was bought and not given back yet, however many the guest says', async () => {
    const token = await bought('A1', 'A1');
    await larder.ask('POST', `/api/admin/sales/visit.${token}.0/refund`, { token: owner, body: { amount: 3, reason: 'x' } });
    await say(token, { line: 0, claim: 'wrong', quantity: 9 });
    expect((await queue()).disputes.find(({ saleId }) => saleId === `visit.${token}`)).toMatchObject({ quantity: 2, amount: 2.5, left: 2.5 });
  });

  it('is settled by a refund that the operator gives without looking at the queue', async () => {
    const { token, id } = await wrong();
    for (const amount of [2, undefined]) await larder.ask('POST', `/api/admin/sales/${id}/refund`, { token: owner, body: { amount, reason: 'Told us at the desk' } });
    const { lines } = await becomes(token, 'all is back and nobody has to decide', ({ refunded, settled }) => settled && refunded === 2.75);
    expect(lines).toMatchObject([{ dispute: { state: 'refunded', amount: 2.75 } }]);
    expect((await queue('open=false')).disputes.find((one) => one.id === id)?.decision).toMatchObject({ by: 'operator', amount: 2.75, reason: 'The operator gave it back' });
  });

  it('is decided by no viewer, and by nobody else\'s operators', async () => {
    const { id } = await wrong();
    expect((await decide(id, 'approve', {}, await larder.signIn('viewer'))).status).toBe(403);
    expect((await decide(id, 'approve', {}, await larder.signIn('owner', 'rival'))).status).toBe(404);
    expect(await larder.ask('GET', '/api/admin/sales/disputes', { token: await larder.signIn('owner', 'rival') })).toMatchObject({ disputes: [], openCount: 0 });
  });

  it('can be said for two weeks, or for as long as the organization likes', async () => {
    const token = await bought('A1');
    const begun = clock.now();
    clock.set(new Date(begun.getTime() + 15 * 86_400_000));
    expect(await say(token, { line: 0, claim: 'wrong' })).toMatchObject({ status: 409, body: { message: expect.stringContaining('14 days') as never } });
    expect((await say(token, { line: 7, claim: 'wrong' })).status).toBe(404);
    clock.set(begun);
  });
});
