/** One stream of server-sent events, written straight to its connection: what a framework puts between cost more than the telling. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

export interface Event {
  /** One word. */
  type: string;
  /** Told as JSON; text as it is, which is to have no line breaks. */
  data: unknown;
}

/** Bytes that wait for a browser that reads nothing, at most: it is hung up on, comes back by itself, and is told what is so then. */
const MOST_UNREAD = 1_048_576;

/** Nothing on the way may store what is told, or keep it to itself for a while. */
const HEAD = { 'content-type': 'text/event-stream', 'connection': 'keep-alive', 'cache-control': 'private, no-cache, no-store, must-revalidate, max-age=0, no-transform', 'x-accel-buffering': 'no' };

/** Answers a HEAD request as a stream would begin, and ends. */
export const headOfStream = (reply: FastifyReply): void => void reply.hijack().raw.writeHead(200, HEAD).end();

export class EventStream {
  /** Resolves when either side has ended it. */
  readonly over: Promise<void>;
  private readonly response: ServerResponse;

  /** Answers a request by a stream, from the first event on. */
  constructor(reply: FastifyReply, first: Event) {
    const response = (this.response = reply.hijack().raw);
    this.over = overOf(response);
    response.req.socket.setTimeout(0); // somebody who is gone is noticed by the pings
    response.writeHead(200, HEAD);
    this.send(first);
  }

  send({ type, data }: Event): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(`event: ${type}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    if (this.response.writableLength > MOST_UNREAD) this.response.req.socket.destroy();
  }

  end(): void {
    this.response.end();
  }
}

/** An answer that waits behind another one on its connection does not hear of that connection's end. */
function overOf(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  return new Promise((over) => {
    if (response.destroyed || socket.destroyed) return over();
    response.once('close', over);
    if (!response.socket) socket.setMaxListeners(0).once('close', over);
  });
}
