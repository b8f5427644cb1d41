import type { AnyFact } from '@larder/contracts/fact.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import { sale, type Sale, type SaleCommand } from '../sale.js';
import { dispute, type DisputeCommand } from './dispute.js';
import { settle } from './settling.js';

const line = { productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 1, unitPriceCents: 275, costCents: 80, totalCents: 275, slot: 'A1' };
const sold: Sale = {
  saleId: 'visit.s1', machineId: 'VM-1', machineName: 'Lobby', address: '12 Ocean Avenue', soldAt: '2026-03-01T11:00:00.000Z', day: '2026-03-01', timeZone: 'UTC', timeKnown: true, method: 'card', currency: 'USD',
  lines: [line], totalCents: 275, source: 'visit', reference: 's1', paymentId: 'pay_s1',
};
const claimed = { disputeId: 'visit.s1.0', saleId: 'visit.s1', line: 0, sessionId: 's1', machineId: 'VM-1', machineName: 'Lobby', productId: 'p1', name: 'Cola', sku: 'COLA', claim: 'put_back' as const, quantity: 1, amountCents: 275, currency: 'USD' };

let kit: Kit;
beforeEach(async () => {
  kit = new Kit(await openParts('sales', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'UTC' } }));
  await sell({ type: 'RecordSale', sale: sold });
});
afterEach(() => kit.end());

const because = (commandId: string) => ({ commandId, account: 'acme', actor: 'user:olive', correlationId: commandId });
/** Answers the last fact. */
async function sell(command: SaleCommand): Promise<AnyFact> {
  const done = await kit.handle(sale, 'visit.s1', command, because(JSON.stringify(command)));
  if (isRefusal(done)) throw new Error(done.message);
  return done.facts.at(-1) as unknown as AnyFact;
}
/** So many reports of the machine say that it came back. */
async function say(returned: number, amountCents = 275): Promise<AnyFact> {
  const opening: DisputeCommand = { type: 'OpenDispute', dispute: { ...claimed, amountCents }, seen: { returned, missing: 0 }, given: new Map(), limitCents: 500, refundId: 'd1' };
  const done = await kit.handle(dispute, 'visit.s1', opening, because('dispute'));
  if (isRefusal(done)) throw new Error(done.message);
  return done.facts.at(-1) as unknown as AnyFact;
}
const giveBack = (amountCents?: number): Promise<AnyFact> => sell({ type: 'RequestRefund', refundId: 'r1', line: 0, ...(amountCents && { amountCents }), reason: 'warm', by: 'user:olive', at: '2026-03-01T12:00:00.000Z', day: '2026-03-01' });
const given = (amountCents: number): Promise<AnyFact> => sell({ type: 'CompleteRefund', refundId: 'r1', amountCents, at: '2026-03-01T12:01:00.000Z', day: '2026-03-01' });
const now = async () => (await kit.look(dispute, 'visit.s1', 'acme'))['visit.s1.0'];

it('a dispute whose refund was refused is the operator\'s, also when its approval is heard again after a crash and the money could be given back by then', async () => {
  await giveBack();
  const approved = await say(1);
  await settle(kit, approved);
  await sell({ type: 'RefuseRefund', refundId: 'r1', why: 'The card is closed' });
  await settle(kit, approved);
  expect(await now()).toMatchObject({ state: 'open' });
  expect(Object.keys((await kit.look(sale, 'visit.s1', 'acme')).refunds)).toEqual(['r1']);
});

it('what was given back before the guest said that something was wrong is not what they want, when it is heard again after a crash', async () => {
  await giveBack(200);
  const refunded = await given(200);
  await settle(kit, refunded);
  await say(0, 75);
  await settle(kit, refunded);
  expect(await now()).toMatchObject({ state: 'open' });
});

it('a dispute is over where all that the guest wanted was given back otherwise before its own refund came to nothing', async () => {
  await giveBack();
  const approved = await say(1);
  await settle(kit, await given(275));
  expect(await now()).toMatchObject({ state: 'approved' });
  await settle(kit, approved);
  expect(await now()).toMatchObject({ state: 'refunded', refundId: 'r1', by: 'operator', amountCents: 275 });
});

it('a dispute is over where the operator gives back in parts what the guest wants, with the part that makes it up', async () => {
  const part = async (refundId: string, amountCents: number): Promise<void> => {
    const at = { at: '2026-03-01T12:00:00.000Z', day: '2026-03-01' };
    await sell({ type: 'RequestRefund', refundId, line: 0, amountCents, reason: 'warm', by: 'user:olive', ...at });
    await settle(kit, await sell({ type: 'CompleteRefund', refundId, amountCents, ...at }));
  };
  await part('r0', 50);
  await say(0, 200);
  await part('r1', 150);
  expect(await now()).toMatchObject({ state: 'open' });
  await part('r2', 50);
  expect(await now()).toMatchObject({ state: 'refunded', refundId: 'r2', by: 'operator', amountCents: 200 });
});

it('what was asked of the provider before the guest said that something was wrong with the rest is not what they want, when it is done at last', async () => {
  await giveBack(200);
  await say(0, 75);
  await settle(kit, await given(200));
  expect(await now()).toMatchObject({ state: 'open' });
});

it('a dispute that the bank and the operator had settled together is open again where the bank gives back its part', async () => {
  const known = { chargebackRef: 'dp_1', at: '2026-03-02T12:00:00.000Z', day: '2026-03-02' };
  await say(0);
  await settle(kit, await sell({ type: 'EnterChargeback', amountCents: 200, ...known }));
  await giveBack();
  await settle(kit, await given(75));
  expect(await now()).toMatchObject({ state: 'refunded', amountCents: 275 });
  const undone = await sell({ type: 'LiftChargeback', ...known });
  await settle(kit, undone);
  expect(await now()).toMatchObject({ state: 'open' });
  await settle(kit, await sell({ type: 'EnterChargeback', amountCents: 200, ...known, day: '2026-03-03' }));
  await settle(kit, undone);
  expect(await now()).toMatchObject({ state: 'refunded', by: 'bank' });
});
