/** The guest's browser, as small as a replay of thousands needs it: JSON calls and server-sent events over kept connections. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { Envelope } from '@larder/contracts/reply.js';

const agents = { plain: new http.Agent({ keepAlive: true }), secure: new https.Agent({ keepAlive: true }) };

/** The server said no, with a code and a sentence. */
export class Refused extends Error {
  constructor(readonly code: string, sentence: string) {
    super(sentence);
  }
}

/** The answer's data; rejects with {@link Refused}. */
export async function post<T>(address: string, body: unknown): Promise<T> {
  const response = await send('POST', address, JSON.stringify(body));
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += piece as string;
  const answer = JSON.parse(text) as Envelope<T>;
  if (!answer.success || answer.data === undefined) throw new Refused(answer.error ?? '', `${address}: ${answer.message ?? answer.error}`);
  return answer.data;
}

/** The data of the server-sent events called `event`, until whoever listens stops; rejects when that is not within `patienceMs`. */
export async function* eventsOf<T>(address: string, event: string, patienceMs: number): AsyncGenerator<T, undefined> {
  const response = await send('GET', address);
  response.setEncoding('utf8');
  const giveUp = setTimeout(() => response.destroy(new Error(`Waited ${patienceMs / 1000} s in vain for ${address}`)), patienceMs);
  try {
    let rest = '';
    for await (const piece of response) {
      const blocks = `${rest}${piece as string}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name, data] = /^event: (.*)\n(?:.*\n)*data: (.*)$/m.exec(block) ?? [];
        if (name === event && data !== undefined) yield JSON.parse(data) as T;
      }
    }
  } finally {
    clearTimeout(giveUp);
  }
  return undefined;
}

function send(method: string, address: string, body?: string): Promise<http.IncomingMessage> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((answered, failed) => {
    const sent = address.startsWith('https:') ? https.request(address, { method, headers, agent: agents.secure }, answered) : http.request(address, { method, headers, agent: agents.plain }, answered);
    sent.on('error', failed).end(body);
  });
}
