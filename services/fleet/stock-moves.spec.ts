import type { AnyFact } from '@larder/contracts/fact.js';
import type { SessionFact, TillFact } from '@larder/contracts/vending.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored } from '@larder/kit/testing.js';
import { machine, type MachineCommand } from './machine.js';
import { StockMoves } from './stock-moves.js';

const machineId = 'VM-001';
let kit: Kit;
let orders = 0;
beforeEach(async () => {
  kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  await order({ type: 'RegisterMachine', machine: { machineId, name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' } });
  await order({ type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 4 });
});
afterEach(() => kit.end());

async function order(command: MachineCommand): Promise<void> {
  const done = await kit.handle(machine, machineId, command, { commandId: `order ${++orders}`, account: 'acme', actor: 'user:olive', correlationId: 'test' });
  if (isRefusal(done)) throw new Error(done.message);
}
const heard = (...facts: (SessionFact | TillFact)[]): readonly AnyFact[] => stored(facts) as unknown as AnyFact[];
const hear = async (...facts: AnyFact[]): Promise<void> => {
  for (const fact of facts) await new StockMoves(kit).on(fact);
};
const leftIn = async (slot: string): Promise<number | undefined> => (await kit.look(machine, machineId, 'acme')).slots.find((its) => its.slot === slot)?.left;

it('what came back outside of a visit to a slot that was counted with it is not put in when it is heard again, after a crash, and something has left meanwhile', async () => {
  const [left, back, again] = heard(
    { type: 'ItemTakenWithoutSession', data: { machineId, key: 'e:1', slot: 'A1', quantity: 1 } }, { type: 'ItemReturnedWithoutSession', data: { machineId, key: 'e:2', slot: 'A1', quantity: 1, back: 1 } },
    { type: 'ItemTakenWithoutSession', data: { machineId, key: 'e:3', slot: 'A1', quantity: 1 } }) as [AnyFact, AnyFact, AnyFact];
  await hear(left);
  await order({ type: 'AdjustSlot', slot: 'A1', change: 1, reason: 'Counted', was: 3, now: '2026-03-01T12:00:00.000Z' });
  await hear(back, again);
  expect(await leftIn('A1')).toBe(3);
  await hear(back, again);
  expect(await leftIn('A1')).toBe(3);
});

it('what was taken from a slot that was not laid out, or had another product, is not taken off when it is heard again and the slot is laid out so', async () => {
  const unplaced = { sessionId: 's1', machineId, quantity: 1, what: 'taken', why: 'after_end' } as const;
  const facts = heard({ type: 'UnplacedItemReported', data: { ...unplaced, key: 'e:1', slot: 'A9' } }, { type: 'UnplacedItemReported', data: { ...unplaced, key: 'e:2', slot: 'A1', productId: 'p2' } });
  await hear(...facts);
  await order({ type: 'StockSlot', slot: 'A9', productId: 'p1', quantity: 4 });
  await order({ type: 'ClearSlot', slot: 'A1' });
  await order({ type: 'StockSlot', slot: 'A1', productId: 'p2', quantity: 4 });
  await hear(...facts);
  expect([await leftIn('A9'), await leftIn('A1')]).toEqual([4, 4]);
});

it('what left outside of a visit and after one that knew of the count comes off, whatever a clock that was put back says', async () => {
  const [counted, happenedAt] = ['2026-03-01T12:00:00.000Z', '2026-03-01T11:50:00.000Z'];
  await order({ type: 'AdjustSlot', slot: 'A1', change: 0, reason: 'Counted', was: 4, now: counted });
  const left = { type: 'ItemTakenWithoutSession', data: { machineId, key: 'e:1', slot: 'A1', quantity: 1, happenedAt } } as const;
  await hear(...heard(left, { ...left, data: { ...left.data, key: 'e:2', knownSince: counted } }));
  expect(await leftIn('A1')).toBe(3);
});

it('what a machine had told before it was taken out of the fleet is not taken off what is laid out when it is back, whatever it was of', async () => {
  const toldUpTo = { '0a1b2c3d': 2 };
  const left = { type: 'ItemTakenWithoutSession', data: { machineId, key: '0a1b2c3d:1', slot: 'A1', quantity: 1 } } as const;
  const [first, ...rest] = heard(left, { type: 'UnplacedItemReported', data: { sessionId: 's1', machineId, key: '0a1b2c3d:2', slot: 'A1', productId: 'p1', quantity: 1, what: 'taken', why: 'after_end' } },
    { ...left, data: { ...left.data, key: '0a1b2c3d:3' } }) as [AnyFact, AnyFact, AnyFact];
  await order({ type: 'RemoveMachine' });
  await hear(first);
  await order({ type: 'RegisterMachine', machine: { machineId, name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' } });
  await order({ type: 'StockSlot', slot: 'A1', productId: 'p1', quantity: 4, now: '2026-03-01T12:00:00.000Z', toldUpTo });
  await hear(first, ...rest);
  expect(await leftIn('A1')).toBe(3);
});
