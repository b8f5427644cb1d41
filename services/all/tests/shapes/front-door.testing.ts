/** For tests: the one address in front of gateway and identity, with the rules of deploy/front-door/Caddyfile; of several gateways it asks one that answers. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface FrontDoor {
  readonly url: string;
  /** From now on these are asked: who answers for identity's own pages, and who for all else, in turn. */
  lead(to: { identity: readonly string[]; gateways: readonly string[] }): void;
  close(): Promise<void>;
}

const KEPT_MS = 120_000;
const IDENTITY = /^\/(idp|cognito)(\/|\?|$)|^\/dev\/mailbox/;

export async function openFrontDoor(port: number): Promise<FrontDoor> {
  let [identity, gateways]: (readonly string[])[] = [[], []];
  let turn = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const those = (IDENTITY.test(incoming.url ?? '') ? identity : gateways) ?? [];
    const first = turn++;
    for (let n = 0; n < those.length; n++) {
      const target = those[(first + n) % those.length] as string;
      if ((await pass(incoming, body, outgoing, target, agent)) !== 'not there') return;
    }
    // What any proxy says by itself, hence no envelope.
    outgoing.writeHead(502).end();
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  // A request must not meet a connection that is just being closed.
  server.keepAliveTimeout = KEPT_MS;
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (to) => ({ identity, gateways } = to),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Only a target that took no connection leaves the request to the next one; what has reached a target may have had its effect. */
function pass({ method, url, headers, socket }: IncomingMessage, body: Buffer, outgoing: ServerResponse, target: string, agent: Agent): Promise<'answered' | 'not there'> {
  return new Promise((done) => {
    const asking = request(new URL(url ?? '/', target), { method, agent, headers: { ...headers, 'x-forwarded-for': socket.remoteAddress } });
    asking.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
      outgoing.on('close', () => response.destroy());
      done('answered');
    });
    asking.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') return done('not there');
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
      return done('answered');
    });
    outgoing.on('close', () => asking.destroy());
    asking.end(body);
  });
}
