/** Sends what a visitor leaves with us. */
import type { captureLead, Lead } from '@larder/contracts/identity/leads.js';
import type { Envelope } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { within } from '../../../lib/patience.js';

export type Sent = { stored: true } | { stored: false; why: string };

const TIMEOUT_MS = 30_000;
const UNREACHABLE = 'We could not be reached. Please check your connection.';

/**
 * Never throws. An attempt without an answer is repeated once with the same key, so that it has one effect even if only the answer was lost.
 * @param key names this sending; the same lead sent again by hand carries the same one
 */
export async function sendLead(lead: Lead, key: string, origin = ''): Promise<Sent> {
  return (await attempt(lead, key, origin)) ?? (await attempt(lead, key, origin)) ?? { stored: false, why: UNREACHABLE };
}

/** Undefined when nobody answered. */
async function attempt(lead: Lead, key: string, origin: string): Promise<Sent | undefined> {
  try {
    const { success, message } = await within(TIMEOUT_MS, async (signal) => {
      const response = await fetch(`${origin}/api/marketing/lead-capture`, {
        method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': key }, body: JSON.stringify(lead), signal,
      });
      return response.json() as Promise<Envelope<Out<typeof captureLead>>>;
    });
    return success ? { stored: true } : { stored: false, why: message ?? '' };
  } catch {
    return undefined;
  }
}

// randomUUID exists on secure origins only.
export const randomKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
