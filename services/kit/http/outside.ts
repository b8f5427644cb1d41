/** Which addresses of the network belong to the outside world: what an organization has us call must never reach into our own. */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const inside = new BlockList();
const v4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
];
for (const [net, bits] of v4) inside.addSubnet(net, bits, 'ipv4');

// Of IPv6 only what is handed out to the world at all is outside, without what carries IPv4 addresses in it, documentation and benchmarks.
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
const special: readonly (readonly [string, number])[] = [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]];
for (const [net, bits] of special) inside.addSubnet(net, bits, 'ipv6');

/** False for anything private, local, reserved, or no address at all. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return world.check(address, 'ipv6') && !inside.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Why an address may not be called, if so. Where `strict`, it has to be https, and in the outside world. */
export function complaintAbout(url: string, strict: boolean): string | undefined {
  if (!URL.canParse(url)) return 'This is no address';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && (strict || protocol !== 'http:')) return 'The address has to begin with https://';
  if (username || password) return 'The address must not carry a user name or a password';
  const host = hostname.replace(/^\[|\]$/g, '');
  return strict && isIP(host) && !isPublic(host) ? 'The address is not on the public internet' : undefined;
}

/** A name leads into our own network. */
export class NotPublic extends Error {}

/** Resolves names for a connection, so what was checked is what is connected to. One private address among several is one too many. */
export const guarded = (lookup: typeof resolve): LookupFunction => (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '');
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) return done(new NotPublic(), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });

const TIMEOUT_MS = 10_000;

/** A request to an address of an organization's choice; follows no redirect, as nobody has checked where that leads, and waits for 10 s at most. @param strict as in {@link complaintAbout} */
export function requestOutside(url: string, options: Pick<RequestOptions, 'method' | 'headers'>, strict: boolean) {
  return (url.startsWith('https:') ? requestHttps : requestHttp)(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS), agent: false, ...(strict && { lookup: guarded(resolve) }) });
}

/** Why such a request failed, for the organization to read; `forGood`: it is not worth trying again. */
export function reasonOf(error: Error & { code?: string }): { why: string; forGood?: boolean } {
  if (error instanceof NotPublic) return { why: 'The address is not on the public internet', forGood: true };
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ABORT_ERR') return { why: `The address did not answer within ${TIMEOUT_MS / 1000} seconds` };
  return { why: error.code === 'ENOTFOUND' ? 'The name of the address is not known' : error.code === 'ECONNREFUSED' ? 'The address refuses connections' : 'The address cannot be reached' };
}

/** `why` is for the organization to read. */
export class Unreached extends Error {}

const MOST_READ_BYTES = 512 * 1024;

/** What libraries take for `fetch`; rejects with {@link Unreached} for what is refused, does not answer, or says more than half a megabyte. @param strict as in {@link complaintAbout} */
export const fetchOutside = (strict: boolean) => (url: string, { method = 'GET', headers, body }: { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown } = {}): Promise<Response> => new Promise((done, fail) => {
  const complaint = complaintAbout(url, strict);
  if (complaint) return fail(new Unreached(complaint));
  const request = requestOutside(url, { method, headers: Object.fromEntries(new Headers(headers)) }, strict);
  const failed = (error: Error): void => fail(new Unreached(reasonOf(error).why, { cause: error }));
  request.on('response', (response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes > MOST_READ_BYTES) response.destroy(new Error('too much'));
    });
    response.on('error', failed);
    response.on('end', () => done(new Response(parts.length > 0 ? Buffer.concat(parts) : null, { status: response.statusCode, headers: { 'content-type': response.headers['content-type'] ?? '' } })));
  });
  request.on('error', failed);
  // One that wants to speak another protocol is left with neither an answer nor an error.
  request.on('close', () => fail(new Unreached('The address gives no answer')));
  request.end(body === undefined || body === null ? undefined : String(body));
});
