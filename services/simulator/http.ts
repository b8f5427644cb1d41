/** The guest's browser, as small as a replay of thousands needs it: JSON calls and server-sent events over kept connections. */
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Envelope } from '@larder/contracts/reply.js';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The answer's data; rejects with the server's sentence when it refuses. */
export async function post<T>(address: string, body: unknown): Promise<T> {
  const response = await send('POST', address, JSON.stringify(body));
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += piece as string;
  const answer = JSON.parse(text) as Envelope<T>;
  if (!answer.success || answer.data === undefined) throw new Error(`${address}: ${answer.message ?? answer.error}`);
  return answer.data;
}

/** The data of the server-sent events called `event`, until whoever listens stops or `patienceMs` are over without any. */
export async function* eventsOf<T>(address: string, event: string, patienceMs: number): AsyncGenerator<T, undefined> {
  const response = await send('GET', address);
  response.setEncoding('utf8');
  response.setTimeout(patienceMs, () => response.destroy());
  let rest = '';
  for await (const piece of response) {
    const blocks = `${rest}${piece as string}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\n(?:.*\n)*data: (.*)$/m.exec(block) ?? [];
      if (name === event && data !== undefined) yield JSON.parse(data) as T;
    }
  }
  return undefined;
}

function send(method: string, address: string, body?: string): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(address, { method, agent, headers }, answered).on('error', failed).end(body);
  });
}
