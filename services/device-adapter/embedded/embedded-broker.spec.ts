import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { connectAsync } from 'mqtt';
import { eventTopic, orderTopic, type DeviceOrder } from '@larder/contracts/device.js';
import { until } from '@larder/kit/testing.js';
import { MOST_PACKET_BYTES, type DeviceLink, type LinkOwner } from '../device-link.js';
import { openEmbeddedBroker } from './embedded-broker.js';
import { PacketSizes } from './packet-sizes.js';

const SECRET = 'the secret of VM-1';
let link: DeviceLink;
let refused: string[];
let received: number[];
let good: string | undefined;
let acknowledgement: DeviceOrder | undefined;
/** What an acknowledgement of the broker's own begins with. */
const PUBLISHED = Buffer.from([0x40, 2]);

const owner: LinkOwner = {
  admit: async (machineId, secret) => (machineId === 'VM-1' && secret === SECRET ? 'one' : undefined),
  credentialOf: async () => good,
  receive: async (machineId, _, payload) => {
    received.push(payload.length);
    if (acknowledgement) link.send(machineId, acknowledgement);
  },
  refused: (what) => void refused.push(what),
};
beforeEach(async () => {
  [refused, received, good, acknowledgement] = [[], [], 'one', undefined];
  link = await openEmbeddedBroker(0, owner);
});
afterEach(() => link.close());

const knock = async (): Promise<Socket> => {
  const socket = connect(link.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const comeIn = ({ clean = true, clientId = 'VM-1' } = {}) => connectAsync(`mqtt://127.0.0.1:${link.port}`, { clientId, username: 'VM-1', password: SECRET, protocolVersion: 4, reconnectPeriod: 0, clean }, false);

describe('The embedded broker', () => {
  it('hangs up on whoever announces a packet larger than any of the protocol\'s, before it has come and before it is known whose it is', async () => {
    const stranger = await knock();
    stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]));
    await once(stranger, 'close');
    expect(refused).toEqual(['size']);
  });

  it('hangs up on a machine that does so later', async () => {
    const machine = await comeIn();
    machine.on('error', () => undefined);
    const gone = new Promise<void>((closed) => machine.once('close', () => closed()));
    machine.publish(eventTopic('VM-1'), Buffer.alloc(10 * MOST_PACKET_BYTES), { qos: 0 });
    await gone;
    expect([refused, received]).toEqual([['size'], []]);
  });

  it('knows a machine by its own name only, and lets it hear and say only what is its own', async () => {
    await expect(comeIn({ clientId: 'VM-2' })).rejects.toThrow();
    const machine = await comeIn();
    machine.on('error', () => undefined);
    await expect(machine.subscribeAsync(orderTopic('VM-2'))).rejects.toThrow();
    machine.publish(eventTopic('VM-2'), '{}', { qos: 0 });
    await until('it is turned away', () => refused.length > 2);
    expect([refused, received]).toEqual([['credential', 'topic', 'topic'], []]);
  });

  it('finds the newer connection of a machine that lost the one before without a word', async () => {
    const before = await comeIn();
    const gone = new Promise<void>((closed) => before.once('close', () => closed()));
    const machine = await comeIn();
    await gone;
    await machine.subscribeAsync(orderTopic('VM-1'), { qos: 1 });
    const told = new Promise<number>((heard) => machine.once('message', (_, __, { qos }) => heard(qos)));
    link.send('VM-1', { v: 1, t: 'cmd', id: 'one', do: 'unlock', ttl: 60 });
    expect([await told, link.isConnected('VM-1')]).toEqual([1, true]);
    await machine.endAsync();
  });

  it('acknowledges an event when it has been dealt with', async () => {
    await link.close();
    let dealtWith = (): void => undefined;
    const dealing = new Promise<void>((done) => (dealtWith = done));
    link = await openEmbeddedBroker(0, { ...owner, receive: async (...said) => (owner.receive(...said), dealing) });
    const machine = await comeIn();
    const published = machine.publishAsync(eventTopic('VM-1'), '{}', { qos: 1 }).then(() => 'published');
    await until('it has come', () => received.length > 0);
    await machine.publishAsync(eventTopic('VM-1'), '{}', { qos: 0 });
    await until('the next has come, too', () => received.length > 1);
    expect(await Promise.race([published, Promise.resolve('not yet')])).toBe('not yet');
    dealtWith();
    expect(await published).toBe('published');
    await machine.endAsync();
  });

  it('keeps no session, whose orders would come with the next connection, when their time is over', async () => {
    await expect(comeIn({ clean: false })).rejects.toThrow();
    expect(refused).toEqual(['session']);
  });

  it.each<[string, string | undefined]>([['replaced', 'two'], ['revoked', undefined]])('ends a connection whose credential was %s while it came in', async (_, now) => {
    good = now;
    // It may be over before the machine hears that it has come in.
    const machine = await comeIn().catch(() => undefined);
    await until('it is gone', () => !machine?.connected && !link.isConnected('VM-1'));
  });

  it('hears no last words: of a machine whose credential was replaced they would be another\'s', async () => {
    const will = { topic: eventTopic('VM-1'), payload: Buffer.from('{}'), qos: 1 as const, retain: false };
    const machine = await connectAsync(`mqtt://127.0.0.1:${link.port}`, { clientId: 'VM-1', username: 'VM-1', password: SECRET, protocolVersion: 4, reconnectPeriod: 0, will }, false);
    const gone = new Promise<void>((closed) => machine.once('close', () => closed()));
    link.cut('VM-1');
    await gone;
    await until('it is gone', () => !link.isConnected('VM-1'));
    expect(received).toEqual([]);
  });

  it('is heard of where it was told to listen, and nowhere else', async () => {
    const isHeardAt = (host: string): Promise<boolean> => new Promise((answered) => {
      const socket = connect(link.port, host).on('error', () => answered(false)).on('connect', () => (socket.destroy(), answered(true)));
    });
    // The whole of 127 is this computer, on Linux.
    expect(await isHeardAt('127.0.0.1')).toBe(true);
    await link.close();
    link = await openEmbeddedBroker(0, owner, { host: '127.0.0.1' });
    expect([await isHeardAt('127.0.0.1'), await isHeardAt('127.0.0.2')]).toEqual([true, false]);
  });

  it('lets no crowd of strangers keep machines out: who has been let in stays, and of those who say nothing the first gives way', async () => {
    await link.close();
    link = await openEmbeddedBroker(0, owner, { strangers: 2, connections: 4 });
    const machine = await comeIn();
    const first = await knock();
    const hungUp = once(first, 'close');
    await Promise.all([knock(), knock()]);
    await hungUp;
    await machine.publishAsync(eventTopic('VM-1'), Buffer.alloc(1), { qos: 1 });
    expect([link.isConnected('VM-1'), received, refused]).toEqual([true, [1], ['connections']]);
    await machine.endAsync();
  });

  it('finishes with those who have begun to say whose they are before it takes others', async () => {
    await link.close();
    let [letIn, hasBegun] = [(): void => undefined, false];
    const busy = new Promise<void>((done) => (letIn = done));
    link = await openEmbeddedBroker(0, { ...owner, admit: async (...who) => ((hasBegun = true), await busy, owner.admit(...who)) }, { strangers: 1 });
    const coming = comeIn();
    await until('it has begun to', () => hasBegun);
    await once(await knock(), 'close');
    expect(refused).toEqual(['connections']);
    letIn();
    const machine = await coming;
    expect(link.isConnected('VM-1')).toBe(true);
    await machine.endAsync();
  });

  it('takes so many connections and no more', async () => {
    await link.close();
    link = await openEmbeddedBroker(0, owner, { strangers: 9, connections: 1 });
    const machine = await comeIn();
    await once(await knock(), 'close');
    expect([link.isConnected('VM-1'), refused]).toEqual([true, ['connections']]);
    await machine.endAsync();
  });

  it('takes everything that is not too large, however it is cut', async () => {
    const machine = await comeIn();
    for (const bytes of [0, 1, 127, 128, 4_000]) await machine.publishAsync(eventTopic('VM-1'), Buffer.alloc(bytes), { qos: 1 });
    await machine.endAsync();
    expect([refused, received]).toEqual([[], [0, 1, 127, 128, 4_000]]);
  });

  it('says in one write that an event has come and that it is stored', async () => {
    const machine = await comeIn();
    await machine.subscribeAsync(orderTopic('VM-1'));
    acknowledgement = { v: 1, t: 'ack', e: 'an epoch', s: 1 };
    const writes = jest.spyOn(Socket.prototype, '_writev');
    const told = new Promise((heard) => machine.once('message', heard));
    await machine.publishAsync(eventTopic('VM-1'), '{}', { qos: 1 });
    await told;
    const ours = writes.mock.contexts.flatMap((socket, n) => ((socket as Socket).localPort === link.port ? [writes.mock.calls[n]?.[0] ?? []] : []));
    writes.mockRestore();
    const [together] = ours.map((chunks) => Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk)))) as [Buffer];
    expect([together.includes(JSON.stringify(acknowledgement)), together.includes(PUBLISHED)]).toEqual([true, true]);
    await machine.endAsync();
  });
});

describe('The sizes of packets', () => {
  const packet = (size: readonly number[], bytes: number): Buffer => Buffer.concat([Buffer.from([0x30, ...size]), Buffer.alloc(bytes, 0xff)]);

  it('are found wherever the bytes are cut', () => {
    const stream = Buffer.concat([packet([0], 0), packet([0x7f], 127), packet([0x80, 0x01], 128), packet([0xe8, 0x07], 1_000), packet([0], 0)]);
    for (const cut of [1, 2, 3, 7, 129, stream.length]) {
      const sizes = new PacketSizes(1_000);
      for (let at = 0; at < stream.length; at += cut) expect(sizes.permit(stream.subarray(at, at + cut))).toBe(true);
      expect(sizes.permit(Buffer.from([0x30, 0xe9, 0x07]))).toBe(false);
    }
  });

  it('have four bytes at most', () => {
    expect(new PacketSizes(1_000).permit(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x00]))).toBe(true);
    expect(new PacketSizes(1_000).permit(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
  });
});
