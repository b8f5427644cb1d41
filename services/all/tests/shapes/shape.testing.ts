/** For tests: the product as it is deployed, in one of three shapes behind one front door: one process, one process on NATS, each service by itself on NATS. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@larder/kit/testing.js';
import { startDeployedNats, type DeployedNats } from '../running/deployed-nats.testing.js';
import { openFrontDoor } from './front-door.testing.js';
import { program, type Program } from './process.testing.js';

export const SERVICES = ['gateway', 'identity', 'catalog', 'fleet', 'device-adapter', 'vending', 'sales', 'alerts'] as const;
export type Service = (typeof SERVICES)[number];
type Name = Service | 'all';

export interface Shape {
  /** The front door: what guests and operators have in their address bar. */
  readonly url: string;
  /** Where machines connect. */
  readonly mqttUrl: string;
  /** Where the processes keep their data; `<folder>/<service>`. */
  readonly folder: string;
  /** Undefined in the embedded shape. */
  readonly nats?: DeployedNats;
  /** The copies of a service. */
  copies(service: Name): readonly Program[];
  kill(service: Name): Promise<void>;
  start(service: Name): Promise<void>;
  /** One copy after the other: taken out of the front door, ended, started again, led to again. */
  roll(service: Name): Promise<void>;
  stop(): Promise<void>;
}

export interface ShapeOptions {
  /** The nats-server program. */
  nats: string;
  /** How many NATS servers, in a cluster; 1 unless told. */
  servers?: number;
  /** How many copies of a service; 1 unless told. Only services on stores that are shared may have several, and the gateway. */
  copies?: Partial<Record<Service, number>>;
  /** Something between the services and NATS: the address to use instead of the server's own. */
  through?: (service: Service, nats: DeployedNats) => Promise<string>;
  /** Machines come in at the NATS server's own listener instead of the device-adapter's. */
  machinesOnNats?: boolean;
  /** Settings for services that lie elsewhere. */
  settings?: Partial<Record<Service, Record<string, string>>>;
  /** The main module of a service; its own unless told. */
  mainOf?: (service: Service) => string | undefined;
}

/** What the device-adapter is told then. */
const machinesAt = ({ settings: { BUS_URL: _, ...others } }: DeployedNats): Record<string, string> => others;

/** Shared stores when the environment names them. A fresh database for each shape. */
function sharedStores(folder: string): Record<string, string> {
  const { KURRENTDB_URL, MONGODB_URL } = process.env;
  return {
    ...(KURRENTDB_URL && { EVENT_STORE_URL: KURRENTDB_URL }),
    ...(MONGODB_URL && { READ_STORE_URL: `${MONGODB_URL.replace(/\/$/, '')}/${folder.split(/[^A-Za-z0-9]/).at(-1)}` }),
  };
}

/** Everything in one process. */
export const oneProcess = (): Promise<Shape> => assemble(['all'], async () => ({ BUS_URL: 'in-process:' }));

/** Everything in one process, but its parts reach each other through NATS only. */
export const oneProcessOnNats = async ({ nats: binary }: Pick<ShapeOptions, 'nats'>): Promise<Shape> => {
  const nats = await startDeployedNats(binary);
  return assemble(['all'], async () => ({ BUS_URL: nats.urlFor('operator') }), { nats });
};

/** Each service by itself on NATS, with the rights it is deployed with. */
export async function separateProcesses({ nats: binary, servers, copies, through, machinesOnNats, settings, mainOf }: ShapeOptions): Promise<Shape> {
  const nats = await startDeployedNats(binary, servers);
  const addresses = new Map<string, string>();
  for (const service of SERVICES) addresses.set(service, (await through?.(service, nats)) ?? nats.urlFor(service));
  return assemble(SERVICES, async (service, folder) => ({
    BUS_URL: addresses.get(service) as string, BUS_REPLICAS: String(nats.servers), ...(machinesOnNats && service === 'device-adapter' && machinesAt(nats)), ...(service === 'gateway' ? { EVENT_STORE_URL: 'sqlite::memory:' } : sharedStores(folder)), ...settings?.[service as Service],
  }), { nats, copies, machinesOnNats, mainOf });
}

async function assemble(names: readonly Name[], settingsOf: (name: Name, folder: string) => Promise<Record<string, string>>, { nats, copies = {}, machinesOnNats, mainOf }: { nats?: DeployedNats } & Pick<ShapeOptions, 'copies' | 'machinesOnNats' | 'mainOf'> = {}): Promise<Shape> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-shape-'));
  const [doorPort, ownMqttPort] = [await freePort(), await freePort()];
  const mqttPort = machinesOnNats && nats ? nats.mqttPort : ownMqttPort;
  const door = await openFrontDoor(doorPort);
  const programs = new Map<Name, Program[]>();
  for (const name of names) {
    const main = (name !== 'all' && mainOf?.(name)) || `dist/${name}.js`;
    const its: Program[] = [];
    for (let copy = 1; copy <= (name === 'all' ? 1 : (copies[name] ?? 1)); copy++) {
      const DATA_DIR = join(folder, name, copy > 1 ? `copy-${copy}` : '');
      mkdirSync(DATA_DIR, { recursive: true });
      its.push(program(main, await freePort(), {
        NODE_ENV: 'test', HOST: '127.0.0.1', MQTT_PORT: String(mqttPort), PUBLIC_URL: door.url, TRUSTED_PROXIES: '1', DEMO: 'false', LOG_LEVEL: 'warn', WEB_DIR: './no-pages', DATA_DIR,
        ...(await settingsOf(name, folder)),
      }));
    }
    programs.set(name, its);
  }
  const copiesOf = (name: Name): readonly Program[] => programs.get(name) ?? [];
  const lead = (without?: Program): void => {
    const open = (name: Service): string[] => [...copiesOf(name), ...copiesOf('all')].filter((one) => one !== without).map(({ url }) => url);
    door.lead({ identity: open('identity'), gateways: open('gateway') });
  };
  const everybody = [...programs.values()].flat();
  const shape: Shape = {
    url: door.url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, folder, nats, copies: copiesOf,
    kill: async (name) => void (await Promise.all(copiesOf(name).map((one) => one.kill()))),
    start: async (name) => void (await Promise.all(copiesOf(name).map((one) => one.start()))),
    async roll(name) {
      for (const one of copiesOf(name)) {
        lead(one);
        await one.end();
        await one.start();
        lead();
      }
    },
    async stop() {
      await Promise.all(everybody.map((one) => one.kill()));
      await door.close();
      await nats?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  lead();
  try {
    await Promise.all(everybody.map((one) => one.start()));
    return shape;
  } catch (error) {
    await shape.stop();
    throw error;
  }
}
