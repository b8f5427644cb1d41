/** What an SRE asks a process: is it alive, may it get traffic, what does it count. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { envelopeOf, refuse } from '@larder/contracts/reply.js';
import { measureDisk } from '../disk.js';
import type { Kit } from '../kit.js';
import { measureBackup } from '../moving/last-backup.js';

export interface Operations {
  /** Whoever asks is answered; until then there are these three addresses only. */
  answers: boolean;
  /** Everything is there and every view has caught up. */
  ready: boolean;
  isEnding: boolean;
  /** When somebody asked last, by a clock that never goes back. */
  askedAt: number;
}

const MEASURE_MS = 2_000;
const ADDRESSES = new Set<string | undefined>(['/healthz', '/readyz', '/metrics']);
const STARTING = refuse('UNAVAILABLE', 'Larder is starting here. Please try again in a moment.');

/** Opens `/healthz`, `/readyz` and `/metrics`; whoever starts and ends the process says in the answer what holds. Must be called before any other route is added. */
export function addOperations(http: FastifyInstance, kit: Kit): Operations {
  const operations: Operations = { answers: false, ready: false, isEnding: false, askedAt: -Infinity };
  http.addHook('onRequest', (request, reply, done) => {
    operations.askedAt = performance.now();
    // Whoever keeps connections open asks over another one next time, instead of over one that is just being closed.
    if (operations.isEnding) reply.header('connection', 'close');
    if (operations.answers || ADDRESSES.has(request.routeOptions.url)) done();
    else void reply.status(503).send(envelopeOf(STARTING));
  });
  http.addHook('onResponse', (request, reply, done) => {
    kit.metrics.httpSeconds.observe({ method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  http.get('/healthz', async () => ({ alive: true }));
  http.get('/readyz', async (_, reply) => {
    if (!operations.ready || operations.isEnding) return reply.status(503).send({ ready: false });
    return { ready: true, views: await kit.views.lag() };
  });
  http.get('/metrics', async (_, reply) => {
    // While the store is away the last known figures stand, and all others are told.
    await Promise.race([measure(kit).catch(() => undefined), pause(MEASURE_MS, undefined, { ref: false })]);
    return reply.type(kit.metrics.registry.contentType).send(await kit.metrics.registry.metrics());
  });
  return operations;
}

async function measure(kit: Kit): Promise<void> {
  const { views, metrics, relaysBehind, settings } = kit;
  measureBackup(settings, metrics);
  try {
    measureDisk(settings, metrics);
  } catch (error) {
    kit.surprise('log file', error);
  }
  for (const { view, facts } of await views.behind()) metrics.viewLag.set({ view }, facts);
  for (const { service, facts } of await relaysBehind()) metrics.relayLag.set({ service }, facts);
}
