/** Leads: visitors who calculated what machines may earn them and left their address. */
import { z } from 'zod';
import type { FactOf } from '../fact.js';
import { command } from '../request.js';
import { email } from '../words.js';

/** Stream `lead-<keyed hash of the address>`: the newest answer counts. */
export const leadFacts = {
  LeadCaptured: z.object({
    leadId: z.string(),
    /** Keyed hash of the whole lead: the same answers again are known without being read. */
    digest: z.string(),
    /** All that the visitor told us, encrypted with a key of the lead's own; unreadable once that key is dropped. */
    lead: z.string(),
  }),
};
export type LeadFact = FactOf<typeof leadFacts>;

/** US dollars, except the return: percent. Far above what the calculator can answer. */
const figure = z.number().min(0).max(10_000_000);
export const lead = z.strictObject({
  email,
  firstName: z.string().trim().max(100).default(''),
  propertyCount: z.number().int().min(1).max(50),
  interestedInTrial: z.boolean(),
  leadSource: z.string().regex(/^[a-z0-9-]{1,50}$/),
  roiResults: z.strictObject({
    monthlyRevenue: figure, annualRevenue: figure, annualROI: figure, tier: z.enum(['Essential', 'Growth', 'Enterprise']), tierCost: figure,
  }),
});
export type Lead = z.infer<typeof lead>;

/** The same answer for a new address and a known one. */
export const captureLead = command('identity.captureLead', 'anyone', 'Keep a visitor\'s address with what the calculator answered', lead, z.object({ stored: z.literal(true) }));
