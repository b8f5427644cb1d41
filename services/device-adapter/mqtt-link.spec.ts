import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { orderTopic, telemetryTopic, type DeviceOrder } from '@larder/contracts/device.js';
import { until } from '@larder/kit/testing.js';
import { MOST_BYTES, type DeviceLink, type LinkOwner } from './device-link.js';
import { openMqttLink } from './mqtt-link.js';

let broker: Aedes;
let server: Server;
let link: DeviceLink;
let heard: string[];
let told: string[];
const sockets = new Set<Socket>();

const owner: LinkOwner = {
  admit: async () => undefined,
  credentialOf: async () => undefined,
  receive: async (machineId, channel, payload) => void heard.push(`${machineId} ${channel} ${Buffer.from(payload).toString()}`),
  refused: (what) => void heard.push(what),
};
const unlock = (id: string): DeviceOrder => ({ v: 1, t: 'cmd', id, do: 'unlock', ttl: 30, sid: 's1' });

async function listen(port: number): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}
async function goAway(): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}

let port: number;
beforeEach(async () => {
  [heard, told] = [[], []];
  broker = await Aedes.createBroker();
  broker.on('publish', ({ topic, payload }) => void (topic === orderTopic('VM-1') && told.push((JSON.parse(payload.toString()) as { id: string }).id)));
  port = await listen(0);
  link = await openMqttLink(`mqtt://127.0.0.1:${port}`, owner, { name: 'test', now: () => 0 });
});
afterEach(async () => {
  await link.close();
  await goAway();
  await new Promise<void>((closed) => broker.close(closed));
});

/** A machine's beat, as the broker hands it on. */
const say = (text: string): Promise<void> => new Promise((done) => broker.publish({ cmd: 'publish', topic: telemetryTopic('VM-1'), payload: text, qos: 0, retain: false, dup: false }, () => done()));

describe('The link through another broker', () => {
  it('hears machines and tells them', async () => {
    await say('hello');
    await until('it is heard', () => heard.includes('VM-1 tel hello'));
    expect(link.isConnected('VM-1')).toBe(true);
    await say('x'.repeat(MOST_BYTES + 1));
    await until('what is too large is turned away', () => heard.includes('size'));
    expect(heard).toEqual(['VM-1 tel hello', 'size']);
    link.send('VM-1', unlock('one'));
    await until('it is told', () => told.includes('one'));
  });

  it('takes a machine that was not heard for long for gone, also when the clock was put back since', async () => {
    let now = 3_600_000;
    const watching = await openMqttLink(`mqtt://127.0.0.1:${port}`, owner, { name: 'watching', now: () => now });
    await say('hello');
    await until('it is heard', () => watching.isConnected('VM-1'));
    for (const later of [44_999, 45_000, -3_600_000]) {
      now = 3_600_000 + later;
      expect([later, watching.isConnected('VM-1')]).toEqual([later, later === 44_999]);
    }
    await watching.close();
  });

  it('signs in as its address says, and tells machines the address without that', async () => {
    const shown: string[] = [];
    broker.authenticate = (_, username, password, done) => (shown.push(`${username} ${String(password)}`), done(null, true));
    const signedIn = await openMqttLink(`mqtt://adapter:p%40ss%3A%2Fword@127.0.0.1:${port}`, owner, { name: 'signed-in', now: () => 0 });
    expect(shown).toEqual(['adapter p@ss:/word']);
    expect(signedIn.broker).toEqual({ host: '127.0.0.1', port });
    await signedIn.close();
  });

  it('tells nothing late that could not be told at once: a machine counts an order\'s time from when it comes', async () => {
    await goAway();
    await until('the link has noticed', () => broker.connectedClients === 0);
    link.send('VM-1', unlock('late'));
    await listen(port);
    await until('it is heard again', async () => (await say('back'), heard.includes('VM-1 tel back')));
    link.send('VM-1', unlock('now'));
    await until('it is told', () => told.includes('now'));
    expect(told).toEqual(['now']);
  });

  it('goes on after its password was refused for a while, and says so: passwords are changed at the broker first, and put back', async () => {
    const told: string[] = [];
    let isKnown = true;
    broker.authenticate = (_client, _username, _password, done) => done(isKnown ? null : Object.assign(new Error('Nobody knows it'), { returnCode: 5 as const }), isKnown);
    const through = await openMqttLink(`mqtt://adapter:known@127.0.0.1:${port}`, owner, { name: 'changing', now: () => 0, tell: (isUp, refusal) => void told.push(`${isUp ? 'up' : 'down'}${refusal ? `: ${refusal.message}` : ''}`) });
    isKnown = false;
    await goAway();
    await listen(port);
    await until('it is refused', () => told.includes('down: Connection refused: Not authorized'));
    isKnown = true;
    await until('it is back', () => told.at(-1) === 'up');
    heard = [];
    await until('machines are heard through it, too', async () => (await say('back'), heard.filter((one) => one === 'VM-1 tel back').length > 1));
    await through.close();
    expect([told[0], told.at(-1)]).toEqual(['up', 'up']);
  });

  it('is not opened with a password that was never right', async () => {
    broker.authenticate = (_client, _username, _password, done) => done(Object.assign(new Error('Nobody knows it'), { returnCode: 5 as const }), false);
    await expect(openMqttLink(`mqtt://adapter:wrong@127.0.0.1:${port}`, owner, { name: 'wrong', now: () => 0 })).rejects.toThrow('Connection refused: Not authorized');
  });
});
