/** What was decided of a dispute is given back like any refund, and what became of that is noted on the dispute. */
import { dayIn } from '@larder/contracts/day.js';
import type { DisputeFact } from '@larder/contracts/disputes.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { accountSettings } from '@larder/contracts/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/react.js';
import { isByBank, isGivenBack, sale, type SaleFact } from '../sale.js';
import { dispute, type DisputeCommand } from './dispute.js';

export const SETTLING = ['DisputeApproved', 'SaleRefunded', 'RefundRefused', 'RefundUndone'] as const;

export async function settle(kit: Kit, heard: AnyFact): Promise<void> {
  const fact = heard as Stored<DisputeFact | SaleFact>;
  const note = (command: DisputeCommand, step = '') =>
    kit.handle(dispute, fact.data.saleId, command, { ...because(heard, 'sales'), commandId: `sales:${heard.id}${step}` });
  switch (fact.type) {
    case 'DisputeApproved': {
      const { saleId, disputeId, line, refundId, amountCents, reason } = fact.data;
      const decided = (await kit.look(dispute, saleId, fact.meta.account))[disputeId];
      if (decided?.state !== 'approved' || decided.refundId !== refundId) return; // heard again, and the operator's by now
      const settings = await kit.ask(accountSettings, { account: fact.meta.account }, kit.because(heard, 'sales'));
      if (isRefusal(settings)) throw new Declined(settings);
      const at = kit.clock.now().toISOString();
      const asked = await kit.handle(sale, saleId, { type: 'RequestRefund', refundId, line, amountCents, reason, by: fact.meta.actor, at, day: dayIn(settings.timeZone, at) }, because(heard, 'sales'));
      // Somebody refunded the line meanwhile: back to the operator.
      if (isRefusal(asked)) await note({ type: 'NoteRefundFailed', refundId, why: asked.message }, ':refused');
      return;
    }
    case 'SaleRefunded': {
      const { saleId, line, refundId, amountCents } = fact.data;
      const state = await kit.look(sale, saleId, fact.meta.account);
      return void (await note({ type: 'NoteRefunded', refundId, disputeId: `${saleId}.${line}`, amountCents, isAll: isGivenBack(state, line), by: isByBank(state.refunds[refundId]) ? 'bank' : 'operator' }));
    }
    case 'RefundRefused':
      return void (await note({ type: 'NoteRefundFailed', refundId: fact.data.refundId, why: fact.data.why }));
    case 'RefundUndone':
      return void (await note({ type: 'NoteRefundFailed', refundId: fact.data.refundId, why: fact.data.reason }));
    default:
      return;
  }
}
