/** Sends signed notices to an address of the organization's choice, and lets nobody use that to look around in our own network. */
import { createHmac } from 'node:crypto';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from './public-address.js';

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
const TIMEOUT_MS = 10_000;

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 under the secret over `<seconds>.<exact body>`. */
export const signature = ({ secret, body, sentAt }: Pick<WebhookCall, 'secret' | 'body' | 'sentAt'>): string =>
  `t=${sentAt},v1=${createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')}`;

/** Why an address may not be called, if so. Where `strict`, it has to be https, and in the outside world. */
export function complaintAbout(url: string, strict: boolean): string | undefined {
  if (!URL.canParse(url)) return 'This is no address';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && (strict || protocol !== 'http:')) return 'The address has to begin with https://';
  if (username || password) return 'The address must not carry a user name or a password';
  const host = hostname.replace(/^\[|\]$/g, '');
  return strict && isIP(host) && !isPublic(host) ? 'The address is not on the public internet' : undefined;
}

class NotPublic extends Error {}

/** Resolves names for a connection, so what was checked is what is connected to. One private address among several is one too many. */
export const guarded = (lookup: typeof resolve): LookupFunction => (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '');
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) return done(new NotPublic(), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });

/** Redirects are not followed: where they lead nobody has checked. @param strict as in production */
export function callWebhook(call: WebhookCall, strict: boolean): Promise<Delivery> {
  const complaint = complaintAbout(call.url, strict);
  if (complaint) return Promise.resolve({ ok: false, why: complaint, forGood: true });
  if (Buffer.byteLength(call.body) > MOST_BYTES) throw new Error(`A notice has more than ${MOST_BYTES} bytes`);
  const options: RequestOptions = {
    method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS), agent: false, ...(strict && { lookup: guarded(resolve) }),
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(call.body), 'user-agent': 'Larder-Webhook/1', 'larder-signature': signature(call) },
  };
  return new Promise((done) => {
    const request = (call.url.startsWith('https:') ? requestHttps : requestHttp)(call.url, options, (response) => {
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

function reasonOf(error: Error & { code?: string }): { why: string; forGood?: boolean } {
  if (error instanceof NotPublic) return { why: 'The address is not on the public internet', forGood: true };
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ABORT_ERR') return { why: `The address did not answer within ${TIMEOUT_MS / 1000} seconds` };
  return { why: error.code === 'ENOTFOUND' ? 'The name of the address is not known' : error.code === 'ECONNREFUSED' ? 'The address refuses connections' : 'The address cannot be reached' };
}
