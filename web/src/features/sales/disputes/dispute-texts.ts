/** A dispute in words. */
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import { plural } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';

export const claimLabels: Record<DisputeView['claim'], string> = { put_back: 'I put it back', wrong: 'Something was wrong' };

/** What the machine's own reports say to it. */
export function evidenceText({ evidence: { what, returned, missing } }: Pick<DisputeView, 'evidence'>): string {
  switch (what) {
    case 'returned': return `The machine agrees: it saw ${returned} come back and did not take ${returned === 1 ? 'it' : 'them'} off the bill.`;
    case 'reports_missing': return `The machine cannot tell: ${plural(missing, 'report')} of the visit never came.`;
    case 'none': return returned > 0 ? `The machine saw ${returned} come back; nothing else in its reports speaks for it.` : 'Nothing in the machine\'s reports speaks for it; all of them are there.';
  }
}

const deciders: Record<NonNullable<DisputeView['decision']>['by'], string> = { log: 'Given back at once', operator: 'Approved', bank: 'Taken back by the guest\'s bank' };

export function decisionText({ state, decision, currency }: Pick<DisputeView, 'state' | 'decision' | 'currency'>): string | undefined {
  if (!decision) return undefined;
  if (state === 'declined') return `Declined: ${decision.reason}`;
  return `${deciders[decision.by]}: ${formatAmount(decision.amount, currency)}. ${decision.reason}`;
}

export const stateLabels: Record<DisputeView['state'], { tone: string; label: string }> = {
  open: { tone: 'medium', label: 'Waiting' }, approved: { tone: 'info', label: 'Refund under way' }, refunded: { tone: 'good', label: 'Refunded' }, declined: { tone: 'plain', label: 'Declined' },
};
