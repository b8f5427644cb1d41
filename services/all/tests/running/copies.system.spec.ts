/** Several copies of the device-adapter behind one NATS server: machines are shared among them, also while copies come and go, and what is acknowledged is kept, once and in order. */
import { journal } from '@larder/device-adapter/journal.js';
import { DeviceAdapterModule } from '@larder/device-adapter/device-adapter.module.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { readSettings } from '@larder/kit/settings.js';
import { start, type Running } from '@larder/kit/start.js';
import { until } from '@larder/kit/testing.js';
import { startDeployedNats, type DeployedNats } from './deployed-nats.testing.js';
import { ACCOUNT, startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const MACHINES = 16;
const TAPS = 40;

const program = findNatsServer();
const title = 'Copies of the device-adapter';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  let nats: DeployedNats;
  let facts: Awaited<ReturnType<typeof openSqliteEventStore>>;
  let larder: TestLarder;

  /** One log for all of them; it is closed at the very end. */
  const shared = () => {
    const { store } = facts;
    const events: EventStore = {
      append: (stream, expected, added) => store.append(stream, expected, added), read: (stream, from) => store.read(stream, from),
      follow: (after, categories, onFacts) => store.follow(after, categories, onFacts), head: () => store.head(), verify: () => store.verify(), close: async () => undefined,
    };
    return { events, bookmarks: facts.bookmarks };
  };
  const startCopy = (): Promise<Running> => start('device-adapter', [DeviceAdapterModule], readSettings({ ...nats.settings, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', EVENT_STORE_URL: 'sqlite::memory:' }), shared());
  const storedBy = async ({ kit }: Pick<Running, 'kit'>): Promise<number> => (await kit.metrics.deviceMessages.get()).values.find(({ labels }) => labels.outcome === 'stored')?.value ?? 0;

  beforeAll(async () => {
    nats = await startDeployedNats(program as string);
    facts = await openSqliteEventStore(':memory:');
    larder = await startLarder({ settings: nats.settings, ...shared() });
  }, 30_000);
  afterAll(async () => {
    await larder?.stop();
    await facts?.store.close();
    await nats?.remove();
  });

  it('keep everything, once and in order, while one comes and another goes', async () => {
    const machines: AddedMachine[] = [];
    for (let n = 0; n < MACHINES; n++) machines.push(await larder.addMachine({ slots: [] }));
    const tap = (from: number, to: number): void => {
      for (let n = from; n < to; n++) for (const { device } of machines) device.tap(`tag-${n}`);
    };
    const acknowledged = (): Promise<unknown> => until('all is acknowledged', () => machines.every(({ device }) => device.waiting === 0), 30_000);
    const second = await startCopy();
    tap(0, TAPS / 2);
    const third = await startCopy();
    await acknowledged();
    tap(TAPS / 2, TAPS);
    const shares = await Promise.all([larder, second, third].map(storedBy));
    await second.stop();
    await acknowledged();
    for (const { machineId } of machines) {
      const tags = (await larder.kit.history(journal, machineId, ACCOUNT)).map(({ type, data }) => (type === 'DeviceTapped' ? data.tag : type));
      expect(tags).toEqual(Array.from({ length: TAPS }, (_, n) => `tag-${n}`));
    }
    await third.stop();
    expect(shares.filter((share) => share > 0).length).toBeGreaterThan(1);
  }, 90_000);
});
