/** What one caller may cost the HTTP server: bytes, headers, nesting, time, connections. */
import { STATUS_CODES, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { envelopeOf, refuse } from '@larder/contracts/reply.js';
import type { Settings } from '../settings.js';
import { answersWith, usualHeaders } from './headers.js';

/** The largest body of any call; most allow far less (the gateway's `largeBodies`). */
const MOST_BODY_BYTES = 25 * 1024 * 1024;
/** Of the request line and all headers together. */
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_HEADERS = 100;
/** Objects and lists within each other; what is worked on recursively must not run out of stack. */
const MOST_LEVELS = 32;
/** How long a connection is kept for the next request: longer than usual proxies keep theirs, so that none is ended while one is on its way. */
const MOST_KEPT_SECONDS = 72;

const SLOW = refuse('BAD_INPUT', 'This took too long to arrive');
const HEADERS = refuse('TOO_LARGE', 'The headers of this request are too large or too many');
const UNREADABLE = refuse('BAD_INPUT', 'This is no request that can be read');

/** Options of the server. Slow callers are found within half of what they are allowed. */
export function limitsOf(settings: Settings): Pick<FastifyServerOptions, 'bodyLimit' | 'requestTimeout' | 'connectionTimeout' | 'keepAliveTimeout' | 'clientErrorHandler' | 'frameworkErrors'> & { http: ServerOptions } {
  const headers = usualHeaders(settings);
  const seconds = { headers: settings.HTTP_HEADERS_SECONDS, request: Math.max(settings.HTTP_REQUEST_SECONDS, settings.HTTP_HEADERS_SECONDS) };
  return {
    bodyLimit: MOST_BODY_BYTES, requestTimeout: seconds.request * 1000, connectionTimeout: settings.HTTP_IDLE_SECONDS * 1000, keepAliveTimeout: Math.min(settings.HTTP_IDLE_SECONDS, MOST_KEPT_SECONDS) * 1000,
    http: { ServerResponse: answersWith(headers), maxHeaderSize: MOST_HEADER_BYTES, headersTimeout: seconds.headers * 1000, connectionsCheckingInterval: Math.ceil(Math.min(seconds.headers, seconds.request) * 500) },
    clientErrorHandler: (error, socket) => hangUp(error, socket, headers),
    frameworkErrors: (error: FastifyError, _: FastifyRequest, reply: FastifyReply) => {
      const isLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      void reply.status(isLong ? 404 : 400).send(envelopeOf(isLong ? refuse('NOT_FOUND', 'There is nothing at this address') : UNREADABLE));
    },
  };
}

/** Answers somebody who did not get as far as a request, and ends the connection. */
function hangUp(error: Error & { code?: string }, socket: Socket & { _httpMessage?: ServerResponse }, headers: Record<string, string>): void {
  // What is wrong came behind what was needed to answer: a second answer would be taken for that to the next request. Node itself looks here.
  if (socket._httpMessage?.headersSent) return socket.destroySoon();
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const [status, why] = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, SLOW] as const : error.code === 'HPE_HEADER_OVERFLOW' ? [431, HEADERS] as const : [400, UNREADABLE] as const;
    const body = JSON.stringify(envelopeOf(why));
    const lines = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy();
}

/** Must be called before any route is added. */
export function addLimits(http: FastifyInstance, settings: Settings): void {
  http.server.maxConnections = settings.HTTP_CONNECTIONS;
  http.addHook('onRequest', (request, reply, done) => {
    if (request.raw.rawHeaders.length > MOST_HEADERS * 2) void reply.status(431).send(envelopeOf(HEADERS));
    else done();
  });
  http.addHook('preValidation', (request, _, done) => {
    done(isDeeper(request.body, MOST_LEVELS) ? Object.assign(new Error('Nested too deeply'), { statusCode: 400 }) : undefined);
  });
}

/** Level by level, not by recursion: that is what it protects from. */
export function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false; // as with most questions: nothing was sent
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null && !Buffer.isBuffer(one) ? Object.values(one) : []));
  }
  return false;
}
