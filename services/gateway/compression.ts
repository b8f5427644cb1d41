/** Makes answers smaller on their way: lists of machines and sales are read on phones, over networks that are slow. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

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
  http.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || reply.hasHeader('content-encoding')) return payload;
    void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const accepted = request.headers['accept-encoding'] ?? '';
    const best = WAYS.find(({ isIn }) => isIn.test(accepted));
    if (!best) return payload;
    const compressed = await best.compress(payload);
    void reply.header('content-encoding', best.way).header('content-length', compressed.length);
    return compressed;
  });
}
