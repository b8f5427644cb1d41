/** Headers that every answer of every process carries, whoever writes it: nothing is stored, framed, guessed at or run, unless the answer says otherwise. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.js';

const A_YEAR_S = 31_536_000;

/** For answers that are data. What is shown as a page states a policy of its own. */
const DATA_SECURITY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export const usualHeaders = ({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Record<string, string> => ({
  'cache-control': 'no-store', 'content-security-policy': DATA_SECURITY, 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self)', 'cross-origin-opener-policy': 'same-origin',
  ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': `max-age=${A_YEAR_S}; includeSubDomains` }),
});

/** Must be called before any route is added. They are set below the framework, so that what answers past it (the hosted sign-in, server-sent events) has them too. */
export function addHeaders(http: FastifyInstance, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  http.addHook('onRequest', async (_, reply) => {
    for (const [name, value] of entries) reply.raw.setHeader(name, value);
  });
}
