/** Sends signed notices to an address of the organization's choice, and lets nobody use that to look around in our own network. */
import { createHmac } from 'node:crypto';
import { complaintAbout, reasonOf, requestOutside } from '@larder/kit/http/outside.js';

export interface WebhookCall {
  url: string;
  secret: string;
  /** JSON, at most {@link MOST_BYTES}. */
  body: string;
  /** Seconds since 1970. */
  sentAt: number;
}
/** `why` is for the organization to read. */
export type Delivery = { ok: true } | { ok: false; why: string; forGood?: boolean };

export const MOST_BYTES = 16 * 1024;

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 under the secret over `<seconds>.<exact body>`. */
export const signature = ({ secret, body, sentAt }: Pick<WebhookCall, 'secret' | 'body' | 'sentAt'>): string =>
  `t=${sentAt},v1=${createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')}`;

/** @param strict as in production */
export function callWebhook(call: WebhookCall, strict: boolean): Promise<Delivery> {
  const complaint = complaintAbout(call.url, strict);
  if (complaint) return Promise.resolve({ ok: false, why: complaint, forGood: true });
  if (Buffer.byteLength(call.body) > MOST_BYTES) return Promise.resolve({ ok: false, why: 'The notice is larger than 16 kB', forGood: true });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(call.body), 'user-agent': 'Larder-Webhook/1', 'larder-signature': signature(call) };
  return new Promise((done) => {
    const request = requestOutside(call.url, { method: 'POST', headers }, strict);
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      response.destroy(); // nobody reads what it says
      done(statusCode >= 200 && statusCode < 300 ? { ok: true } : { ok: false, why: statusCode >= 300 && statusCode < 400 ? `The address redirects (${statusCode})` : `The address answered ${statusCode}` });
    });
    request.on('error', (error) => done({ ok: false, ...reasonOf(error) }));
    // One that wants to speak another protocol is left with neither an answer nor an error.
    request.on('close', () => done({ ok: false, why: 'The address gives no answer' }));
    request.end(call.body);
  });
}
