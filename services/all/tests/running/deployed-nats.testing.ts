/** For system tests: a NATS server with the configuration that is deployed, users and auth callout included, on free ports and a store of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { freePort, until } from '@larder/kit/testing.js';

export interface DeployedNats {
  /** What the product is told about it; `BUS_URL` is good for all services in one process. */
  settings: Record<string, string>;
  /** `nats://user:password@…` of a service, of `operator`, or of `device-link`; names all servers. */
  urlFor(user: string): string;
  port: number;
  mqttPort: number;
  /** How many servers keep JetStream's streams in copies. */
  servers: number;
  /** Ends one at once, as a crash would; the first unless told. */
  kill(server?: number): Promise<void>;
  /** Stands still with its connections open, as one that was cut off seems to, until it is woken. */
  freeze(server: number): void;
  wake(server: number): void;
  /** Takes away what the killed servers stored. */
  wipe(): void;
  start(server?: number): Promise<void>;
  remove(): Promise<void>;
}

const PASSWORDS = { BUS_PASSWORD: 'bus-secret', OPERATOR_PASSWORD: 'operator-secret', DEVICE_LINK_PASSWORD: 'link-secret', ROUTE_PASSWORD: 'route-secret' };
const passwordOf = (user: string): string => (user === 'operator' ? PASSWORDS.OPERATOR_PASSWORD : user === 'device-link' ? PASSWORDS.DEVICE_LINK_PASSWORD : PASSWORDS.BUS_PASSWORD);

const answers = (port: number): Promise<boolean> => new Promise((told) => {
  const socket = connect(port, '127.0.0.1', () => told(true)).on('error', () => told(false));
  socket.on('connect', () => socket.end());
});

/**
 * @param program the nats-server program
 * @param servers more than one make a cluster, with deploy/nats/cluster.conf
 */
export async function startDeployedNats(program: string, servers = 1): Promise<DeployedNats> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-nats-'));
  const issuer = nkeys.createAccount();
  const members: Member[] = [];
  for (let n = 0; n < servers; n++) members.push({ port: await freePort(), mqttPort: await freePort(), httpPort: await freePort(), routePort: await freePort(), folder: join(folder, `${n}`) });
  const routes = Object.fromEntries(members.map(({ routePort }, n) => [`ROUTE_${n}`, `nats://route:${PASSWORDS.ROUTE_PASSWORD}@127.0.0.1:${routePort}`]));
  for (const member of members) configure(member, servers > 1);
  const running = new Map<number, ChildProcess>();

  const start = async (n = 0): Promise<void> => {
    const { folder: its, port, mqttPort } = members[n] as Member;
    const environment = { ...process.env, ...PASSWORDS, ...routes, NATS_NAME: `larder-${n}`, DEVICE_ISSUER: issuer.getPublicKey() };
    running.set(n, spawn(program, ['-c', join(its, servers > 1 ? 'cluster.conf' : 'nats.conf')], { stdio: 'ignore', env: environment }));
    await until('NATS and MQTT answer', async () => (await answers(port)) && answers(mqttPort));
  };
  const kill = (n = 0): Promise<void> => new Promise((gone) => {
    const server = running.get(n);
    if (!server || server.exitCode !== null || server.signalCode !== null) return gone();
    server.once('exit', () => gone());
    server.kill('SIGKILL');
  });
  const urlFor = (user: string): string => members.map(({ port }, n) => `nats://${n === 0 ? `${user}:${passwordOf(user)}@` : ''}127.0.0.1:${port}`).join(',');
  await Promise.all(members.map((_, n) => start(n)));
  const [{ port, mqttPort }] = members as [Member];
  return {
    port, mqttPort, urlFor, kill, start, servers,
    freeze: (n) => void running.get(n)?.kill('SIGSTOP'),
    wake: (n) => void running.get(n)?.kill('SIGCONT'),
    wipe: () => members.forEach((member) => rmSync(join(member.folder, 'store'), { recursive: true, force: true })),
    settings: { BUS_URL: urlFor('operator'), BUS_REPLICAS: String(servers), DEVICE_BROKER_URL: urlFor('device-link'), DEVICE_ISSUER_SEED: Buffer.from(issuer.getSeed()).toString(), MQTT_PORT: String(mqttPort) },
    async remove() {
      await Promise.all(members.map((_, n) => kill(n)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Member {
  port: number;
  mqttPort: number;
  httpPort: number;
  routePort: number;
  folder: string;
}

/** The files that are deployed, with this member's ports and folder. */
function configure({ port, mqttPort, httpPort, routePort, folder }: Member, isCluster: boolean): void {
  mkdirSync(folder);
  const configuration = readFileSync('deploy/nats/nats.conf', 'utf8').replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('0.0.0.0:1884', `127.0.0.1:${mqttPort}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${httpPort}`).replace('store_dir: /data', `store_dir: ${JSON.stringify(join(folder, 'store'))}`);
  writeFileSync(join(folder, 'nats.conf'), configuration);
  if (isCluster) writeFileSync(join(folder, 'cluster.conf'), readFileSync('deploy/nats/cluster.conf', 'utf8').replace('0.0.0.0:6222', `127.0.0.1:${routePort}`));
}
