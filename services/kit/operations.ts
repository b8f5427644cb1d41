/** What an SRE asks a process: is it alive, may it get traffic, what does it count. */
import type { FastifyInstance } from 'fastify';
import type { Kit } from './kit.js';

export interface Operations {
  ready: boolean;
}

export function addOperations(http: FastifyInstance, kit: Kit): Operations {
  const operations: Operations = { ready: false };
  http.get('/healthz', async () => ({ alive: true }));
  http.get('/readyz', async (_, reply) => {
    if (!operations.ready) return reply.status(503).send({ ready: false });
    return { ready: true, views: await kit.views.lag() };
  });
  http.get('/metrics', async (_, reply) => reply.type(kit.metrics.registry.contentType).send(await kit.metrics.registry.metrics()));
  return operations;
}
