/** Several copies of a service: any of them answers, open screens are told whichever they are connected to, and an update goes by unnoticed. */
import { randomBytes } from 'node:crypto';
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { ClaimedSetup } from '@larder/contracts/fleet/setup.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { connectMongodb } from '@larder/kit/rows/mongodb.js';
import { freePort, until } from '@larder/kit/testing.js';
import { smallExport } from '@larder/sales/testing.js';
import { guestsAt } from './guests.testing.js';
import { addMachine, before, found, PASSWORD, PATIENCE_MS, sessionOf, shop, streamed, type Front, type Machine } from './people.testing.js';
import { separateProcesses, type Service, type Shape } from './shape.testing.js';
import { startSharedStores, type SharedStores } from './shared-stores.testing.js';

const nats = findNatsServer();
const title = 'Two copies of every service but the device-adapter';
/** Fifteen processes that are started several times take minutes: SHAPES=all updates and kills a few of them, SHAPES=copies each. */
const { SHAPES = '' } = process.env;
const needs = [!nats && 'the program nats-server', !['all', 'copies'].includes(SHAPES) && 'SHAPES=all or SHAPES=copies'].filter(Boolean).join(' and ');
if (needs) process.stderr.write(`${title}: did not run, it needs ${needs}\n`);
const STORED = process.env.KURRENTDB_URL && process.env.MONGODB_URL;
const suffix = Date.now().toString(36);
const email = `owner@copies-${suffix}.example`;
/** What copies keep besides facts and views; without it each has files of its own. */
const KEEP_URL = process.env.MONGODB_URL && `${process.env.MONGODB_URL.replace(/\/$/, '')}/keep-${suffix}`;
const keeping = 'What one copy keeps';
if (!needs && !KEEP_URL) process.stderr.write(`${title}: ${keeping}, and a second copy of identity: did not run, they need MONGODB_URL\n`);
/** Identity keeps too much by itself to have two copies on files. */
const DOUBLED: readonly Exclude<Service, 'gateway' | 'device-adapter'>[] = [...(KEEP_URL ? ['identity' as const] : []), 'catalog', 'fleet', 'vending', 'sales', 'alerts'];
const isShort = SHAPES === 'all';
const UPDATED = (['gateway', ...DOUBLED] as const).filter((service) => !isShort || ['gateway', 'identity'].includes(service));
const KILLED = DOUBLED.filter((service) => !isShort || ['fleet', 'vending'].includes(service));
if (!needs && isShort) process.stderr.write(`${title}: only ${UPDATED.join(' and ')} are updated, only ${KILLED.join(' and ')} killed; all of them with SHAPES=copies\n`);

interface SignedIn {
  idToken: string;
  refreshToken: string;
}

const MACHINES = '/api/cognito-auth/machines';
const LOOKED_AT = ['/api/admin/sales', '/api/admin/dashboard/alerts', MACHINES, '/api/cognito-auth/products'];

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
    const kept = KEEP_URL && { KEEP_URL, VAULT_KEY: randomBytes(32).toString('hex') };
    const settings = Object.fromEntries(DOUBLED.map((service) => [service, { ...(stores && { SERVICE: service, SHARED_STORES: stores.url }), ...kept }]));
    shape = await separateProcesses({
      nats: nats as string, copies: { gateway: 2, ...Object.fromEntries(DOUBLED.map((service) => [service, 2])) }, settings,
      mainOf: (service) => (stores && (DOUBLED as readonly Service[]).includes(service) ? 'services/all/dist/tests/shapes/on-shared-stores.main.js' : undefined),
    });
    front = before(shape);
    owner = await found(front, email, `Copied Stays ${suffix}`);
    machine = await addMachine(front, shape, owner, `VM-${suffix}`, [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 900 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 900 }]);
  }, 180_000);
  afterAll(async () => {
    await machine?.device.disconnect();
    await shape?.stop();
    await stores?.close();
  });

  /** What is done while only one copy of a service is there. */
  const alone = async <T>(service: Service, copy: 0 | 1, act: () => Promise<T>): Promise<T> => {
    const other = shape.copies(service)[1 - copy];
    await other?.end();
    const done = await act();
    await other?.start();
    return done;
  };

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

  it.each([
    ['sales', '/api/admin/sales/import', { fileName: 'export.csv', csv: smallExport(), dryRun: true, timeZone: 'America/New_York' }],
    ['products', '/api/cognito-auth/products/import', { fileName: 'products.csv', csv: 'SKU,Name,Category,Price\nNUTS,Nuts,Snacks,2.00\n', dryRun: true }],
  ])('an import of %s that one copy runs is known to both, whichever is asked', async (_, path, body) => {
    const { importId } = await front.ask<{ importId: string }>('POST', path, { token: owner, body });
    const report = () => front.call<{ state: string; rows: number }>('GET', `${path}/${importId}`, { token: owner });
    await until('the import has ended', async () => (await report()).body.data?.state === 'done');
    const asked = await Promise.all(Array.from({ length: 16 }, report));
    expect(asked.map(({ status, body }) => [status, body.data?.rows])).toEqual(asked.map(() => [200, asked[0]?.body.data?.rows]));
  });

  it('a machine that one copy added is seen at the other', async () => {
    const machineId = `VM-2-${suffix}`;
    await alone('fleet', 0, () => front.ask('POST', MACHINES, { token: owner, body: { machineId, name: 'Pool', location: { address: '2 Main Street' }, timeZone: 'America/New_York' } }));
    const { machines } = await alone('fleet', 1, () => front.ask<{ machines: MachineView[] }>('GET', MACHINES, { token: owner }));
    expect(machines.map((one) => [one.machineId, one.name])).toContainEqual([machineId, 'Pool']);
  }, 90_000);

  (KEEP_URL ? describe : describe.skip)(KEEP_URL ? keeping : `${keeping}: needs MONGODB_URL`, () => {
    it('a picture that was handed to one copy is shown by the other', async () => {
      const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(suffix)]);
      const { imageUrl } = await alone('catalog', 0, () => front.ask<{ imageUrl: string }>('POST', '/api/cognito-auth/products/images', { token: owner, body: { data: picture.toString('base64') } }));
      const shown = await alone('catalog', 1, () => fetch(`${front.url}${imageUrl}`));
      expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, picture]);
    }, 90_000);

    it('a Wi-Fi that one copy sealed is handed over by the other, and its key is gone for both', async () => {
      const wifi = { ssid: 'Seaside Guests', password: 'sand-in-the-shoes' };
      const { client, db } = await connectMongodb(KEEP_URL as string);
      const keys = () => db.collection('wifi_keys').countDocuments();
      const { claimCode } = await alone('fleet', 0, () => front.ask<{ claimCode: string }>('POST', '/api/cognito-auth/setup-profiles', { token: owner, body: { machineId: `VM-3-${suffix}`, name: 'Roof', location: { address: '3 Main Street' }, wifiSSID: wifi.ssid, wifiPassword: wifi.password } }));
      expect(await keys()).toBe(1);
      const claim = () => front.call<ClaimedSetup>('POST', '/api/hardware/claim', { body: { claimCode } });
      expect(await alone('fleet', 1, claim)).toMatchObject({ status: 200, body: { data: { wifi } } });
      expect([(await claim()).status, await keys()]).toEqual([404, 0]);
      await client.close();
    }, 90_000);

    it('who signed in at one copy is known at the other, goes on there, and signs out for both', async () => {
      const signedIn = await alone('identity', 0, () => front.ask<SignedIn>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } }));
      const refreshed = await alone('identity', 1, async () => {
        await front.ask('GET', '/api/cognito-auth/account', { token: signedIn.idToken });
        return front.ask<SignedIn>('POST', '/api/cognito-auth/refresh', { body: { refreshToken: signedIn.refreshToken } });
      });
      expect(refreshed.refreshToken).not.toBe(signedIn.refreshToken);
      const asked = async (): Promise<number[]> => (await Promise.all(Array.from({ length: 8 }, () => front.call('GET', '/api/cognito-auth/account', { token: refreshed.idToken })))).map(({ status }) => status);
      expect(new Set(await asked())).toEqual(new Set([200]));
      await alone('identity', 0, () => front.ask('POST', '/api/cognito-auth/logout', { token: refreshed.idToken, body: {} }));
      expect(new Set(await asked())).toEqual(new Set([401]));
      expect((await front.call('POST', '/api/cognito-auth/refresh', { body: { refreshToken: refreshed.refreshToken } })).status).toBe(401);
    }, 120_000);
  });

  it.each(UPDATED)('%s is updated one copy after the other, and no request of a guest or an operator fails', async (service) => {
    const busy = guestsAt(front);
    busy.crowd([machine]);
    let [looks, isOver] = [0, false];
    const failed: unknown[] = [];
    const looking = (async () => {
      for (; !isOver; looks++) {
        const path = LOOKED_AT[looks % LOOKED_AT.length] as string;
        const { status, body } = await front.call('GET', path, { token: owner });
        if (status !== 200) failed.push({ path, status, ...body });
      }
    })();
    await shape.roll(service);
    isOver = true;
    await looking;
    await busy.end();
    expect(looks).toBeGreaterThan(0);
    lines += busy.bought.reduce((sum, { slots }) => sum + new Set(slots).size, 0);
    expect([failed, Object.fromEntries(busy.failures)]).toEqual([[], {}]);
  }, 120_000);

  it.each(KILLED)('one copy of %s is killed and started again: every read is answered, and guests go on', async (service) => {
    const busy = guestsAt(front);
    busy.crowd([machine]);
    let isOver = false;
    const refused: unknown[] = [];
    const looking = Promise.all(LOOKED_AT.map(async (path) => {
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
    // What guests change is vending's: only there a killed copy may have had a change in its hands.
    expect([refused, service === 'vending' ? {} : Object.fromEntries(busy.failures)]).toEqual([[], {}]);
  }, 120_000);

  it('what two copies heard is entered once', async () => {
    const total = async (): Promise<number> => (await front.ask<{ total: number }>('GET', '/api/admin/sales', { token: owner })).total;
    await until('everything is entered', async () => (await total()) >= lines, PATIENCE_MS);
    expect(await total()).toBe(lines);
    expect((await front.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts', { token: owner })).alerts).toEqual([]);
  });
});
