/** HTTP requests as the beginnings of traces. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tracingNow, type Span } from './tracing.js';

/** What is asked all the time by machines that watch over us. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

export function traceRequests(http: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  http.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (UNTRACED.has(route)) return done();
    const span = tracingNow().open(`${request.method} ${route}`, { correlationId: request.id, begins: true, attributes: { 'http.request.method': request.method, 'http.route': route } });
    spans.set(request, span);
    return span.within(done);
  });
  // Reading the body goes by the connection's own events, which know nothing of the request.
  http.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    return span ? span.within(done) : done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode });
    done();
  });
}
