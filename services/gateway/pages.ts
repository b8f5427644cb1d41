/** What browsers get: the pages of the web application, the API page, and the headers that keep them safe. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js'; // the package's own entry would load all of the page's scripts
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applicationOf, pageOf } from '@larder/contracts/pages.js';
import type { GuestCookie } from './callers/guest-cookie.js';
import { largeBodies } from './routes.js';

/** What answers here is for one browser alone. */
const COMES_TO_TAP = /^\/vend\/start\/?(\?|$)/;
const USUAL_BODY_BYTES = 256 * 1024;

/** antd sets styles from scripts, hence 'unsafe-inline' for styles alone. */
const PAGE_SECURITY = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; base-uri 'none'; form-action 'self'; object-src 'none'";
/** Addresses at which there is data only; the kit's own headers, the strictest, stay. */
const DATA = /^\/(api(?!\/docs)|images|metrics|healthz|readyz)([/?]|$)/;

/** Must be called before any route is added. Pages may ask nobody outside but `askedOutside`. `failed` answers what goes wrong before Nest is reached, such as a body that is no JSON. */
export function addSafety(http: FastifyInstance, askedOutside: readonly string[], failed: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void): void {
  http.addHook('onRoute', (route) => {
    route.errorHandler ??= failed;
    route.bodyLimit = largeBodies.get(route.url) ?? USUAL_BODY_BYTES;
  });
  // Some clients name a type of what they do not send: nothing is no JSON that cannot be read.
  http.addHook('onRequest', ({ raw: { headers } }, _, done) => {
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) delete headers['content-type'];
    done();
  });
  const policy = `${PAGE_SECURITY}; connect-src ${["'self'", ...askedOutside].join(' ')}; frame-ancestors`;
  http.addHook('onRequest', ({ url }, reply, done) => {
    if (DATA.test(url)) return done();
    const [path] = url.split('?');
    // A hidden frame of ours renews a sign-in by coming back to this page.
    const framing = path === '/auth/callback' ? 'self' : 'none';
    reply.raw.setHeader('content-security-policy', `${policy} '${framing}'`);
    reply.raw.setHeader('x-frame-options', framing === 'self' ? 'SAMEORIGIN' : 'DENY');
    // A visit's or a receipt's address is known to who was given it; found once, it is not to be found by all.
    if (applicationOf(url) !== 'site') reply.raw.setHeader('x-robots-tag', 'noindex');
    done();
  });
}

/** Whether the pages have been built into `folder`. */
export const hasPages = (folder: string): boolean => existsSync(join(folder, 'index.html'));

/** Serves `folder` (web/dist): assets for ever, pages always fresh. Guest pages share their addresses with calls; a browser that wants a page says so. Whoever comes to tap is given the cookie with the page: the answer to the tap may be lost, and the visit would be nobody's. */
export async function addPages(http: FastifyInstance, folder: string, cookie: GuestCookie): Promise<void> {
  const kept = (how: string) => ({ preCompressed: true, index: false as const, serveDotFiles: false, setHeaders: (reply: { header(name: string, value: string): unknown }) => void reply.header('cache-control', how) });
  // One route for all assets: one for each of hundreds would cost every start a tenth of a second, and as many series of metrics.
  await http.register(fastifyStatic, { ...kept('public, max-age=31536000, immutable'), root: resolve(folder, 'assets'), prefix: '/assets/', decorateReply: false });
  await http.register(fastifyStatic, { ...kept('no-cache'), setHeaders: (reply, path) => void reply.header('cache-control', path.includes('vend.html') ? 'private, no-cache' : 'no-cache'), root: resolve(folder), wildcard: false, globIgnore: ['assets/**'] });
  // What browsers ask for beside pages that name no picture, such as an e-mail in the mailbox.
  http.get('/favicon.ico', async (_, reply) => reply.redirect('/favicon.svg', 308));
  http.addHook('onRequest', (request, reply, done) => {
    if (!isPage(request)) return done();
    if (COMES_TO_TAP.test(request.url) && !cookie.secretIn(request.headers.cookie)) cookie.give(reply);
    void reply.header('vary', 'accept').sendFile(pageOf(request.url));
  });
}

/** The API page: the published interface of swagger-ui over our own description. */
export async function addApiPage(http: FastifyInstance, describe: () => Promise<object>): Promise<void> {
  let description: Promise<object> | undefined;
  const described = (): Promise<object> => describe().catch((error: unknown) => {
    description = undefined; // made the next time
    throw error;
  });
  http.get('/api/openapi.json', async () => (description ??= described()));
  await http.register(fastifyStatic, { root: getAbsoluteFSPath(), prefix: '/api/docs/files/', decorateReply: false, index: false, serveDotFiles: false });
  http.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(API_PAGE));
  http.get('/api/docs/page.js', async (_, reply) => reply.type('text/javascript').send("SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true });"));
}

const API_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Larder API</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css"></head><body><div id="api"></div>
<script src="/api/docs/files/swagger-ui-bundle.js"></script><script src="/api/docs/page.js"></script></body></html>`;

/** Whatever a browser opens as a page is one of the application's, except what answers by itself; unknown ones the application redirects. The public pages are also for those who ask for anything: previews of links, and who looks whether we are there. */
const isPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean => {
  if (url.startsWith('/api/')) return false; // most of what is asked for
  const isWanted = accept.includes('text/html') || (accept.includes('*/*') && applicationOf(url) === 'site');
  if (!isWanted || (method !== 'GET' && method !== 'HEAD')) return false;
  const [path = '/'] = url.split('?'); // what follows may hold anything, an e-mail address for one
  if (path.startsWith('/app/')) return true; // no files lie there, and ids of purchases have full stops
  return !/^\/(api|idp|dev|assets|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path);
};
