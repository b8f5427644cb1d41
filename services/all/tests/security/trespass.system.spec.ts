/** One machine's credential, tried on what is another's, a few hundred times, at both brokers: nothing arrives and nobody is disturbed. */
import { connect as connectNats } from '@nats-io/transport-node';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { eventTopic, linkState, orderTopic, telemetryTopic } from '@larder/contracts/device.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { journal } from '@larder/device-adapter/journal.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { until } from '@larder/kit/testing.js';
import { startDeployedNats, type DeployedNats } from '../running/deployed-nats.testing.js';
import { ACCOUNT, startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const FOREIGN_IDS = 100;
const FOREIGN_TOPICS = 250;
const FOREIGN_FILTERS = 150;
const MARK = 'TRESPASS';

const nats = findNatsServer();
if (!nats) process.stderr.write('Trespassing at the NATS server: did not run, it needs the program nats-server\n');

describe('A credential at the embedded broker', () => trespassing(false, async () => ({ larder: await startLarder() })));
(nats ? describe : describe.skip)(nats ? 'A credential at the NATS server' : 'A credential at the NATS server: needs the program nats-server', () =>
  trespassing(true, async () => {
    const server = await startDeployedNats(nats as string);
    return { server, larder: await startLarder({ settings: server.settings }) };
  }));

function trespassing(atNats: boolean, begin: () => Promise<{ larder: TestLarder; server?: DeployedNats }>): void {
  let larder: TestLarder;
  let server: DeployedNats | undefined;
  let thief: AddedMachine;
  let victim: AddedMachine;
  let victimsHellos = 0;
  const heardByThief: string[] = [];

  const counted = async (outcome: string): Promise<number> => {
    const { values } = await larder.kit.metrics.deviceMessages.get();
    return values.find((value) => value.labels.outcome === outcome)?.value ?? 0;
  };
  const connect = async (options: IClientOptions): Promise<MqttClient & { ended: Promise<void> }> => {
    const client = await connectAsync(larder.mqttUrl, { clientId: thief.machineId, username: thief.machineId, password: thief.secret, clean: true, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 10_000, ...options }, false);
    client.on('message', (topic) => void heardByThief.push(topic)).on('error', () => undefined);
    return Object.assign(client, { ended: new Promise<void>((gone) => client.once('close', () => gone())) });
  };
  const refused = (options: IClientOptions): Promise<boolean> => connect(options).then(async (client) => {
    await client.endAsync(true);
    return false;
  }, () => true);
  const completeTo = async ({ machineId }: AddedMachine): Promise<number> => {
    const state = await larder.kit.ask(linkState, { machineId, account: ACCOUNT }, { caller: { kind: 'service', name: 'test' }, commandId: 'test', correlationId: 'test' });
    return isRefusal(state) ? -1 : state.completeTo;
  };
  const forged = (n: number): string => JSON.stringify({ v: 1, t: 'tap', e: 'deadbeef', s: n + 1, at: 0, tag: `${MARK}-${n}` });

  beforeAll(async () => {
    ({ larder, server } = await begin());
    thief = await larder.addMachine({ machineId: 'THIEF' });
    victim = await larder.addMachine({ machineId: 'VICTIM' });
    await thief.device.disconnect();
    victimsHellos = await counted('hello');
  }, 60_000);
  afterAll(async () => {
    await larder?.stop();
    await server?.remove();
  });

  it(`opens no connection under ${FOREIGN_IDS} names that are not its own`, async () => {
    const names = Array.from({ length: FOREIGN_IDS }, (_, n) => ['VICTIM', 'THIEF-2', 'thief', 'device-link', 'gateway', 'THIEF/VICTIM', '+', '#', '>', `VM-${n}`][n % 10] ?? '');
    const tried = names.map((name, n) => [{ clientId: name }, { clientId: name, username: name }, { username: name }][n % 3] as IClientOptions);
    while (tried.length > 0) {
      const some = tried.splice(0, 20);
      expect(await Promise.all(some.map(async (options) => ({ options, refused: await refused(options) })))).toEqual(some.map((options) => ({ options, refused: true })));
    }
    expect(await refused({ password: 'wrong' })).toBe(true);
    expect(await refused({ password: victim.secret })).toBe(true);
  }, 60_000);

  it(`says nothing on ${FOREIGN_TOPICS} topics that are not its own, not even by its last will`, async () => {
    const topics = Array.from({ length: FOREIGN_TOPICS }, (_, n) => [
      eventTopic('VICTIM'), telemetryTopic('VICTIM'), orderTopic('VICTIM'), orderTopic('THIEF'), 'vend/v1/copies', `vend/v1/dev/VM-${n}/evt`, 'vend/v1/dev/THIEF/evt/more', '$SYS/REQ/SERVER/PING',
      '$MQTT/msgs/vend/v1/dev/VICTIM/cmd', '$JS/API/STREAM/LIST', 'fact/device-adapter/x', 'ask/device/send', 'tell/view', '$SYS/REQ/USER/AUTH', 'vend', '/vend/v1/dev/VICTIM/evt',
    ][n % 16] as string);
    let client = await connect({});
    for (const [n, topic] of topics.entries()) {
      // A broker may answer such a thing by ending the connection; the next one is tried on a new one.
      if (!client.connected) client = await connect({});
      client.publish(topic, forged(n), { qos: 0, retain: n % 5 === 0 });
      client.publish(topic, forged(n), { qos: 1 });
      await Promise.race([client.publishAsync(telemetryTopic('THIEF'), 'after it', { qos: 1 }).catch(() => undefined), client.ended]);
    }
    await client.endAsync(true);
    for (const topic of [eventTopic('VICTIM'), orderTopic('VICTIM')]) {
      const dying = await connect({ will: { topic, payload: Buffer.from(forged(1)), qos: 1, retain: false } });
      dying.stream.destroy();
    }
  }, 60_000);

  it(`hears nothing by ${FOREIGN_FILTERS} filters that are not its own`, async () => {
    const filters = Array.from({ length: FOREIGN_FILTERS }, (_, n) => [
      orderTopic('VICTIM'), eventTopic('VICTIM'), 'vend/v1/dev/+/cmd', 'vend/v1/dev/#', '#', '+/+/+/+/+', '$SYS/#', '$MQTT/#', `vend/v1/dev/VM-${n}/cmd`, eventTopic('THIEF'), 'vend/#', '$JS/#', 'tell/#', 'ask/+', '_INBOX/#',
    ][n % 15] as string);
    const client = await connect({});
    for (const filter of filters) {
      const granted = await client.subscribeAsync(filter, { qos: 1 }).then((grants) => grants.some(({ qos }) => qos !== 128), () => false);
      expect({ filter, granted }).toEqual({ filter, granted: false });
    }
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: 'VICTIM-001' } });
    victim.device.openDoor(sessionId);
    victim.device.take('A1', 1, sessionId);
    victim.device.closeDoor(sessionId);
    await until('the neighbour has sold', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).checkoutUrl);
    await client.endAsync(true);
  }, 60_000);

  it('has disturbed nobody: the neighbour was connected all the time, was told and has told what is its own', async () => {
    await until('everything is acknowledged', () => victim.device.waiting === 0);
    expect(await counted('hello')).toBe(victimsHellos);
    expect(await completeTo(victim)).toBeGreaterThanOrEqual(4);
    expect(heardByThief).toEqual([]);
    expect(await counted('unknown_machine')).toBe(0);
    expect(victim.heard.every((order) => order.do === 'unlock' && order.sid !== undefined)).toBe(true);
    const sales = await larder.call('GET', '/api/admin/sales', { token: await larder.signIn('owner') });
    expect(JSON.stringify(sales.body)).not.toContain(MARK);
    expect(JSON.stringify(await larder.kit.history(journal, 'VICTIM', ACCOUNT))).not.toContain(MARK);
  });

  it('still opens its own', async () => {
    await thief.device.connect();
    thief.device.tap('THIEF-001');
    await until('it is acknowledged', () => thief.device.waiting === 0);
  });

  if (atNats) it('is good nowhere but at the door for machines', async () => {
    const { host } = new URL((server as DeployedNats).urlFor('operator'));
    await expect(connectNats({ servers: host, user: thief.machineId, pass: thief.secret, reconnect: false })).rejects.toThrow(/authorization/i);
    await expect(connectNats({ servers: host, user: 'gateway', pass: thief.secret, reconnect: false })).rejects.toThrow(/authorization/i);
  });

  it('is void at once when there is a new one, also for who is connected', async () => {
    await victim.device.disconnect();
    const { ended } = await connect({ clientId: 'VICTIM', username: 'VICTIM', password: victim.secret });
    const { secret } = await larder.ask<{ secret: string }>('POST', '/api/cognito-auth/machines/VICTIM/credential', { token: await larder.signIn('owner'), body: {} });
    await ended;
    expect(await refused({ clientId: 'VICTIM', username: 'VICTIM', password: victim.secret })).toBe(true);
    const again = await connect({ clientId: 'VICTIM', username: 'VICTIM', password: secret });
    expect(again.connected).toBe(true);
    await again.endAsync(true);
  });
}
