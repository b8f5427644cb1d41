/** A process that ends finishes what it has begun, and says so in the words of every other answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, Server, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@larder/kit/testing.js';
import { open } from '../security/raw-http.testing.js';
import { program } from '../shapes/process.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const HEAD = 'Host: larder\r\n';
const BODY = '{"email":"nobody@example.org","password":"Wrong-horse-7"}';

/** Ends what is waited for no longer. */
const givingUp = jest.spyOn(Server.prototype, 'closeAllConnections');

/** Everything a connection brings on which a request is under way while the process is told to end, and `next` comes behind it. */
async function draining(larder: TestLarder, next: string): Promise<string[]> {
  const { socket, send, ended } = await open(larder.url);
  const isUnderWay = new Promise((told) => socket.once('data', told));
  send(`POST /api/cognito-auth/auth HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n`);
  await isUnderWay;
  const stopped = larder.stop();
  send(`${BODY}${next}`);
  const answers = (await ended).split(/(?=HTTP\/1\.1 \d)/).slice(1);
  await stopped;
  return answers;
}

it('What comes over a connection on which a request is under way is answered as always', async () => {
  const answers = await draining(await startLarder(), `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`);
  expect(answers.map((answer) => JSON.parse(answer.slice(answer.indexOf('{'))) as unknown)).toEqual([expect.objectContaining({ success: false }), { alive: true }]);
});

it('A screen that is opened meanwhile is ended at once: it comes back to a process that goes on', async () => {
  const larder = await startLarder();
  const token = await larder.signIn('owner');
  await larder.ask('GET', '/api/cognito-auth/products', { token }); // so that it is known who asks
  const [, live] = await draining(larder, `GET /api/live HTTP/1.1\r\n${HEAD}Authorization: Bearer ${token}\r\n\r\n`);
  expect(live).toContain('text/event-stream');
  expect(givingUp).not.toHaveBeenCalled();
});

it('Whoever has connected ahead and asked nothing keeps no process from ending', async () => {
  const larder = await startLarder();
  const { ended } = await open(larder.url);
  await (await fetch(`${larder.url}/healthz`)).text(); // who connected before is known by then
  await Promise.all([larder.stop(), ended]);
  expect(givingUp).not.toHaveBeenCalled();
});

it('Whoever leads requests to a process that is told to end without their being told loses none: each connection is said to be over with the next answer', async () => {
  const data = mkdtempSync(join(tmpdir(), 'larder-draining-'));
  const larder = program('dist/all.js', await freePort(), { NODE_ENV: 'test', HOST: '127.0.0.1', MQTT_PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn', WEB_DIR: './no-pages', DATA_DIR: data });
  await larder.start();
  const agent = new Agent({ keepAlive: true });
  let asked = 0;
  /** As a proxy would on a connection of its own. */
  const untilTold = async (): Promise<void> => {
    while ((await answered(`${larder.url}/api/settings`, agent)).headers.connection !== 'close') asked += 1;
  };
  const asking = Promise.all(Array.from({ length: 16 }, untilTold));
  await until('much is asked', () => asked > 200);
  const ended = larder.end();
  await asking;
  agent.destroy();
  await ended;
  rmSync(data, { recursive: true });
}, 60_000);

const answered = (url: string, agent: Agent): Promise<IncomingMessage> => new Promise((told, failed) => {
  get(url, { agent }, (response) => response.resume().once('end', () => told(response)).once('error', failed)).once('error', failed);
});
