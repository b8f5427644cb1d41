/** What sales decided to give back is given back through the payment it came with. */
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { SalesFact } from '@larder/contracts/sales.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/commands/react.js';
import { payment } from './payment.js';

export const refunding = (kit: Kit): Reaction => ({
  source: 'sales',
  async on(heard: AnyFact) {
    const fact = heard as Stored<SalesFact>;
    if (fact.type !== 'RefundRequested' || !fact.data.paymentId) return;
    const { reference: sessionId, refundId, line, amountCents, reason } = fact.data;
    const ordered = await kit.handle(payment, sessionId, { type: 'OrderRefund', refundId, line, amountCents, reason }, because(heard, 'vending'));
    // Sales checks the same limits, so this is a mistake of ours: it stays visible and is repeated.
    if (isRefusal(ordered)) throw new Declined(ordered);
  },
});
