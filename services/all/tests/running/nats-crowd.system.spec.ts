/** A fleet that comes back all at once, as after a NATS server was started anew: what a server is not told in time is as good as a refusal. */
import { connectAsync } from 'mqtt';
import { openNatsLink } from '@larder/device-adapter/nats/nats-link.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { systemChance, systemClock } from '@larder/kit/time.js';
import { startDeployedNats } from './deployed-nats.testing.js';

const MACHINES = 300;
const program = findNatsServer();
const title = 'A NATS server to which a fleet comes back';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  it('lets every machine in that comes at once, the first time it asks', async () => {
    const nats = await startDeployedNats(program as string);
    const refused: string[] = [];
    const { DEVICE_BROKER_URL: url = '', DEVICE_ISSUER_SEED: issuerSeed = '' } = nats.settings;
    const link = await openNatsLink({ url, issuerSeed, mqttPort: nats.mqttPort, clock: systemClock, chance: systemChance, onTrouble: (where, error) => refused.push(`${where}: ${String(error)}`) }, {
      admit: async (machineId, secret) => (secret === `secret of ${machineId}` ? `credential of ${machineId}` : undefined),
      credentialOf: async (machineId) => `credential of ${machineId}`,
      receive: async () => undefined,
      refused: (what) => refused.push(what),
    });
    const names = Array.from({ length: MACHINES }, (_, n) => `VM-${n}`);
    const clients = await Promise.all(names.map((name) => connectAsync(`mqtt://127.0.0.1:${nats.mqttPort}`, { protocolVersion: 4, clientId: name, username: name, password: `secret of ${name}`, reconnectPeriod: 0 })
      .catch((error: Error) => void refused.push(`${name}: ${error.message}`))));
    await Promise.all(clients.map((client) => client?.endAsync(true)));
    await link.close();
    await nats.remove();
    expect(refused).toEqual([]);
  }, 60_000);
});
