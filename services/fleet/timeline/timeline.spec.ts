import type { DeviceOrderView } from '@larder/contracts/device.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { NOBODY } from '@larder/contracts/identity/organization.js';
import { stored } from '@larder/kit/testing.js';
import { actorNames } from '../actors.js';
import { entriesOf, entryOf, type Names, type ToldSetupFact } from './timeline.js';

const names: Names = { actor: (actor) => `<${actor}>`, product: (productId) => (productId === 'p1' ? 'Cola' : 'Deleted product'), currency: 'EUR' };
const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const facts: FleetFact[] = [
  { type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'maintenance', reason: 'new lock' } },
  { type: 'SlotAssigned', data: slot },
  { type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } },
  { type: 'StockAdjusted', data: { ...slot, left: 3, change: -1, reason: 'broken' } },
  { type: 'StockAdjusted', data: { ...slot, left: 3, change: 0, reason: 'counted', countedAt: '2026-03-01T12:00:00.000Z' } },
  { type: 'StockAdjusted', data: { ...slot, left: 1, change: -2, reason: 'Expired', cause: 'expired' } },
  { type: 'StockAdjusted', data: { ...slot, left: 3, change: 2, reason: 'Expired', cause: 'expired' } },
  { type: 'SlotPriced', data: { machineId: 'VM-001', slot: 'A1', priceCents: 250 } },
  { type: 'StockTaken', data: { ...slot, left: 2, quantity: 1 } },
  { type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '2026-03-01T12:00:00.000Z' } },
  { type: 'MachineToldSlots', data: { machineId: 'VM-001', slots: [] } },
  { type: 'MachineToldSlots', data: { machineId: 'VM-001' } },
  { type: 'UnseenSlotsFound', data: { machineId: 'VM-001', unseen: [], seen: [] } },
];

it('tells what happened to a machine, by whom and why', () =>
  expect(stored(facts).map((fact) => entryOf(fact, names)).map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['Put into maintenance', '<test>', 'new lock'],
    ['Slot A1 holds up to 10 of Cola', '<test>', undefined],
    ['4 Cola added to slot A1, 4 in it', '<test>', undefined],
    ['Count of Cola in slot A1 corrected by -1, 3 in it', '<test>', 'broken'],
    ['Count of Cola in slot A1 found right, 3 in it', '<test>', 'counted'],
    ['2 Cola expired in slot A1, 1 left', '<test>', 'Expired'],
    ['Loss of 2 Cola from slot A1 taken back, 3 in it', '<test>', 'Expired'],
    ['Slot A1 priced at €2.50', '<test>', undefined],
    ['1 Cola taken from slot A1, 2 left', 'The machine', undefined],
    ['Went silent', 'Larder', undefined],
    ['Says that it has no sensors for any slot', 'The machine', undefined],
    ['Does not say any more for which slots it has sensors', 'The machine', undefined],
    ['Has a sensor for every slot that is laid out, or does not say', 'Larder', undefined],
  ]));

it('keeps figures beside the words they belong to, whichever way names are written', () => {
  const hebrew: Names = { ...names, product: () => 'שוקולד' };
  const said = stored<FleetFact>([{ type: 'MachineChanged', data: { machineId: 'VM-001', name: 'מבוא', address: 'הרצל 12', floor: '3' } }, { type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } }]).map((fact) => entryOf(fact, hebrew).what);
  expect(said).toEqual(['Now called \u2068מבוא\u2069, at \u2068הרצל 12\u2069, 3', '4 \u2068שוקולד\u2069 added to slot A1, 4 in it']);
});

it('tells what was known of a count only later', () => {
  const told = (what: 'taken' | 'returned', quantity: number, missing: number, found: number): string[] => {
    const [fact] = stored<FleetFact>([{ type: 'StockCountExplained', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', countedAt: '2026-03-01T12:00:00.000Z', reason: 'counted', what, quantity, missing, found, sessionId: 's1' } }]);
    const entry = fact && entryOf(fact, names);
    return [entry?.what ?? '', entry?.by ?? ''];
  };
  expect([told('taken', 1, -1, 0), told('returned', 1, 1, 0), told('taken', 2, 0, 2)]).toEqual([
    ['1 Cola taken from slot A1 before it was counted, told only now: 1 fewer missing than was thought', 'The machine'],
    ['1 Cola put back into slot A1 before it was counted, told only now: 1 more missing than was thought', 'The machine'],
    ['2 Cola taken from slot A1 before it was counted, told only now: 2 more found than was thought', 'The machine'],
  ]);
});

it('tells what a machine saw move that counts for nothing, and why', () => {
  const told = (['not_laid_out', 'other_product', 'counted', 'not_gone'] as const).flatMap((why, n) => stored<FleetFact>([{ type: 'StockMovePassedOver', data: { machineId: 'VM-001', slot: 'A1', what: n < 2 ? 'taken' : 'returned', quantity: 1, why } }]));
  expect(told.map((fact) => entryOf(fact, names)).map(({ what, by }) => [what, by])).toEqual([
    ['1 taken from slot A1, which is not laid out: not counted', 'The machine'],
    ['1 taken from slot A1 of another product than is in it: not counted', 'The machine'],
    ['1 put back into slot A1 before it was counted, or got its product, told only now: not counted again', 'The machine'],
    ['1 put back into slot A1, from which none was missing: not counted', 'The machine'],
  ]);
});

it('tells how it was set up and moved', () => {
  const named = { setupId: 'p1', machineId: 'VM-001', codeHash: 'hash' };
  const setup: (ToldSetupFact | FleetFact)[] = [
    { type: 'SetupProfileCreated', data: { ...named, name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', isResetup: false, wifi: 'sealed', expiresAt: '2026-03-02T12:00:00.000Z' } },
    { type: 'SetupProfileClaimed', data: named },
    { type: 'SetupProfileExpired', data: named },
    { type: 'MachineLocated', data: { machineId: 'VM-001', coordinates: { lat: -33.86, lon: 151.21 } } },
    { type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby', reason: 'sold' } },
  ];
  const told = stored(setup).map((fact) => entryOf(fact, names));
  expect(told.map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['Prepared to be set up as Lobby, 12 Ocean Avenue', '<test>', undefined],
    ['Set up: told its Wi-Fi and its credential', 'The machine', undefined],
    ['Setup not done in time', 'Larder', undefined],
    ['Placed on the map at 33.86000° S, 151.21000° E', '<test>', undefined],
    ['Taken out of the fleet', '<test>', 'sold'],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/hash|sealed/);
});

it('tells what it was told to do and what became of it', () => {
  const order: DeviceOrderView = { orderId: 'op:1', machineId: 'VM-001', command: 'unlock', status: 'sent', sentAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-01T12:01:00.000Z', by: 'Olive', reason: 'stuck can' };
  const ended = (status: DeviceOrderView['status'], why?: string) => entriesOf({ ...order, status, endedAt: '2026-03-01T12:00:01.000Z', why }).map(({ what, by, reason }) => [what, by, reason]);
  const told = ['Told to unlock', 'Olive', 'stuck can'];
  expect(entriesOf({ ...order, status: 'delivered' })).toHaveLength(1);
  expect([ended('obeyed'), ended('refused', 'jammed'), ended('expired')]).toEqual([
    [told, ['Unlocked', 'The machine', undefined]], [told, ['Refused to unlock', 'The machine', 'jammed']], [told, ['Did not unlock in time', 'Larder', undefined]],
  ]);
});

it('names nobody who is no member any more', () => {
  const nameOf = actorNames(NOBODY);
  expect([nameOf('user:u1'), nameOf('system:demo'), nameOf('system:fleet')]).toEqual(['', 'Demo data', 'Larder']);
});
