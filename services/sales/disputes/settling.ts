/** What was decided of a dispute is given back like any refund, and what became of that is noted on the dispute. */
import { dayIn } from '@larder/contracts/day.js';
import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import { isByBank, isGivenBack, sale, type SaleFact } from '../sale.js';
import { dispute, type DisputeCommand } from './dispute.js';

export const SETTLING = ['DisputeApproved', 'SaleRefunded', 'RefundRefused', 'RefundUndone'] as const;

export async function settle(kit: Kit, heard: AnyFact): Promise<void> {
  const fact = heard as Stored<DisputeFact | SaleFact>;
  const { saleId } = fact.data;
  const note = (command: DisputeCommand, step = '') => kit.handle(dispute, saleId, command, { ...because(heard, 'sales'), commandId: `sales:${heard.id}${step}` });
  const noteGiven = async (isMeant: (given: Given) => boolean, stepOf: (refundId: string) => string = () => ''): Promise<void> => {
    const given = await givenSince(kit, fact);
    const state = await kit.look(sale, saleId, fact.meta.account);
    for (const { data: { line, refundId, amountCents } } of given.filter(isMeant)) {
      await note({ type: 'NoteRefunded', refundId, disputeId: `${saleId}.${line}`, amountCents, sinceCents: sumOf(given), isAll: isGivenBack(state, line), by: isByBank(state.refunds[refundId]) ? 'bank' : 'operator' }, stepOf(refundId));
    }
  };
  /** What was given back otherwise meanwhile may be all that the guest wanted. */
  const noteFailed = async (refundId: string, why: string, step = ''): Promise<void> => {
    const undone = fact.type === 'RefundUndone' ? { undone: { disputeId: `${saleId}.${fact.data.line}`, sinceCents: sumOf(await givenSince(kit, fact)) } } : {};
    await note({ type: 'NoteRefundFailed', refundId, why, ...undone }, step);
    await noteGiven(() => true, (given) => `${step}:${given}`);
  };
  switch (fact.type) {
    case 'DisputeApproved': {
      const { disputeId, line, refundId, amountCents, reason } = fact.data;
      const decided = (await kit.look(dispute, saleId, fact.meta.account))[disputeId];
      if (decided?.state !== 'approved' || decided.refundId !== refundId) return; // heard again, and the operator's by now
      const settings = await kit.ask(accountSettings, { account: fact.meta.account }, kit.because(heard, 'sales'));
      if (isRefusal(settings)) throw new Declined(settings);
      const at = kit.clock.now().toISOString();
      const asked = await kit.handle(sale, saleId, { type: 'RequestRefund', refundId, line, amountCents, reason, by: fact.meta.actor, at, day: dayIn(settings.timeZone, at) }, because(heard, 'sales'));
      // Somebody refunded the line meanwhile: back to the operator.
      return isRefusal(asked) ? noteFailed(refundId, asked.message, ':refused') : undefined;
    }
    case 'SaleRefunded':
      // After a crash it may be heard again, and be of before the guest said anything.
      return noteGiven(({ id }) => id === heard.id);
    case 'RefundRefused':
      return noteFailed(fact.data.refundId, fact.data.why);
    case 'RefundUndone':
      return noteFailed(fact.data.refundId, fact.data.reason);
    default:
      return;
  }
}

type Given = Extract<Stored<SaleFact>, { type: 'SaleRefunded' }>;
const sumOf = (given: readonly Given[]): number => given.reduce((sum, { data }) => sum + data.amountCents, 0);

/** What was given back of the line that a fact is about, and counts still, and was asked for since its guest has said that something was wrong with it; or at any time, where that is all of it. */
async function givenSince(kit: Kit, { data: { saleId, ...about }, meta: { account } }: Stored<DisputeFact | SaleFact>): Promise<Given[]> {
  const line = 'line' in about ? about.line : undefined;
  const opened = (await kit.history(dispute, saleId, account)).find(({ type, data }) => type === 'DisputeOpened' && data.line === line);
  if (!opened || line === undefined) return [];
  const state = await kit.look(sale, saleId, account);
  const isAll = isGivenBack(state, line);
  const facts = await kit.history(sale, saleId, account);
  const since = new Set(facts.flatMap(({ type, data, position }) => (type === 'RefundRequested' && position > opened.position ? [data.refundId] : [])));
  const given = facts.filter((fact): fact is Given => fact.type === 'SaleRefunded' && fact.data.line === line && (isAll || since.has(fact.data.refundId)));
  return given.filter(({ data }) => state.refunds[data.refundId]?.state === 'done');
}
