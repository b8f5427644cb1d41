/** What goes wrong at the provider, as refusals. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { BillingAway, BillingRefused } from './providers/billing.js';

/** What a provider will not do is said in its words; that it cannot be reached in ours. */
export async function inWords<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BillingRefused) return refuse('CONFLICT', error.message);
    if (error instanceof BillingAway) return refuse('UNAVAILABLE', 'The payment provider cannot be reached right now. Please try again in a moment.');
    throw error;
  }
}
