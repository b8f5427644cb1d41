/** A paid visit becomes a sale. */
import { dayIn } from '@larder/contracts/day.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { SessionFact } from '@larder/contracts/vending.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/react.js';
import { sale, type Sale } from './sale.js';

type Paid = Extract<SessionFact, { type: 'SessionPaid' }>['data'];

export const recordPaid = (kit: Kit): Reaction => ({
  source: 'vending',
  async on(heard: AnyFact) {
    const fact = heard as Stored<SessionFact>;
    if (fact.type !== 'SessionPaid') return;
    const recorded = await kit.handle(sale, `visit.${fact.data.sessionId}`, { type: 'RecordSale', sale: saleOf(fact.data) }, because(heard, 'sales'));
    if (isRefusal(recorded)) throw new Error(recorded.message);
  },
});

export function saleOf(paid: Paid): Sale {
  return {
    saleId: `visit.${paid.sessionId}`, machineId: paid.machineId, machineName: paid.machine.name, address: paid.machine.address,
    soldAt: paid.paidAt, day: dayIn(paid.machine.timeZone, paid.paidAt), timeKnown: true, method: paid.method, currency: paid.currency,
    lines: paid.lines.map(({ productId, name, sku, category, quantity, priceCents, costCents, slot }) =>
      ({ productId, name, sku, category, quantity, unitPriceCents: priceCents, costCents, totalCents: priceCents * quantity, slot })),
    totalCents: paid.totalCents, source: 'visit', reference: paid.sessionId, paymentId: paid.paymentId,
  };
}
