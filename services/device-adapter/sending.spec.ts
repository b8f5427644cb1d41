import type { DeviceOrder } from '@larder/contracts/device.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { credential, credentialView } from './credential.js';
import type { DeviceLink } from './device-link.js';
import { DevicesController } from './devices.controller.js';
import { Intake } from './intake/intake.js';
import { Links } from './links.js';
import { orders } from './orders/orders.js';
import { Pricing } from './prices/pricing.js';

describe('An order', () => {
  let clock: StandingClock;
  let kit: Kit;
  let told: DeviceOrder[];
  let link: DeviceLink;
  let intake: Intake;
  let devices: DevicesController;
  beforeEach(async () => {
    clock = standingClock();
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    kit.add({ name: 'device-adapter', categories: ['credential'], projections: [credentialView] });
    await kit.prepare();
    await kit.handle(credential, 'VM-1', { type: 'IssueCredential', machineId: 'VM-1', salt: 's', hash: 'h' }, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
    await until('the machine is known', () => kit.views.get(credentialView, 'machines', 'VM-1'));
    told = [];
    link = { send: (_: string, order: DeviceOrder) => void (order.t === 'cmd' && told.push(order)), isConnected: () => true } as unknown as DeviceLink;
    intake = new Intake(kit, new Pricing(kit));
    intake.use(link);
    devices = new DevicesController(kit, link as unknown as Links, intake);
  });
  afterEach(() => kit.end());

  const unlock = () => devices.send({ machineId: 'VM-1', account: 'acme', orderId: 's1:unlock', action: 'unlock', ttlSeconds: 30, sessionId: 's1' }, { caller: { kind: 'service', name: 'vending' }, commandId: 'the fact that is heard again', correlationId: 's1' });
  const hello = () => intake.receive('VM-1', 'tel', Buffer.from(JSON.stringify({ v: 1, t: 'hello', e: '0000cafe', fw: 'larder-test' })));
  const sent = (ttl: number): DeviceOrder => ({ v: 1, t: 'cmd', id: 's1:unlock', do: 'unlock', ttl, sid: 's1' });

  it('that is asked for again goes to the machine with the time it has left, and not when that is over', async () => {
    await unlock();
    clock.pass(20_000);
    await unlock();
    expect(told).toEqual([sent(30), sent(10)]);
    clock.pass(10_000);
    await unlock();
    expect(told).toHaveLength(2);
  });

  it('goes to a machine that says hello with the time it has left, and never late', async () => {
    await unlock();
    clock.pass(29_000);
    await hello();
    expect(told).toEqual([sent(30), sent(1)]);
    clock.pass(1_000);
    await hello();
    expect(told).toHaveLength(2);
  });

  it('to unlock is not given again where the clock was put back behind it: its guest has long gone. One to lock is, as it harms nobody', async () => {
    await unlock();
    await devices.send({ machineId: 'VM-1', account: 'acme', orderId: 's0:lock', action: 'lock', ttlSeconds: 3_600, sessionId: 's0' }, { caller: { kind: 'service', name: 'vending' }, commandId: 'the visit before', correlationId: 's0' });
    told = [];
    clock.pass(-600_000);
    await hello();
    expect(told).toEqual([{ v: 1, t: 'cmd', id: 's0:lock', do: 'lock', ttl: 60, sid: 's0' }]);
  });

  it('goes nowhere once the door was closed for its visit, whatever it is called: whoever gives it has not heard of that yet', async () => {
    for (const open of [true, false]) await intake.receive('VM-1', 'evt', Buffer.from(JSON.stringify({ v: 1, e: '0000cafe', s: open ? 1 : 2, at: 0, t: 'door', open, mode: 'customer', sid: 's1' })));
    expect(await unlock()).toMatchObject({ refused: 'CONFLICT', message: 'The door was opened and closed for this visit already' });
    await devices.send({ machineId: 'VM-1', account: 'acme', orderId: 's2:unlock', action: 'unlock', ttlSeconds: 30, sessionId: 's2' }, { caller: { kind: 'service', name: 'vending' }, commandId: 'the next guest', correlationId: 's2' });
    expect(told).toEqual([{ ...sent(30), id: 's2:unlock', sid: 's2' }]);
  });

  it('that is asked for again goes nowhere once the machine has carried it out: it may have forgotten that it did', async () => {
    await unlock();
    await kit.handle(orders, 'VM-1', { type: 'NoteObeyed', machineId: 'VM-1', orderId: 's1:unlock', ok: true }, { commandId: 'done', account: 'acme', actor: 'test', correlationId: 's1' });
    await unlock();
    expect(told).toEqual([sent(30)]);
  });

  describe('while the broker of the machines cannot be reached yet, as after an update', () => {
    beforeEach(() => {
      intake = new Intake(kit, new Pricing(kit));
      devices = new DevicesController(kit, new Links(kit, intake, new Pricing(kit)), intake);
    });

    it('waits as for any machine that is not connected, and fails for nobody', async () => {
      expect(await unlock()).toEqual({ orderId: 's1:unlock' });
      expect(await devices.state({ machineId: 'VM-1', account: 'acme' })).toMatchObject({ connected: false });
      clock.pass(10_000);
      intake.use(link);
      await hello();
      expect(told).toEqual([sent(20)]);
    });

    it('no credential is given out that could not say where to connect, and the former one stays good', async () => {
      const issued = await devices.issue({ machineId: 'VM-1', account: 'acme' }, { caller: { kind: 'service', name: 'fleet' }, commandId: 'issue', correlationId: 'issue' });
      expect(issued).toMatchObject({ refused: 'UNAVAILABLE' });
      expect(await kit.views.get(credentialView, 'machines', 'VM-1')).toMatchObject({ salt: 's' });
    });
  });
});
