/** Makes answers smaller on their way: lists of machines and sales are read on phones, over networks that are slow. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is smaller fits into a packet or two as it is. */
const LEAST_BYTES = 1_400;
/** Nearly as small as the best quality, in a fraction of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const accepts = (way: string): RegExp => new RegExp(`(^|[\\s,])${way}\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))`);
/** Best first. */
const WAYS = [
  { way: 'br', isIn: accepts('br'), compress: (text: string) => promisify(brotliCompress)(text, BROTLI) },
  { way: 'gzip', isIn: accepts('gzip'), compress: promisify<string, Buffer>(gzip) },
];

/** Only text that is sent whole: streams are files for a computer, and event streams must not wait. */
export function addCompression(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || reply.hasHeader('content-encoding')) return done(null, payload);
    compressed(payload, request, reply).then((sent) => done(null, sent), done);
  });
}

async function compressed(payload: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
  void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  const best = WAYS.find(({ isIn }) => isIn.test(headers['accept-encoding'] ?? ''));
  if (!best) return payload;
  const sent = await best.compress(payload);
  void reply.header('content-encoding', best.way).header('content-length', sent.length);
  return sent;
}
