/** While a service is updated a copy of before may be the one that hears: what it does not know is done all the same, by the newer one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { machine } from '@larder/fleet/machine.js';
import { connectNats } from '@larder/kit/bus/nats/nats-line.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { freePort, until } from '@larder/kit/testing.js';
import { program, type Program } from '../shapes/process.testing.js';
import { sharedStores, startSharedStores, type SharedStores } from '../shapes/shared-stores.testing.js';
import { ACCOUNT, startLarder, type TestLarder } from '../testing.js';
import { startDeployedNats, type DeployedNats } from './deployed-nats.testing.js';

const server = findNatsServer();
const title = 'An older copy that hears';
if (!server) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

/** A machine's board says which slots it has sensors for: to the device-adapter, whose fact fleet hears. */
const UNKNOWN = 'DeviceSlotsTold';

(server ? describe : describe.skip)(server ? title : `${title}: needs the program nats-server`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-older-'));
  let nats: DeployedNats;
  let stores: SharedStores;
  let older: Program;
  let newer: TestLarder;

  beforeAll(async () => {
    nats = await startDeployedNats(server as string);
    stores = await startSharedStores(await freePort());
    const { BUS_URL: _, ...settings } = nats.settings;
    older = program('services/all/dist/tests/shapes/on-shared-stores.main.js', await freePort(), {
      ...settings, NODE_ENV: 'test', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: 'false', BUS_URL: nats.urlFor('fleet'), SERVICE: 'fleet', SHARED_STORES: stores.url, UNKNOWN_FACTS: UNKNOWN,
    });
    await older.start(); // and is the one that hears
    newer = await startLarder({ settings: nats.settings, ...sharedStores(stores.url) });
  }, 60_000);
  afterAll(async () => {
    await newer?.stop();
    await older?.kill();
    await stores?.close();
    await nats?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The other one of the two is to hear from now on. */
  async function handOver(): Promise<void> {
    const operator = await connectNats(nats.urlFor('operator'), 'test');
    await (await jetstreamManager(operator)).consumers.unpin('FACTS_device-adapter', 'fleet', 'instances');
    await operator.close();
  }

  /** While one hands over to the other, whoever asks fleet may be. */
  function toldToComeBack(error: Error): undefined {
    if (!error.message.includes(': 503 UNAVAILABLE')) throw error;
  }

  it('leaves what it does not know to a newer one, which does it', async () => {
    const letters = async () => (await newer.kit.stream('deadletter-fleet-from-device-adapter')).map(({ type, data }) => [type, (data as { fact?: { type: string } }).fact?.type]);
    await until('the older one has heard of a machine', async () => {
      const added = await newer.addMachine({ sensors: ['A1'] }).catch(toldToComeBack);
      if (!added) return false;
      await until('fleet knows what its board said', async () => (await newer.kit.history(machine, added.machineId, ACCOUNT)).some(({ type }) => type === 'MachineToldSlots'));
      const isHeard = (await letters()).length > 0;
      if (!isHeard) await handOver();
      return isHeard;
    }, 240_000);
    await until('nothing lies aside', async () => (await letters()).length === 2);
    expect(await letters()).toEqual([['FactSetAside', UNKNOWN], ['FactTakenUp', undefined]]);
  }, 300_000);
});
