/** The same purchase with a real NATS server between the services and as the machines' broker. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionView } from '@larder/contracts/vending.js';
import { findNatsServer } from '@larder/kit/bus/nats-server.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from './testing.js';

const program = findNatsServer();
const title = 'The product on a NATS server';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

const freePort = (): Promise<number> => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => found(port));
  });
});
const answers = (port: number): Promise<boolean> => new Promise((told) => {
  const socket = connect(port, '127.0.0.1', () => told(true)).on('error', () => told(false));
  socket.on('connect', () => socket.end());
});

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  let folder: string;
  let ports: { nats: number; mqtt: number };
  let server: ChildProcess;
  let larder: TestLarder;

  const startServer = async (): Promise<void> => {
    server = spawn(program as string, ['-c', join(folder, 'nats.conf')], { stdio: 'ignore' });
    await until('NATS and MQTT answer', async () => (await answers(ports.nats)) && answers(ports.mqtt));
  };
  const killServer = (): Promise<void> => new Promise((gone) => {
    server.once('exit', () => gone());
    server.kill('SIGKILL');
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'larder-nats-'));
    ports = { nats: await freePort(), mqtt: await freePort() };
    writeFileSync(join(folder, 'nats.conf'), `server_name: larder\nlisten: "127.0.0.1:${ports.nats}"\njetstream { store_dir: "${join(folder, 'store')}" }\nmqtt { listen: "127.0.0.1:${ports.mqtt}" }\n`);
    await startServer();
    larder = await startLarder({ settings: { BUS_URL: `nats://127.0.0.1:${ports.nats}`, DEVICE_BROKER_URL: `mqtt://127.0.0.1:${ports.mqtt}` } });
  });
  afterAll(async () => {
    await larder?.stop();
    await killServer();
    rmSync(folder, { recursive: true, force: true });
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

  it('loses and doubles nothing when the server is killed while a guest shops', async () => {
    const machine = await larder.addMachine();
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
    machine.device.openDoor(sessionId);
    machine.device.take('A1', 1, sessionId);
    await killServer();
    machine.device.take('A2', 1, sessionId);
    machine.device.closeDoor(sessionId);
    await startServer();
    const view = await until('payment is due', async () => {
      const { body } = await larder.call<SessionView>('GET', `/api/vend/session/${sessionId}`);
      return body.data?.checkoutUrl && body.data;
    }, 30_000);
    expect(view.totalAmount).toBe(4.25);
    await until('all is acknowledged', () => machine.device.waiting === 0, 30_000);
  }, 90_000);
});
