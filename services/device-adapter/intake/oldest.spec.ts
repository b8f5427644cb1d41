import type { DeviceOrder } from '@larder/contracts/device.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { credential, credentialView } from '../credential.js';
import type { DeviceLink } from '../device-link.js';
import { completeness, journal } from '../journal.js';
import { Pricing } from '../prices/pricing.js';
import { Intake } from './intake.js';

const machineId = 'VM-1';
const epoch = '0000cafe';

/** The clock stands: whatever is passed over here was not waited for. */
describe('A machine that tells the oldest number it keeps', () => {
  let kit: Kit;
  let intake: Intake;
  let told: DeviceOrder[];

  beforeEach(async () => {
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    kit.add({ name: 'device-adapter', categories: ['journal', 'credential'], projections: [credentialView] });
    await kit.prepare();
    await kit.handle(credential, machineId, { type: 'IssueCredential', machineId, salt: 's', hash: 'h' }, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
    await until('the machine is known', () => kit.views.get(credentialView, 'machines', machineId));
    told = [];
    intake = new Intake(kit, new Pricing(kit));
    const link: DeviceLink = { send: (_, order) => void told.push(order), isConnected: () => true, cut: () => undefined, port: 0, broker: { port: 0 }, close: async () => undefined };
    intake.use(link);
  });
  afterEach(() => kit.end());

  const send = (channel: 'evt' | 'tel', message: object): void => void intake.receive(machineId, channel, Buffer.from(JSON.stringify({ v: 1, e: epoch, ...message })));
  const hello = (from?: number, e = epoch): void => send('tel', { t: 'hello', e, fw: 'larder-test', from });
  const tap = (s: number): void => send('evt', { t: 'tap', s, at: 0, tag: 'VM-1-042' });
  const acknowledged = (s: number) => until(`${s} is acknowledged`, () => told.some((order) => order.t === 'ack' && order.s === s));
  const journalOf = async () => completeness(await kit.look(journal, machineId, 'acme'), epoch);

  it('is not asked for what it has no more: the gap is noted with the first event behind it', async () => {
    tap(1);
    await acknowledged(1);
    hello(4);
    tap(4);
    tap(5);
    await acknowledged(5);
    expect(await journalOf()).toMatchObject({ reached: 5, missing: [2, 3], late: 0 });
  });

  it('and was never heard here, as it comes from another server, begins with it: what was before is not missing', async () => {
    hello(4711);
    tap(4711);
    tap(4712);
    await acknowledged(4712);
    expect(await journalOf()).toMatchObject({ reached: 4712, missing: [], late: 0 });
    expect((await kit.history(journal, machineId, 'acme')).map(({ type }) => type)).toEqual(['DeviceTapped', 'DeviceTapped']);
  });

  it('may say so after the event itself has come', async () => {
    tap(1);
    await acknowledged(1);
    tap(6);
    tap(4);
    tap(5);
    hello(4);
    await acknowledged(6);
    expect(await journalOf()).toMatchObject({ reached: 6, missing: [2, 3] });
  });

  it('is waited for when what it still has comes in another order', async () => {
    hello(1);
    tap(2);
    tap(1);
    await acknowledged(2);
    expect(await journalOf()).toMatchObject({ reached: 2, missing: [], late: 0 });
  });

  it('says it of one epoch only', async () => {
    hello(3, 'ffffffff');
    tap(3);
    hello();
    await until('all was heard', () => told.length === 3);
    expect(told).toEqual([{ v: 1, t: 'ack', e: 'ffffffff', s: 0 }, { v: 1, t: 'ack', e: epoch, s: 0 }, { v: 1, t: 'ack', e: epoch, s: 0 }]);
    expect(await journalOf()).toEqual({ reached: 0, missing: [], late: 0 });
  });

  it('may be older firmware that does not tell: then the gap is waited for as before', async () => {
    hello();
    tap(2);
    await until('the event was heard', () => told.length === 2);
    expect(await journalOf()).toEqual({ reached: 0, missing: [], late: 0 });
    tap(1);
    await acknowledged(2);
    expect(await journalOf()).toMatchObject({ reached: 2, missing: [], late: 0 });
  });
});
