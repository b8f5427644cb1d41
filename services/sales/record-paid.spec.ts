import type { AnyFact } from '@larder/contracts/fact.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored } from '@larder/kit/testing.js';
import { recordPaid, saleOf } from './record-paid.js';
import { isGivenBack, sale } from './sale.js';

const line = { slot: 'A1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 250, costCents: 80, quantity: 2 };
const paid: Extract<SessionFact, { type: 'SessionPaid' }> = {
  type: 'SessionPaid',
  data: {
    sessionId: 'visit1', machineId: 'VM-1', paymentId: 'pay_visit1', method: 'mobile', paidAt: '2022-01-02T03:00:00.000Z', totalCents: 650, currency: 'USD',
    machine: { machineId: 'VM-1', name: 'Lobby', address: '1 Main Street', timeZone: 'America/New_York' },
    lines: [line, { ...line, slot: 'A2', productId: 'nuts', name: 'Nuts', sku: 'NUTS', priceCents: 150, costCents: null, quantity: 1 }],
  },
};

describe('A paid visit', () => {
  it('becomes a sale of the day that it was at the machine, with each line\'s money and cost', () => {
    expect(saleOf(paid.data)).toMatchObject({
      saleId: 'visit.visit1', day: '2022-01-01', soldAt: '2022-01-02T03:00:00.000Z', timeKnown: true, method: 'mobile', totalCents: 650, source: 'visit', reference: 'visit1', paymentId: 'pay_visit1',
      machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street',
      lines: [{ sku: 'COLA', quantity: 2, unitPriceCents: 250, costCents: 80, totalCents: 500, slot: 'A1' }, { sku: 'NUTS', quantity: 1, unitPriceCents: 150, costCents: null, totalCents: 150, slot: 'A2' }],
    });
  });

  it('of which a rest never came is a sale of what did, shared by the lines to the cent', () => {
    expect(saleOf({ ...paid.data, totalCents: 500, unpaidCents: 150, taxBasisPoints: 1000 })).toMatchObject({
      totalCents: 500, taxCents: 45, lines: [{ unitPriceCents: 250, quantity: 2, totalCents: 385, taxCents: 35 }, { unitPriceCents: 150, totalCents: 115, taxCents: 10 }],
    });
  });

  it('of goods that have a tax rate of their own has the tax of each, and of what is left that of the machine', () => {
    const [cola, nuts] = paid.data.lines as [typeof line, typeof line];
    expect(saleOf({ ...paid.data, lines: [{ ...cola, taxBasisPoints: 1_900 }, nuts], taxBasisPoints: 700 })).toMatchObject({ taxBasisPoints: 700, taxCents: 90, lines: [{ totalCents: 500, taxBasisPoints: 1_900, taxCents: 80 }, { totalCents: 150, taxCents: 10 }] });
    expect(saleOf({ ...paid.data, lines: [{ ...cola, taxBasisPoints: 0 }, nuts], taxBasisPoints: 700 }).lines.map(({ taxCents }) => taxCents)).toEqual([0, 10]);
  });

  it('gives a cent that is left over to the line that lost most by rounding', () => {
    const [first, second] = paid.data.lines as [typeof line, typeof line];
    const lines = [{ ...first, priceCents: 100, quantity: 1 }, { ...second, priceCents: 200, quantity: 1 }];
    expect(saleOf({ ...paid.data, lines, totalCents: 200, unpaidCents: 100 }).lines.map(({ totalCents }) => totalCents)).toEqual([67, 133]);
    expect(saleOf({ ...paid.data, lines, totalCents: 100, unpaidCents: 200 }).lines.map(({ totalCents }) => totalCents)).toEqual([33, 67]);
  });

  describe('heard on the bus', () => {
    let kit: Kit;
    beforeEach(async () => {
      kit = new Kit(await openParts('sales', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    });
    afterEach(() => kit.end());
    const facts = stored<SessionFact>([{ type: 'SessionCancelled', data: { sessionId: 'visit0', machineId: 'VM-1', why: 'guest' } }, paid]) as unknown as AnyFact[];
    const hear = async (): Promise<void> => {
      for (const fact of facts.filter((one) => recordPaid(kit).concerns?.(one))) await recordPaid(kit).on(fact);
    };

    it('is recorded once for the organization whose machine it was, however often it is heard', async () => {
      await hear();
      await hear();
      expect((await kit.look(sale, 'visit.visit1', 'acme')).sale).toEqual(saleOf(paid.data));
      expect((await kit.look(sale, 'visit.visit1', 'other')).sale).toBeUndefined();
      expect((await kit.look(sale, 'visit.visit0', 'acme')).sale).toBeUndefined();
    });
    it('has what the bank had kept of it before entered on it, once, whoever tells of it', async () => {
      await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'America/New_York' } }));
      const lost = [{ chargebackRef: 'dp_1', amountCents: 650 }];
      const [before, after] = [stored<PaymentFact>([{ type: 'ChargebackClosed', data: { sessionId: 'visit1', paymentId: 'pay_visit1', chargebackRef: 'dp_1', machineId: 'VM-1', amountCents: 650, currency: 'USD', outcome: 'lost' } }])[0], { ...facts[1], data: { ...paid.data, lost } }] as AnyFact[];
      for (const fact of [before, after, after, { ...before, id: '00000000-0000-8000-a000-000000000008' }]) await recordPaid(kit).on(fact as AnyFact);
      const entered = (await kit.history(sale, 'visit.visit1', 'acme')).filter(({ type }) => type === 'SaleRefunded').map(({ data }) => (data as { line: number; amountCents: number }));
      expect(entered.map(({ line, amountCents }) => [line, amountCents])).toEqual([[0, 500], [1, 150]]);
    });
    it('has it entered also when a refund of the same money was under way then, and is refused', async () => {
      await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'America/New_York' } }));
      await hear();
      const cause = { account: 'acme', actor: 'user:u1', correlationId: 'visit1' };
      for (const line of [0, 1]) await kit.handle(sale, 'visit.visit1', { type: 'RequestRefund', refundId: `r${line}`, line, reason: 'melted', by: 'u1', at: 't', day: '2026-03-02' }, { ...cause, commandId: `r${line}` });
      const about = { sessionId: 'visit1', paymentId: 'pay_visit1', machineId: 'VM-1', currency: 'USD' };
      const lost = [{ chargebackRef: 'dp_1', amountCents: paid.data.totalCents }];
      const failed = (line: number): PaymentFact => ({ type: 'RefundFailed', data: { ...about, refundId: `r${line}`, line, amountCents: 1, why: 'disputed', lost } });
      const told = stored<PaymentFact>([{ type: 'ChargebackClosed', data: { ...about, ...(lost[0] as (typeof lost)[number]), outcome: 'lost' } }, failed(0), failed(1)]);
      for (const [n, fact] of told.entries()) await recordPaid(kit).on({ ...fact, id: `00000000-0000-8000-a000-00000000001${n}` } as unknown as AnyFact);
      const state = await kit.look(sale, 'visit.visit1', 'acme');
      expect([0, 1].map((line) => isGivenBack(state, line))).toEqual([true, true]);
    });
    it('has what one chargeback took entered when another one, which had left nothing to enter it on, is won', async () => {
      await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'America/New_York' } }));
      await hear();
      const about = { sessionId: 'visit1', paymentId: 'pay_visit1', machineId: 'VM-1', currency: 'USD' };
      const [all, part] = [{ chargebackRef: 'dp_1', amountCents: paid.data.totalCents }, { chargebackRef: 'dp_2', amountCents: 130 }];
      const told = stored<PaymentFact>([{ type: 'ChargebackClosed', data: { ...about, ...all, outcome: 'lost' } }, { type: 'ChargebackClosed', data: { ...about, ...part, outcome: 'lost' } }, { type: 'ChargebackClosed', data: { ...about, ...all, outcome: 'won', lost: [part] } }])
        .map((fact, n) => ({ ...fact, id: `00000000-0000-8000-a000-00000000003${n}`, meta: { ...fact.meta, commandId: `told ${n}` } }) as unknown as AnyFact);
      for (const fact of [...told, ...told]) await recordPaid(kit).on(fact);
      const { refunds } = await kit.look(sale, 'visit.visit1', 'acme');
      expect(Object.values(refunds).flatMap(({ state, amountCents }) => (state === 'done' ? [amountCents] : []))).toEqual([100, 30]);
    });
    it('stays lost to the bank, or won from it after all, when what was said before is heard again, after a crash', async () => {
      await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'America/New_York' } }));
      await hear();
      const about = { sessionId: 'visit1', paymentId: 'pay_visit1', machineId: 'VM-1', currency: 'USD' };
      const lost = [{ chargebackRef: 'dp_1', amountCents: paid.data.totalCents }];
      const closed = (outcome: 'won' | 'lost'): PaymentFact => ({ type: 'ChargebackClosed', data: { ...about, ...(lost[0] as (typeof lost)[number]), outcome } });
      const told = stored<PaymentFact>([closed('won'), closed('lost'), { type: 'RefundFailed', data: { ...about, refundId: 'r1', line: 0, amountCents: 1, why: 'disputed', lost } }, closed('won')])
        .map((fact, n) => ({ ...fact, id: `00000000-0000-8000-a000-00000000002${n}`, meta: { ...fact.meta, commandId: `told ${n}` } }) as unknown as AnyFact);
      const isLost = async (upTo: number): Promise<boolean[]> => {
        for (const fact of [...told.slice(0, upTo), ...told.slice(0, upTo)]) await recordPaid(kit).on(fact);
        const state = await kit.look(sale, 'visit.visit1', 'acme');
        return [0, 1].map((line) => isGivenBack(state, line));
      };
      expect([await isLost(2), await isLost(4)]).toEqual([[true, true], [false, false]]);
    });
    it('is not overwritten: the same visit with another content is a surprise', async () => {
      await hear();
      const other = { ...facts[1], id: '00000000-0000-8000-a000-000000000009', data: { ...paid.data, totalCents: 1 } } as AnyFact;
      await expect(recordPaid(kit).on(other)).rejects.toThrow('visit1 is recorded already, with another content');
    });
  });
});
