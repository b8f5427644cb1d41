/** For system tests: a NATS server with the configuration that is deployed, users and auth callout included, on free ports and a store of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { until } from '@larder/kit/testing.js';

export interface DeployedNats {
  /** What the product is told about it; `BUS_URL` is good for all services in one process. */
  settings: Record<string, string>;
  /** `nats://user:password@…` of a service, of `operator`, or of `device-link`. */
  urlFor(user: string): string;
  port: number;
  mqttPort: number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Takes away what a killed server stored. */
  wipe(): void;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PASSWORDS = { BUS_PASSWORD: 'bus-secret', OPERATOR_PASSWORD: 'operator-secret', DEVICE_LINK_PASSWORD: 'link-secret' };
const passwordOf = (user: string): string => (user === 'operator' ? PASSWORDS.OPERATOR_PASSWORD : user === 'device-link' ? PASSWORDS.DEVICE_LINK_PASSWORD : PASSWORDS.BUS_PASSWORD);

const freePort = (): Promise<number> => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => found(port));
  });
});
const answers = (port: number): Promise<boolean> => new Promise((told) => {
  const socket = connect(port, '127.0.0.1', () => told(true)).on('error', () => told(false));
  socket.on('connect', () => socket.end());
});

/** @param program the nats-server program */
export async function startDeployedNats(program: string): Promise<DeployedNats> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-nats-'));
  const [port, mqttPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const issuer = nkeys.createAccount();
  const configuration = readFileSync('deploy/nats/nats.conf', 'utf8').replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('0.0.0.0:1884', `127.0.0.1:${mqttPort}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${httpPort}`).replace('store_dir: /data', `store_dir: ${JSON.stringify(join(folder, 'store'))}`);
  writeFileSync(join(folder, 'nats.conf'), configuration);
  const environment = { ...process.env, ...PASSWORDS, NATS_NAME: 'larder', DEVICE_ISSUER: issuer.getPublicKey() };
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    server = spawn(program, ['-c', join(folder, 'nats.conf')], { stdio: 'ignore', env: environment });
    await until('NATS and MQTT answer', async () => (await answers(port)) && answers(mqttPort));
  };
  const kill = (): Promise<void> => new Promise((gone) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return gone();
    server.once('exit', () => gone());
    server.kill('SIGKILL');
  });
  const urlFor = (user: string): string => `nats://${user}:${passwordOf(user)}@127.0.0.1:${port}`;
  await start();
  return {
    port, mqttPort, urlFor, kill, start,
    wipe: () => rmSync(join(folder, 'store'), { recursive: true, force: true }),
    settings: { BUS_URL: urlFor('operator'), DEVICE_BROKER_URL: urlFor('device-link'), DEVICE_ISSUER_SEED: Buffer.from(issuer.getSeed()).toString(), MQTT_PORT: String(mqttPort) },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
