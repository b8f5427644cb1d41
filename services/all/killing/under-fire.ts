/** The product of a kill run: in one process, or each service by itself behind a front door. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@larder/kit/testing.js';
import { signIn, type Operator } from '../commands/operator.js';
import { openFrontDoor } from '../tests/shapes/front-door.testing.js';
import { before, found, PASSWORD } from '../tests/shapes/people.testing.js';
import { SERVICES } from '../tests/shapes/shape.testing.js';
import { natsVictim, type NatsVictim } from './nats-victim.js';
import { patiently } from './patiently.js';
import { Victim } from './victim.js';

export interface UnderFire {
  url: string;
  mqttPort: number;
  operator: Operator;
  /** What may be killed. */
  victims: Victim[];
  /** The logs of all, once it has ended. */
  logs: string[];
  end(): Promise<void>;
}

/** @param broker `nats`: machines come in at a NATS server, that may be killed as well */
export async function oneProcess(folder: string, broker: string): Promise<UnderFire> {
  const nats = broker === 'nats' ? await natsVictim(folder) : undefined;
  const [port, mqttPort, data] = [await freePort(), nats?.mqttPort ?? (await freePort()), join(folder, 'data')];
  mkdirSync(data);
  const url = `http://127.0.0.1:${port}`;
  const product = victimOf(folder, 'product', 'all', { DATA_DIR: data, PORT: String(port), MQTT_PORT: String(mqttPort), DEMO: 'true', NODE_ENV: 'development', ...nats?.deviceSettings, ...(nats && { BUS_URL: nats.urlFor('operator') }) });
  nats?.victim.start();
  product.start();
  await isReady(url);
  const { password } = await patiently('the demo is there', async () => JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as { password: string });
  const operator = await patiently('somebody can sign in', () => signIn(url, 'owner@larder.example', password));
  return {
    url, mqttPort, operator, victims: [product, ...(nats ? [nats.victim] : [])], logs: [join(data, 'larder.db')],
    async end() {
      await product.kill('SIGTERM');
      await nats?.victim.kill('SIGTERM');
    },
  };
}

/** On NATS; each service is killed by itself. */
export async function separateProcesses(folder: string): Promise<UnderFire> {
  const nats = await natsVictim(folder);
  nats.victim.start();
  const door = await openFrontDoor(await freePort());
  const services = new Map<string, { victim: Victim; url: string }>();
  for (const name of SERVICES) services.set(name, await service(folder, name, door.url, nats));
  for (const { victim } of services.values()) victim.start();
  const urlOf = (name: string): string => services.get(name)?.url ?? '';
  await Promise.all(SERVICES.map((name) => isReady(urlOf(name))));
  door.lead({ identity: [urlOf('identity')], gateways: [urlOf('gateway')] });
  const email = 'owner@under-fire.example';
  await found(before(door), email, 'Under Fire Stays');
  const victims = [...services.values()].map(({ victim }) => victim);
  return {
    url: door.url, mqttPort: nats.mqttPort, operator: await signIn(door.url, email, PASSWORD),
    victims: [...victims, nats.victim], logs: SERVICES.filter((name) => name !== 'gateway').map((name) => join(folder, name, 'larder.db')),
    async end() {
      await Promise.all(victims.map((victim) => victim.kill('SIGTERM')));
      await nats.victim.kill('SIGTERM');
      await door.close();
    },
  };
}

async function service(folder: string, name: string, publicUrl: string, nats: NatsVictim): Promise<{ victim: Victim; url: string }> {
  const [port, data] = [await freePort(), join(folder, name)];
  mkdirSync(data);
  const settings = { DATA_DIR: data, PORT: String(port), NODE_ENV: 'test', PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '1', DEMO: 'false', BUS_URL: nats.urlFor(name), ...(name === 'gateway' && { EVENT_STORE_URL: 'sqlite::memory:' }), ...(name === 'device-adapter' && nats.deviceSettings) };
  return { victim: victimOf(folder, name, name, settings), url: `http://127.0.0.1:${port}` };
}

const victimOf = (folder: string, name: string, main: string, settings: Record<string, string>): Victim =>
  new Victim(name, process.execPath, [`dist/${main}.js`], { HOST: '127.0.0.1', LOG_LEVEL: 'error', WEB_DIR: './no-pages', ...settings }, join(folder, `${name}.log`));

const isReady = (url: string): Promise<true> => patiently(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok || undefined);
