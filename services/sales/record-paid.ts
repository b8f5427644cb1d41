/** A paid visit becomes a sale, and what its payment gave back, or lost to the guest's bank, is entered on it. */
import { dayIn } from '@larder/contracts/day.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { shares } from '@larder/contracts/shares.js';
import { taxOfRates } from '@larder/contracts/tax.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { sale, type Sale, type SaleCommand } from './sale.js';

const ENTERED = ['SessionPaid', 'RefundIssued', 'RefundFailed', 'ChargebackClosed'] as const;
type Entered = Stored<Extract<SessionFact | PaymentFact, { type: (typeof ENTERED)[number] }>>;
type Paid = Extract<SessionFact, { type: 'SessionPaid' }>['data'];

export const recordPaid = (kit: Kit): Reaction => ({
  source: 'vending',
  concerns: only(...ENTERED),
  /** What came in a visit is recorded before what went. */
  laneOf: (heard: AnyFact) => (heard as Entered).data.sessionId,
  async on(heard: AnyFact) {
    const fact = heard as Entered;
    const cause = because(heard, 'sales');
    for (const [n, command] of (await commandsFor(kit, fact)).entries()) {
      const recorded = await kit.handle(sale, `visit.${fact.data.sessionId}`, command, n === 0 ? cause : { ...cause, commandId: `${cause.commandId}:${n}` });
      // A bank may take back a part of a visit that is still owed: it comes with the rest, if that ever does.
      const isOfNoSale = fact.type === 'ChargebackClosed' && isRefusal(recorded) && recorded.refused === 'NOT_FOUND';
      if (isRefusal(recorded) && !isOfNoSale) throw new Declined(recorded);
    }
  },
});

async function commandsFor(kit: Kit, fact: Entered): Promise<SaleCommand[]> {
  switch (fact.type) {
    case 'SessionPaid':
      return [{ type: 'RecordSale', sale: saleOf(fact.data) }, ...(await lostIn(kit, fact))];
    case 'RefundIssued':
      return [{ type: 'CompleteRefund', refundId: fact.data.refundId, amountCents: fact.data.amountCents, ...(await onDay(kit, fact, fact.data.issuedAt)) }];
    case 'RefundFailed':
      return [{ type: 'RefuseRefund', refundId: fact.data.refundId, why: fact.data.why }, ...(await lostIn(kit, fact))];
    case 'ChargebackClosed': {
      const { outcome, chargebackRef, amountCents } = fact.data;
      const known = { ...(await onDay(kit, fact, fact.meta.at)), heard: placeOf(fact) };
      if (outcome === 'lost') return [{ type: 'EnterChargeback', chargebackRef, amountCents, ...known }];
      // What another bank keeps may have found no money left that this one had not taken.
      return [{ type: 'LiftChargeback', chargebackRef, ...known }, ...(await lostIn(kit, fact))];
    }
  }
}

async function lostIn(kit: Kit, fact: Extract<Entered, { type: 'SessionPaid' | 'RefundFailed' | 'ChargebackClosed' }>): Promise<SaleCommand[]> {
  const { lost = [] } = fact.data;
  if (lost.length === 0) return [];
  const entered = { ...(await onDay(kit, fact, fact.meta.at)), heard: placeOf(fact) };
  return lost.map((one) => ({ type: 'EnterChargeback', ...one, ...entered }));
}

const placeOf = ({ stream, revision }: Entered): { stream: string; revision: number } => ({ stream, revision });

/** The organization's day. */
async function onDay(kit: Kit, fact: Entered, at: string): Promise<{ at: string; day: string }> {
  const settings = await kit.ask(accountSettings, { account: fact.meta.account }, kit.because(fact as AnyFact, 'sales'));
  if (isRefusal(settings)) throw new Declined(settings);
  return { at, day: dayIn(settings.timeZone, at) };
}

/** The sale that a paid visit is: on the day that the machine's wall shows, what came shared by its lines, the tax in it. */
export function saleOf(paid: Paid): Sale {
  const { taxBasisPoints } = paid;
  const totals = shares(paid.totalCents, paid.lines.map(({ priceCents, quantity }) => priceCents * quantity));
  const taxes = taxBasisPoints === undefined ? undefined : taxOfRates(paid.lines.map((line, n) => ({ cents: totals[n] ?? 0, basisPoints: line.taxBasisPoints ?? taxBasisPoints })));
  return {
    saleId: `visit.${paid.sessionId}`, machineId: paid.machineId, machineName: paid.machine.name, address: paid.machine.address,
    soldAt: paid.paidAt, day: dayIn(paid.machine.timeZone, paid.paidAt), timeZone: paid.machine.timeZone, timeKnown: true, method: paid.method, currency: paid.currency,
    lines: paid.lines.map(({ productId, name, sku, category, quantity, priceCents, costCents, slot, taxBasisPoints: own }, line) =>
      ({ productId, name, sku, category, quantity, unitPriceCents: priceCents, costCents, totalCents: totals[line] ?? 0, slot, ...(taxes && { taxCents: taxes[line], ...(own !== undefined && { taxBasisPoints: own }) }) })),
    totalCents: paid.totalCents, source: 'visit', reference: paid.sessionId, paymentId: paid.paymentId,
    ...(taxes && { taxBasisPoints, taxCents: taxes.reduce((sum, tax) => sum + tax, 0) }),
  };
}
