/** A copy that was lost with its computer closes no connection: until the NATS server notices, it is handed its share of all questions, and answers none. */
import { connect } from 'node:net';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { startDeployedNats } from './deployed-nats.testing.js';

const program = findNatsServer();
const title = 'A NATS server as it is deployed';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  it('soon parts with a service that is there but says nothing', async () => {
    const nats = await startDeployedNats(program as string);
    const { hostname, port, username: user, password: pass } = new URL(nats.urlFor('identity'));
    const silent = connect(Number(port), hostname);
    const parted = new Promise<string>((told) => {
      let said = '';
      silent.on('data', (words) => (said += String(words))).on('close', () => told(said));
    });
    silent.write(`CONNECT ${JSON.stringify({ user, pass, verbose: false })}\r\nSUB ask.identity.profile answerers 1\r\nPING\r\n`);
    try {
      expect(await parted).toContain('Stale Connection');
    } finally {
      silent.destroy();
      await nats.remove();
    }
  }, 30_000);
});
