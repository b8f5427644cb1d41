/** A lead: what a visitor told us last. The same again is nothing new. */
import type { LeadFact } from '@larder/contracts/identity/leads.js';
import type { Decider } from '@larder/kit/commands/decider.js';

/** What a lead is sealed under; its id is the fingerprint of the visitor's address. */
export const leadKey = (leadId: string): string => `lead-${leadId}`;

export interface CaptureLead {
  type: 'CaptureLead';
  captured: LeadFact['data'];
}

export const lead: Decider<CaptureLead, LeadFact, { digest?: string }> = {
  category: 'lead',
  initial: {},
  decide: ({ captured }, { digest }) => (captured.digest === digest ? [] : [{ type: 'LeadCaptured', data: captured }]),
  evolve: (_, fact) => ({ digest: fact.data.digest }),
};
