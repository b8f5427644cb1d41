/** For tests: an HTTP client whose connections break when chance says so. It sends again until it is answered, as clients do. */
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Envelope } from '@larder/contracts/reply.js';

export interface BreakingClient {
  /** Resolves with the first answer that came through whole. */
  post<T>(path: string, body: object, headers: Record<string, string>): Promise<{ status: number; body: Envelope<T> }>;
  /** What was sent, and how much of it broke off. */
  readonly counted: { sent: number; broken: number };
  close(): void;
}

/** When the connection breaks: not yet connected, in the middle of the request, while the answer is made, while it comes. */
const MOMENTS = ['connecting', 'sending', 'waiting', 'reading'] as const;
type Moment = (typeof MOMENTS)[number];

/** The same numbers in every run, evenly from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param share how many of the requests break, from 0 to 1 */
export function breakingClient(url: string, share: number, random: () => number): BreakingClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const counted = { sent: 0, broken: 0 };
  return {
    counted,
    async post(path, body, headers) {
      for (;;) {
        counted.sent++;
        const breaks = random() < share ? MOMENTS[Math.floor(random() * MOMENTS.length)] : undefined;
        const answer = await send(new URL(path, url), JSON.stringify(body), headers, agent, breaks, random() * 20);
        if (answer) return { status: answer.status, body: JSON.parse(answer.text) as Envelope<never> };
        counted.broken++;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Undefined: the connection broke before the answer was here. `afterMs`: how long a client waits that will not wait for the answer. */
function send(url: URL, text: string, headers: Record<string, string>, agent: Agent, breaks: Moment | undefined, afterMs: number): Promise<{ status: number; text: string } | undefined> {
  return new Promise((done) => {
    const asking = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } });
    const broken = (): void => done(undefined);
    asking.on('error', broken).on('response', (response: IncomingMessage) => {
      if (breaks === 'reading') {
        response.destroy();
        return broken();
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('error', broken).on('close', broken).on('end', () => done(response.complete ? { status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() } : undefined));
    });
    if (breaks === 'connecting') return void asking.destroy();
    if (breaks === 'sending') return void asking.write(text.slice(0, text.length / 2), () => asking.destroy());
    asking.end(text);
    if (breaks === 'waiting') setTimeout(() => asking.destroy(), afterMs);
  });
}
