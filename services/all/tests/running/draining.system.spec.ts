/** A process that ends finishes what it has begun, and says so in the words of every other answer. */
import { open } from '../security/raw-http.testing.js';
import { startLarder } from '../testing.js';

it('What comes over a connection on which a request is under way is answered as always', async () => {
  const larder = await startLarder();
  const body = '{"email":"nobody@example.org","password":"Wrong-horse-7"}';
  const { socket, send, ended } = await open(larder.url);
  const isUnderWay = new Promise((told) => socket.once('data', told));
  send(`POST /api/cognito-auth/auth HTTP/1.1\r\nHost: larder\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
  await isUnderWay;
  const stopped = larder.stop();
  send(`${body}GET /healthz HTTP/1.1\r\nHost: larder\r\n\r\n`);
  const answers = (await ended).split(/(?=HTTP\/1\.1 \d)/).slice(1);
  expect(answers.map((answer) => JSON.parse(answer.slice(answer.indexOf('{'))) as unknown)).toEqual([expect.objectContaining({ success: false }), { alive: true }]);
  await stopped;
});
