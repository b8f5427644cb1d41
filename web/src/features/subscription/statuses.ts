/** What a subscription's status is called, and its colour: active green, trialing blue, past due red, anything else grey. */
import type { SubscriptionStatus } from '@larder/contracts/identity/price-list.js';

export const statuses: Record<SubscriptionStatus, { label: string; pill: string; note?: string }> = {
  trialing: { label: 'Trial', pill: 'info' },
  active: { label: 'Active', pill: 'good' },
  past_due: { label: 'Past due', pill: 'high', note: 'The last payment did not go through.' },
  canceled: { label: 'Canceled', pill: 'plain', note: 'Nothing is charged. What the smallest plan includes stays open to you.' },
  expired: { label: 'Trial ended', pill: 'plain', note: 'Nothing is charged. What the smallest plan includes stays open to you.' },
};
