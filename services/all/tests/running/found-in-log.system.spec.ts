/** Whoever looks for one guest's visit in the log finds what went wrong with it, by the id that its facts carry. */
import { openEventStore } from '@larder/kit/events/open-event-store.js';
import { openLog } from '@larder/kit/start.js';
import { until } from '@larder/kit/testing.js';
import { guestAt } from '../selling/guest.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;
const log: Record<string, unknown>[] = [];

beforeAll(async () => {
  const { store, bookmarks } = await openEventStore('sqlite::memory:');
  const append: typeof store.append = async (stream, ...facts) => {
    if (stream.startsWith('payment-')) throw new Error('nobody expected this');
    return store.append(stream, ...facts);
  };
  const events = new Proxy(store, { get: (real, name) => (name === 'append' ? append : (Reflect.get(real, name) as (() => unknown) | undefined)?.bind?.(real)) });
  const to = openLog('info', { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) });
  larder = await startLarder({ events, bookmarks, log: to, settings: { SET_ASIDE_AFTER_SECONDS: '0' } });
  machine = await larder.addMachine();
}, 60_000);
afterAll(() => larder.stop());

it('a payment that cannot be asked for is told with the visit\'s stream and with the id that leads to all else of the visit', async () => {
  const guest = guestAt(() => ({ larder, machine, owner: '' }));
  const id = await guest.begin();
  machine.device.openDoor(id);
  machine.device.take('A1', 1, id);
  machine.device.closeDoor(id);
  const told = (msg: string) => until(`"${msg}" is told`, async () => log.find((line) => line.msg === msg && line.stream === `session-${id}`));
  const lines = [await told('reactions failed, will be repeated'), await told('fact set aside: it fails')];
  const requests = new Set((await larder.kit.stream(`session-${id}`)).map(({ meta }) => meta.correlationId));
  for (const line of lines) expect([requests.has(line.request as string), line.err]).toEqual([true, expect.objectContaining({ message: 'nobody expected this' })]);
});
