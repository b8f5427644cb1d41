/** The same purchase with a real NATS server, as it is deployed, between the services and as the machines' broker. */
import type { ImportReport } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { startDeployedNats, type DeployedNats } from './deployed-nats.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const program = findNatsServer();
const title = 'The product on a NATS server';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  let nats: DeployedNats;
  let larder: TestLarder;

  beforeAll(async () => {
    nats = await startDeployedNats(program as string);
    larder = await startLarder({ settings: nats.settings });
  });
  afterAll(async () => {
    await larder?.stop();
    await nats.remove();
  });

  const session = (id: string) => larder.ask<SessionView>('GET', `/api/vend/session/${id}`);
  const due = (id: string) => until('payment is due', async () => {
    const view = await session(id);
    return view.checkoutUrl && view;
  });

  it('sells: tap, unlock, items, payment, sale', async () => {
    const machine = await larder.addMachine();
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
    await until('it is told to unlock', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === sessionId));
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 2, sessionId);
    machine.device.closeDoor(sessionId);
    const view = await due(sessionId);
    expect(view.totalAmount).toBe(5);
    await larder.ask('POST', `/api/vend${view.checkoutUrl}`, { body: { outcome: 'pay' } });
    const token = await larder.signIn('owner');
    const sales = await until('the sale is there', async () => {
      const found = await larder.ask<{ sales: { amount: number }[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`, { token });
      return found.sales.length > 0 && found.sales;
    });
    expect(sales).toMatchObject([{ amount: 5, quantity: 2 }]);
  });

  it('takes a file that is larger than a message may be, and tells of each of its lines', async () => {
    const token = await larder.signIn('owner', 'large');
    const lines = Array.from({ length: 60_000 }, (_, n) => ({ Status: 'Declined', Transaction: String(14_500_000_000 + n), Product: `Chips, with sea salt ${n}` }));
    const csv = exportOf(lines);
    expect(csv.length).toBeGreaterThan(8 * 1024 * 1024);
    const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'large.csv', csv } });
    const report = await until('the import has ended', async () => {
      const now = await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token });
      return now.state !== 'running' && now;
    }, 120_000);
    expect(report).toMatchObject({ state: 'done', rows: lines.length, sales: 0 });
    expect(report.quarantine).toHaveLength(lines.length);
  }, 180_000);

  /** By setting. */
  const connected = async (): Promise<string[]> => (await (await fetch(`${larder.url}/metrics`)).text()).match(/^larder_connected.*$/gm) ?? [];

  it('loses and doubles nothing when the server is killed while a guest shops, and says that it is away', async () => {
    const machine = await larder.addMachine();
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 1, sessionId);
    expect(await connected()).toEqual(['larder_connected{setting="BUS_URL"} 1', 'larder_connected{setting="DEVICE_BROKER_URL"} 1']);
    await nats.kill();
    await until('whoever watches is told', async () => (await connected()).join() === 'larder_connected{setting="BUS_URL"} 0,larder_connected{setting="DEVICE_BROKER_URL"} 0');
    machine.device.take('A2', 1, sessionId);
    machine.device.closeDoor(sessionId);
    await nats.start();
    const view = await until('payment is due', async () => {
      const { body } = await larder.call<SessionView>('GET', `/api/vend/session/${sessionId}`);
      return body.data?.checkoutUrl && body.data;
    }, 120_000);
    expect(view.totalAmount).toBe(4.25);
    await until('all is acknowledged', () => machine.device.waiting === 0, 120_000);
  }, 180_000);
});
