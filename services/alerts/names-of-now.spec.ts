import { describeProducts } from '@larder/contracts/catalog.js';
import { MOST_CARDS, machineCards } from '@larder/contracts/fleet/places.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import type { AlertRow } from './alert-view.js';
import { saidNow } from './names-of-now.js';

const rowOf = (n: number, how: Partial<AlertRow>): AlertRow => ({
  _id: `x.VM-${n}.1`, condition: `x.VM-${n}`, type: 'machine_offline', severity: 'high', message: 'Lobby is offline', createdAt: '2026-03-01T12:00:00.000Z', isResolved: false, details: {},
  machine: { machineId: `VM-${n}`, name: 'Lobby', location: { address: '' } }, handling: 'new', undelivered: 0, history: [], notices: [], ...how,
});
const cola = { productId: 'p1', name: 'Lobby', sku: 'COLA' };
const low = (how: Partial<AlertRow> = {}): AlertRow => rowOf(1, { type: 'low_stock', message: 'Lobby is running low in Lobby: 2 of 10 left', product: cola, details: { slot: 'A1', currentStock: 2, maxStock: 10 }, ...how });

describe('What an open alert says', () => {
  let kit: Kit;
  let isAway: boolean;
  let asked: string[];
  beforeEach(async () => {
    kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    [isAway, asked] = [false, []];
    const away = { refused: 'UNAVAILABLE' as const, message: 'Not now' };
    const idsOf = (question: unknown): string[] => (question as { input: { ids: string[] } }).input.ids;
    await kit.bus.answer(machineCards.subject, async (question) => {
      asked.push('fleet');
      const cards = idsOf(question).filter((id) => id !== 'VM-9').map((machineId) => [machineId, { machineId, name: 'Boat House', address: '9 Harbor Road', timeZone: 'UTC', currency: 'USD' }]);
      return isAway ? away : { ok: Object.fromEntries(cards) };
    });
    await kit.bus.answer(describeProducts.subject, async (question) => {
      asked.push('catalog');
      return isAway ? away : { ok: idsOf(question).map((productId) => ({ productId, name: 'Cola Zero', sku: 'ZERO' })) };
    });
  });
  afterEach(() => kit.end());
  const said = async (...rows: AlertRow[]): Promise<string[]> => (await saidNow(kit, 'acme', rows)).map(({ message }) => message);

  it('is said with the names of now, also where goods were called as their machine is', async () => {
    expect(await said(low(), low({ details: { slot: 'A1', currentStock: 0, maxStock: 10 } }))).toEqual(['Cola Zero is running low in Boat House: 2 of 10 left', 'Cola Zero is sold out in Boat House']);
    const unusual = (details: AlertRow['details'], telling?: string) => rowOf(1, { type: 'unusual_activity', message: 'as it was', details, ...(telling && { telling }) });
    expect(await said(rowOf(1, {}), rowOf(1, { type: 'maintenance_due', details: { maintenanceDays: 90 } }), unusual({ reason: 'temperature', temperatureC: 9.5, minC: 1, maxC: 8 }), unusual({ reason: 'refuses_guests' }, ' does not unlock for guests: Lobby is locked')))
      .toEqual(['Boat House is offline', 'Boat House has not been serviced for 90 days', 'Boat House is too warm: 9.5 °C', 'Boat House does not unlock for guests: Lobby is locked']);
    expect(await saidNow(kit, 'acme', [low()])).toMatchObject([{ machine: { name: 'Boat House', location: { address: '9 Harbor Road' } }, product: { name: 'Cola Zero', sku: 'ZERO' } }]);
  });

  it('stays as it was where it is over, where it lacks what the sentence needs, and where nobody knows the machine', async () => {
    const older = rowOf(1, { type: 'unusual_activity', message: 'Lobby: the door was left open', details: { reason: 'door_left_open' } });
    const nameless = low({ message: 'Cola is sold out in Lobby', product: undefined });
    expect(await said(low({ isResolved: true }), older, nameless, low({ details: { currentStock: 2 } }), rowOf(9, {}))).toEqual(
      ['Lobby is running low in Lobby: 2 of 10 left', 'Lobby: the door was left open', 'Cola is sold out in Lobby', 'Lobby is running low in Lobby: 2 of 10 left', 'Lobby is offline']);
  });

  it('takes one question of fleet and one of the catalog, however many machines a page is about, and none where all is over', async () => {
    const page = Array.from({ length: MOST_CARDS }, (_, n) => ({ ...low(), machine: { machineId: `VM-${n + 10}`, name: 'Lobby', location: { address: '' } } }));
    expect(new Set(await said(...page))).toEqual(new Set(['Cola Zero is running low in Boat House: 2 of 10 left']));
    expect(asked.sort()).toEqual(['catalog', 'fleet']);
    await said(low({ isResolved: true }));
    expect(asked).toHaveLength(2);
  });

  it('is said with what was told lately while nobody answers, of each machine whichever others it was asked about with', async () => {
    await said(rowOf(1, {}), rowOf(2, {}));
    isAway = true;
    expect(await said(rowOf(2, {}), rowOf(3, {}))).toEqual(['Boat House is offline', 'Lobby is offline']);
  });
});
