/** For kill runs: a NATS server as it is deployed, on ports of this computer, that may be killed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { freePort } from '@larder/kit/testing.js';
import { Victim } from './victim.js';

export interface NatsVictim {
  victim: Victim;
  /** Where machines connect. */
  mqttPort: number;
  /** Of a service, or of `operator`, who may do everything. */
  urlFor(user: string): string;
  /** What the device-adapter is told. */
  deviceSettings: Record<string, string>;
}

export async function natsVictim(folder: string): Promise<NatsVictim> {
  const program = findNatsServer();
  if (!program) throw new Error('This needs the program nats-server');
  const [port, mqttPort, statusPort] = [await freePort(), await freePort(), await freePort()];
  const key = nkeys.createAccount();
  const deployed = readFileSync('deploy/nats/nats.conf', 'utf8');
  writeFileSync(join(folder, 'nats.conf'), deployed.replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('0.0.0.0:1884', `127.0.0.1:${mqttPort}`).replace('0.0.0.0:8222', `127.0.0.1:${statusPort}`).replace('store_dir: /data', `store_dir: ${JSON.stringify(join(folder, 'nats'))}`));
  const passwords: Record<string, string> = { operator: 'operator-secret', 'device-link': 'link-secret' };
  const environment = { NATS_NAME: 'kill-run', BUS_PASSWORD: 'bus-secret', OPERATOR_PASSWORD: 'operator-secret', DEVICE_LINK_PASSWORD: 'link-secret', DEVICE_ISSUER: key.getPublicKey() };
  const urlFor = (user: string): string => `nats://${user}:${passwords[user] ?? 'bus-secret'}@127.0.0.1:${port}`;
  return {
    victim: new Victim('nats-server', program, ['-c', join(folder, 'nats.conf')], environment, join(folder, 'nats.log')), mqttPort, urlFor,
    deviceSettings: { DEVICE_BROKER_URL: urlFor('device-link'), DEVICE_ISSUER_SEED: Buffer.from(key.getSeed()).toString(), MQTT_PORT: String(mqttPort) },
  };
}
