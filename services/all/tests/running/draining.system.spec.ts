/** A process that ends finishes what it has begun, and says so in the words of every other answer. */
import { open } from '../security/raw-http.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const HEAD = 'Host: larder\r\n';
const BODY = '{"email":"nobody@example.org","password":"Wrong-horse-7"}';

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
}, 8_000);
