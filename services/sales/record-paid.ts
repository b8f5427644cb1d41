/** A paid visit becomes a sale, and what its payment gave back is entered on it. */
import { dayIn } from '@larder/contracts/day.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { accountSettings } from '@larder/contracts/organization.js';
import { taxOfLines } from '@larder/contracts/tax.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/react.js';
import { sale, type Sale, type SaleCommand } from './sale.js';

type Entered = 'SessionPaid' | 'RefundIssued' | 'RefundFailed';
type Paid = Extract<SessionFact, { type: 'SessionPaid' }>['data'];

export const recordPaid = (kit: Kit): Reaction => ({
  source: 'vending',
  concerns: only<Entered>('SessionPaid', 'RefundIssued', 'RefundFailed'),
  async on(heard: AnyFact) {
    const command = await commandFor(kit, heard as Stored<Extract<SessionFact | PaymentFact, { type: Entered }>>);
    const recorded = await kit.handle(sale, `visit.${(heard as Stored<SessionFact>).data.sessionId}`, command, because(heard, 'sales'));
    if (isRefusal(recorded)) throw new Declined(recorded);
  },
});

async function commandFor(kit: Kit, fact: Stored<Extract<SessionFact | PaymentFact, { type: Entered }>>): Promise<SaleCommand> {
  switch (fact.type) {
    case 'SessionPaid':
      return { type: 'RecordSale', sale: saleOf(fact.data) };
    case 'RefundIssued': {
      const settings = await kit.ask(accountSettings, { account: fact.meta.account }, kit.because(fact as AnyFact, 'sales'));
      if (isRefusal(settings)) throw new Declined(settings);
      return { type: 'CompleteRefund', refundId: fact.data.refundId, amountCents: fact.data.amountCents, at: fact.data.issuedAt, day: dayIn(settings.timeZone, fact.data.issuedAt) };
    }
    case 'RefundFailed':
      return { type: 'RefuseRefund', refundId: fact.data.refundId, why: fact.data.why };
  }
}

/** The sale that a paid visit is: on the day that the machine's wall shows, what came shared by its lines, the tax in it. */
export function saleOf(paid: Paid): Sale {
  const { taxBasisPoints } = paid;
  const totals = shares(paid.totalCents, paid.lines.map(({ priceCents, quantity }) => priceCents * quantity));
  const taxes = taxBasisPoints === undefined ? undefined : taxOfLines(totals, taxBasisPoints);
  return {
    saleId: `visit.${paid.sessionId}`, machineId: paid.machineId, machineName: paid.machine.name, address: paid.machine.address,
    soldAt: paid.paidAt, day: dayIn(paid.machine.timeZone, paid.paidAt), timeZone: paid.machine.timeZone, timeKnown: true, method: paid.method, currency: paid.currency,
    lines: paid.lines.map(({ productId, name, sku, category, quantity, priceCents, costCents, slot }, line) =>
      ({ productId, name, sku, category, quantity, unitPriceCents: priceCents, costCents, totalCents: totals[line] ?? 0, slot, ...(taxes && { taxCents: taxes[line] }) })),
    totalCents: paid.totalCents, source: 'visit', reference: paid.sessionId, paymentId: paid.paymentId,
    ...(taxes && { taxBasisPoints, taxCents: taxes.reduce((sum, tax) => sum + tax, 0) }),
  };
}

/** What came for each line, when all of them cost `prices`: in proportion, by the largest remainder, so that it adds up to `paidCents`. */
function shares(paidCents: number, prices: readonly number[]): number[] {
  const whole = prices.reduce((sum, price) => sum + price, 0);
  if (whole === paidCents) return [...prices];
  const parts = prices.map((price, line) => ({ line, cents: Math.floor((price * paidCents) / whole), rest: (price * paidCents) % whole }));
  const left = paidCents - parts.reduce((sum, { cents }) => sum + cents, 0);
  const rounded = new Set([...parts].sort((a, b) => b.rest - a.rest || a.line - b.line).slice(0, left).map(({ line }) => line));
  return parts.map(({ line, cents }) => cents + (rounded.has(line) ? 1 : 0));
}
