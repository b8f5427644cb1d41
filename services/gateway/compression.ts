/** Makes answers smaller on their way: lists of machines and sales are read on phones, over networks that are slow. */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** What is smaller fits into a packet or two as it is. */
const LEAST_BYTES = 1_400;
/** Up to this many characters it takes a quarter of a millisecond at most: less than another thread takes to hear of it. */
const AT_ONCE = 32_000;
/** Nearly as small as the best quality, in a fraction of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const accepts = (way: string): RegExp => new RegExp(`(^|[\\s,])${way}\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))`);
/** Best first. */
const WAYS = [
  { way: 'br', isIn: accepts('br'), atOnce: (text: string) => brotliCompressSync(text, BROTLI), aside: (text: string) => promisify(brotliCompress)(text, BROTLI) },
  { way: 'gzip', isIn: accepts('gzip'), atOnce: (text: string) => gzipSync(text), aside: promisify<string, Buffer>(gzip) },
];

/** Only text that is sent whole: streams are files for a computer, and event streams must not wait. */
export function addCompression(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || reply.hasHeader('content-encoding')) return done(null, payload);
    const best = WAYS.find(({ isIn }) => isIn.test(request.headers['accept-encoding'] ?? ''));
    void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    if (!best) return done(null, payload);
    const send = (sent: Buffer): void => {
      void reply.header('content-encoding', best.way).header('content-length', sent.length);
      done(null, sent);
    };
    if (payload.length <= AT_ONCE) send(best.atOnce(payload));
    else best.aside(payload).then(send, done);
  });
}
