/** Several copies of a service: any of them answers, open screens are told whichever they are connected to, and an update goes by unnoticed. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { findNatsServer } from '@larder/kit/bus/nats-server.js';
import { until } from '@larder/kit/testing.js';
import { smallExport } from '@larder/sales/testing.js';
import { guestsAt } from './guests.testing.js';
import { addMachine, before, found, PATIENCE_MS, sessionOf, shop, streamed, type Front, type Machine } from './people.testing.js';
import { freePort } from './process.testing.js';
import { separateProcesses, type Service, type Shape } from './shape.testing.js';
import { startSharedStores, type SharedStores } from './shared-stores.testing.js';

const nats = findNatsServer();
const title = 'Two copies of gateway, vending, sales and alerts';
/** Twelve processes that are started twice take a minute. */
const needs = [!nats && 'the program nats-server', process.env.SHAPES !== 'all' && 'SHAPES=all'].filter(Boolean).join(' and ');
if (needs) process.stderr.write(`${title}: did not run, it needs ${needs}\n`);
const DOUBLED: readonly Service[] = ['vending', 'sales', 'alerts'];
const STORED = process.env.KURRENTDB_URL && process.env.MONGODB_URL;

(needs ? describe.skip : describe)(needs ? `${title}: needs ${needs}` : title, () => {
  let stores: SharedStores | undefined;
  let shape: Shape;
  let front: Front;
  let owner: string;
  let machine: Machine;
  /** Of sales, as far as guests were told. */
  let lines = 0;

  beforeAll(async () => {
    stores = STORED ? undefined : await startSharedStores(await freePort());
    const settings = Object.fromEntries(DOUBLED.map((service) => [service, { SERVICE: service, SHARED_STORES: stores?.url ?? '' }]));
    shape = await separateProcesses({
      nats: nats as string, copies: { gateway: 2, vending: 2, sales: 2, alerts: 2 }, settings: stores ? settings : {},
      mainOf: (service) => (stores && DOUBLED.includes(service) ? 'services/all/dist/tests/shapes/on-shared-stores.main.js' : undefined),
    });
    front = before(shape);
    const suffix = Date.now().toString(36);
    owner = await found(front, `owner@copies-${suffix}.example`, `Copied Stays ${suffix}`);
    machine = await addMachine(front, shape, owner, `VM-${suffix}`, [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 900 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 900 }]);
  }, 60_000);
  afterAll(async () => {
    await machine?.device.disconnect();
    await shape?.stop();
    await stores?.close();
  });

  it('a guest\'s screen follows the visit on either gateway', async () => {
    const { sessionId } = await front.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
    await until('the door is unlocked', () => machine.unlocked.has(sessionId));
    const act = (n: number) => async (): Promise<void> => (n === 0 ? shop(machine, sessionId, ['A1']) : undefined);
    const screens = await Promise.all(shape.copies('gateway').map(({ url }, n) => streamed(`${url}/api/vend/session/${sessionId}/events`, {}, act(n), (text) => text.includes('"checkoutUrl"'))));
    expect(screens.map((text) => text.includes('"totalAmount":2.75'))).toEqual([true, true]);
    await front.ask('POST', `/api/vend${(await sessionOf(front, sessionId)).checkoutUrl}`, { body: { outcome: 'pay' } });
    lines++;
    await until('the visit has ended', async () => (await sessionOf(front, sessionId)).status === 'completed');
  });

  it('an import that one copy runs is known to both, whichever is asked', async () => {
    const { importId } = await front.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token: owner, body: { fileName: 'export.csv', csv: smallExport(), dryRun: true, timeZone: 'America/New_York' } });
    const report = () => front.call<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token: owner });
    await until('the import has ended', async () => (await report()).body.data?.state === 'done');
    const asked = await Promise.all(Array.from({ length: 16 }, report));
    expect(asked.map(({ status, body }) => [status, body.data?.rows])).toEqual(asked.map(() => [200, asked[0]?.body.data?.rows]));
  });

  it.each(['gateway', 'vending', 'sales', 'alerts'] as const)('%s is updated one copy after the other, and no request of a guest or an operator fails', async (service) => {
    const busy = guestsAt(front);
    busy.crowd([machine]);
    let [looks, isOver] = [0, false];
    const failed: unknown[] = [];
    const looking = (async () => {
      for (; !isOver; looks++) {
        const { status, body } = await front.call('GET', '/api/admin/sales', { token: owner });
        if (status !== 200) failed.push({ status, ...body });
      }
    })();
    await shape.roll(service);
    isOver = true;
    await looking;
    await busy.end();
    expect(looks).toBeGreaterThan(0);
    lines += busy.bought.reduce((sum, { slots }) => sum + new Set(slots).size, 0);
    expect([failed, Object.fromEntries(busy.failures)]).toEqual([[], {}]);
  }, 60_000);

  it.each(['vending', 'sales', 'alerts'] as const)('one copy of %s is killed and started again: every read is answered, and guests go on', async (service) => {
    const busy = guestsAt(front);
    busy.crowd([machine]);
    let isOver = false;
    const refused: unknown[] = [];
    const looking = Promise.all(['/api/admin/sales', '/api/admin/dashboard/alerts', '/api/cognito-auth/machines'].map(async (path) => {
      while (!isOver) {
        const { status, body } = await front.call('GET', path, { token: owner });
        if (status !== 200) refused.push({ path, status, ...body });
      }
    }));
    const [, second] = shape.copies(service);
    await second?.kill();
    const before = busy.bought.length;
    await until('guests are served by the other copy', () => busy.bought.length > before + 1, PATIENCE_MS);
    await second?.start();
    isOver = true;
    await looking;
    await busy.end();
    lines += busy.bought.reduce((sum, { slots }) => sum + new Set(slots).size, 0);
    expect(refused).toEqual([]);
  }, 90_000);

  it('what two copies heard is entered once', async () => {
    const total = async (): Promise<number> => (await front.ask<{ total: number }>('GET', '/api/admin/sales', { token: owner })).total;
    await until('everything is entered', async () => (await total()) >= lines, PATIENCE_MS);
    expect(await total()).toBe(lines);
    expect((await front.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts', { token: owner })).alerts).toEqual([]);
  });
});
