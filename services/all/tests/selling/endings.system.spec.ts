/** How a visit ends other than by paying: cancelled, by time, or never begun. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { machine as machines } from '@larder/fleet/machine.js';
import { session as visits } from '@larder/vending/session.js';
import { Silences } from '@larder/vending/silences.js';
import { till } from '@larder/vending/till.js';
import { ACCOUNT, startLarder, type AddedMachine, type TestLarder } from '../testing.js';
import { guestAt } from './guest.testing.js';

let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  larder = await startLarder({ clock, settings: { DEMO: 'true' } }); // where tags are simulated, guests are told the machines
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 4 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 10 }] });
});

const unlocked = (id: string) => until('the door is unlocked', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === id));
const { tap, begin, session, becomes, pay, alertsOf } = guestAt(() => ({ larder, machine, owner }));

describe('A session that is cancelled', () => {
  it('with items out is refused, naming what to put back; then it is free', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.take('A1', 1, id);
    await becomes(id, { totalAmount: 2.75 });
    const blocked = await larder.call('DELETE', `/api/vend/session/${id}`);
    expect(blocked).toMatchObject({ status: 409, body: { error: 'CANCELLATION_BLOCKED', message: 'Cannot cancel - please return items first: 1x Cola', data: { itemsToReturn: [{ name: 'Cola', quantity: 1 }] } } });
    machine.device.giveBack('A1', 1, id);
    await becomes(id, { totalAmount: 0 });
    machine.device.closeDoor(id);
    await becomes(id, { status: 'cancelled' });
    expect((await larder.ask<SessionView>('DELETE', `/api/vend/session/${id}`)).status).toBe('cancelled');
  });

  it('before the door was opened is free', async () => {
    const id = await begin();
    expect((await larder.ask<SessionView>('DELETE', `/api/vend/session/${id}`)).status).toBe('cancelled');
  });

  it('while the machine has no link ends with its answer: what was taken meanwhile is on the bill', async () => {
    const [served, idle] = [await begin(), await larder.addMachine()];
    await unlocked(served);
    await machine.device.disconnect();
    machine.device.openDoor(served);
    machine.device.take('A1', 1, served);
    const cancelling = larder.ask<SessionView>('DELETE', `/api/vend/session/${served}`);
    await until('it is no longer waited for', async () => {
      clock.pass(500);
      return Promise.race([cancelling, Promise.resolve(undefined)]);
    });
    expect(await cancelling).toMatchObject({ status: 'active', message: 'Your session ends as soon as the machine has answered. Nothing is charged when nothing was taken.' });
    await machine.device.connect();
    expect(await becomes(served, { totalAmount: 2.75 })).toMatchObject({ status: 'active', message: 'The door was opened, so the session goes on. It ends when you close the door.' });
    machine.device.closeDoor(served);
    await becomes(served, { status: 'committed' });

    machine = idle;
    const unused = await begin();
    await unlocked(unused);
    await machine.device.disconnect();
    const ending = larder.ask<SessionView>('DELETE', `/api/vend/session/${unused}`);
    await until('the end was asked for', async () => (await larder.kit.look(visits, unused)).endAskedBy);
    await machine.device.connect();
    expect((await ending).status).toBe('cancelled');
  });

  it('with the door open is refused: what is taken through it is on the bill', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    await until('the door is known to be open', async () => (await larder.kit.look(visits, id)).isDoorOpen);
    expect((await larder.call('DELETE', `/api/vend/session/${id}`)).body).toMatchObject({ error: 'CANCELLATION_BLOCKED', message: expect.stringContaining('Please close the door') });
    machine.device.take('A1', 2, id);
    machine.device.closeDoor(id);
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(5.5);
  });
});

describe('Time', () => {
  it('over with items out and the door open: all that left before it closed is due, a case is opened, and payment closes it', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.take('A2', 1, id);
    await becomes(id, { totalAmount: 3.25 });
    clock.pass(301_000);
    await until('the time is over', async () => {
      clock.pass(500);
      return (await larder.kit.look(visits, id)).endAskedBy;
    });
    expect(await becomes(id, { ending: true })).toMatchObject({ status: 'active', message: 'The time is over. Please close the door: what you took is due then, or when the machine has a connection again.' });
    const caseOf = async () => (await alertsOf('&type=unusual_activity&isResolved=false')).find(({ details }) => details.reason === 'unpaid_session')?.details.amountCents;
    await until('the case is open', async () => (await caseOf()) === 325);
    machine.device.take('A1', 2, id);
    machine.device.giveBack('A2', 1, id);
    machine.device.closeDoor(id);
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(5.5);
    await until('the case is about the bill', async () => (await caseOf()) === 550);
    expect((await alertsOf()).filter(({ details }) => details.reason === 'late_item')).toEqual([]);
    await pay(await until('the checkout is open', async () => (await session(id)).checkoutUrl && session(id)));
    await until('the case is closed by itself', async () => (await alertsOf('&type=unusual_activity&isResolved=true')).some(({ details }) => details.reason === 'unpaid_session'));
  });

  it('over with items out and a door that nobody closes: after an hour they are due all the same', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.take('A2', 1, id);
    await becomes(id, { totalAmount: 3.25 });
    const asked = async () => (await larder.kit.look(visits, id)).endAskedBy;
    const isAsked = () => until('it is asked to be closed', async () => {
      clock.pass(500);
      return asked();
    });
    clock.pass(301_000);
    await isAsked();
    machine.device.openDoor(id);
    await until('it is told to be open', async () => (await asked()) === undefined);
    await isAsked();
    clock.pass(3_600_000);
    await until('they are due', async () => {
      clock.pass(500);
      return (await session(id)).status === 'committed';
    });
    owner = await larder.signIn('owner');
    await until('the case is open', async () => (await alertsOf('&type=unusual_activity&isResolved=false')).some(({ details }) => details.reason === 'unpaid_session'));
  });

  it('over without a payment: what was taken is a loss of its machine, until its guest pays after all', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.take('A1', 2, id);
    machine.device.closeDoor(id);
    await becomes(id, { status: 'committed' });
    const lost = async () => (await larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?lines=true&machineId=${machine.machineId}`, { token: owner }));
    expect(await lost()).toMatchObject({ total: { units: 0 }, lines: [] });
    clock.pass(15 * 60_000);
    owner = await larder.signIn('owner');
    await until('it is a loss', async () => {
      clock.pass(500);
      return (await lost()).total.unpaid === 2;
    });
    expect(await lost()).toMatchObject({ total: { units: 2, unpaid: 2, cost: 1, price: 5.5, outside: 0 }, products: [{ name: 'Cola', unpaid: 2 }], machines: [{ machineId: machine.machineId, name: 'Lobby', unpaid: 2 }], lines: [{ product: 'Cola', unpaid: 2 }] });
    expect((await larder.ask<SalesLosses>('GET', '/api/admin/sales/losses', { token: await larder.signIn('owner', 'rival') })).total.units).toBe(0);
    await pay(await until('the checkout is open', async () => (await session(id)).checkoutUrl && session(id)));
    // The loss goes when vending has the money, the sale comes when sales has heard of it.
    await until('it is a sale', async () => (({ sold, unpaid }) => sold === 2 && unpaid === 0)((await lost()).total));
    expect(await lost()).toMatchObject({ total: { units: 0 }, products: [] });
  });

  it('over with items out while the machine has no link: what was put back meanwhile is on no bill', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    machine.device.take('A2', 1, id);
    machine.device.take('A1', 1, id);
    await becomes(id, { totalAmount: 6 });
    await machine.device.disconnect();
    machine.device.giveBack('A2', 1, id);
    machine.device.closeDoor(id);
    clock.pass(301_000);
    await until('the time is over', async () => {
      clock.pass(500);
      return (await larder.kit.look(visits, id)).endAskedBy;
    });
    await machine.device.connect();
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(2.75);
  });

  it('over with the door open: what is taken then is charged as before', async () => {
    const id = await begin();
    machine.device.openDoor(id);
    await until('the door is known to be open', async () => (await larder.kit.look(visits, id)).isDoorOpen);
    clock.pass(301_000);
    machine.device.beat();
    expect(await session(id)).toMatchObject({ status: 'active', timeRemaining: 0 });
    const another = await until('the machine is heard', async () => {
      const { body } = await tap();
      return body.error !== 'MACHINE_UNAVAILABLE' && body;
    });
    expect(another.error).toBe('MACHINE_BUSY');
    machine.device.take('A2', 1, id);
    machine.device.closeDoor(id);
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(3.25);
  });

  it('over while the machine has no link: what it tells later is charged as before', async () => {
    const id = await begin();
    await unlocked(id);
    await machine.device.disconnect();
    machine.device.openDoor(id);
    machine.device.take('A2', 1, id);
    machine.device.closeDoor(id);
    clock.pass(301_000);
    await until('the machine is waited for', async () => {
      clock.pass(500);
      return (await larder.kit.look(visits, id)).endAskedBy;
    });
    expect((await session(id)).status).toBe('active');
    await machine.device.connect();
    expect((await becomes(id, { status: 'committed' })).totalAmount).toBe(3.25);
  });

  it('over with nothing taken: the session ends and the machine is free', async () => {
    const id = await begin();
    clock.pass(301_000);
    await until('it has expired', async () => {
      clock.pass(500);
      return (await session(id)).status === 'expired';
    });
    expect((await session(id)).message).toBe('Session has expired');
  });

  it('without heartbeats: the machine is offline, guests are turned away, an alert stands until it is heard again', async () => {
    await machine.device.disconnect();
    clock.pass(70_000);
    await until('it is known to be offline', async () => {
      clock.pass(5_000);
      return (await alertsOf('&type=machine_offline&isResolved=false')).length === 1;
    });
    expect((await tap()).body.error).toBe('MACHINE_UNAVAILABLE');
    await machine.device.connect();
    await until('the alert is gone', async () => (await alertsOf('&type=machine_offline&isResolved=true')).length === 1);
  });

  it('passing with a number missing: what came after it is taken, and the gap is told', async () => {
    await until('the gap is told', async () => {
      // As a machine does that has nothing older.
      machine.device.sendRaw('evt', JSON.stringify({ v: 1, e: 'ffff0000', s: 3, at: 0, t: 'tap', tag: 'x' }));
      clock.pass(5_000);
      return (await alertsOf('&type=unusual_activity')).some((a) => a.details.reason === 'journal_gap' && a.message.endsWith('reports complete to 0, 2 missing'));
    });
  });
});

it('a machine in maintenance is named to no guest and serves none, until it is in service again', async () => {
  const intend = (status: 'online' | 'maintenance') => larder.ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/status`, { token: owner, body: { status } });
  const named = async () => (await larder.ask<{ machineId: string }[]>('GET', '/api/vend/machines')).some(({ machineId }) => machineId === machine.machineId);
  await intend('maintenance');
  await until('it is named no more', async () => !(await named()));
  expect((await tap()).body.error).toBe('MACHINE_UNAVAILABLE');
  await intend('online');
  await until('it is named again', named);
  expect((await tap()).status).toBe(200);
});

it('a machine in which nothing is for sale yet opens for no guest: all that they took would be on nobody\'s bill', async () => {
  machine = await larder.addMachine({ slots: [] });
  expect((await tap()).body).toMatchObject({ error: 'MACHINE_UNAVAILABLE', message: 'This machine is not available right now. Please try again later.' });
  const { product } = await larder.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { token: owner, body: { sku: machine.machineId, name: 'Water', category: 'Drinks', price: 1, cost: 0.5, weight: 500 } });
  await larder.ask('POST', `/api/cognito-auth/machines/${machine.machineId}/inventory`, { token: owner, body: { slot: 'A1', productId: product.id, quantity: 1, maxQuantity: 10 } });
  expect((await tap()).status).toBe(200);
});

it('a tap in the moment in which the machine is taken out of the fleet ends with it: nobody waits at a door that nothing opens', async () => {
  const { machineId } = machine;
  const id = await begin();
  // Whoever removes it is told of a visit that has begun before they asked.
  await larder.kit.handle(machines, machineId, { type: 'RemoveMachine' }, { commandId: `removed-${machineId}`, account: ACCOUNT, actor: 'operator', correlationId: machineId });
  expect(await becomes(id, { status: 'cancelled' })).toMatchObject({ message: expect.stringContaining('You have not been charged.') });
  expect((await tap()).body).toMatchObject({ error: 'NOT_FOUND', message: 'Machine not found' });

  await machine.device.disconnect();
  clock.pass(60_000);
  machine = await larder.addMachine({ machineId, slots: [{ slot: 'B1', name: 'Water', price: 1 }] });
  const later = await begin();
  const removed = (await larder.kit.stream(`${machines.category}-${machineId}`)).find(({ type }) => type === 'MachineRemoved');
  await larder.part(Silences).on(removed as AnyFact); // heard again, as after a crash
  expect(await session(later)).toMatchObject({ status: 'active' });
});

it('a tap that broke off before its visit began, as in a crash, keeps others waiting as long as it may still be answered, and not for the time of a visit', async () => {
  const { machineId } = machine;
  const now = clock.now();
  const claim = { machineId, sessionId: `lost-${machineId}`, nfcSessionId: `${machineId}-001`, guest: 'nobody', now: now.toISOString(), expiresAt: new Date(now.getTime() + 300_000).toISOString() };
  await larder.kit.handle(till, machineId, { type: 'ClaimTill', ...claim }, { commandId: claim.sessionId, account: ACCOUNT, actor: 'guest', correlationId: claim.sessionId });
  expect((await tap()).body).toMatchObject({ error: 'MACHINE_BUSY', data: { retryAfterSeconds: 15 } });
  clock.pass(15_000);
  await unlocked(await begin());
});
