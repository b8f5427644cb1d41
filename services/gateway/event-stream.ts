/** Server-sent events to one screen, as the HTML standard has them: each a name and one line of data. */
import type { FastifyReply } from 'fastify';

/** Bytes that wait for a screen that does not read; with more it is let go. It comes back by itself, and is shown what is so then. */
const MOST_WAITING_BYTES = 1_000_000;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'private, no-cache, no-store, must-revalidate, max-age=0, no-transform', // on the way it would be held back to be compressed
  'x-accel-buffering': 'no', // nginx holds back what is not told otherwise
};

/** Written past the framework, whose way costs each event as much as all that led to it in the gateway. */
export class EventStream {
  private readonly response;

  constructor(reply: FastifyReply) {
    reply.hijack();
    this.response = reply.raw;
    this.response.writeHead(200, HEADERS);
    this.response.flushHeaders();
    if (reply.request.method === 'HEAD') this.end();
  }

  /** @param data without line breaks, as JSON is */
  tell(name: string, data: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(`event: ${name}\ndata: ${data}\n\n`);
    if (this.response.writableLength > MOST_WAITING_BYTES) this.response.destroy();
  }

  end(): void {
    this.response.end();
  }

  /** Calls `left` once, when nobody is there any more, at once where that is so already. */
  onceOver(left: () => void): void {
    if (this.response.destroyed || this.response.writableEnded) left();
    else this.response.once('close', left);
  }
}
