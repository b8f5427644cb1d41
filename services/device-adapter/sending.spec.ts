import type { DeviceOrder } from '@larder/contracts/device.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { DevicesController } from './devices.controller.js';
import type { Links } from './links.js';
import { orders } from './orders/orders.js';

describe('An order that is asked for again', () => {
  let clock: StandingClock;
  let kit: Kit;
  let told: DeviceOrder[];
  let devices: DevicesController;
  beforeEach(async () => {
    clock = standingClock();
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    told = [];
    const links = { link: { send: (_: string, order: DeviceOrder) => void told.push(order) } };
    devices = new DevicesController(kit, links as unknown as Links, undefined as never);
  });
  afterEach(() => kit.end());

  const unlock = () => devices.send({ machineId: 'VM-1', account: 'acme', orderId: 's1:unlock', action: 'unlock', ttlSeconds: 30, sessionId: 's1' }, { caller: { kind: 'service', name: 'vending' }, commandId: 'the fact that is heard again', correlationId: 's1' });
  const sent = (ttl: number): DeviceOrder => ({ v: 1, t: 'cmd', id: 's1:unlock', do: 'unlock', ttl, sid: 's1' });

  it('goes to the machine again with the time it has left, and not when that is over', async () => {
    await unlock();
    clock.pass(20_000);
    await unlock();
    expect(told).toEqual([sent(30), sent(10)]);
    clock.pass(10_000);
    await unlock();
    expect(told).toHaveLength(2);
  });

  it('goes nowhere once the machine has carried it out: it may have forgotten that it did', async () => {
    await unlock();
    await kit.handle(orders, 'VM-1', { type: 'NoteObeyed', machineId: 'VM-1', orderId: 's1:unlock', ok: true }, { commandId: 'done', account: 'acme', actor: 'test', correlationId: 's1' });
    await unlock();
    expect(told).toEqual([sent(30)]);
  });
});
