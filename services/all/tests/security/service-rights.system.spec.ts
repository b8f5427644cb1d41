/** What a service may do at the NATS server that is deployed: publish its own facts and make its own stream anew, and neither with those of others. */
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { openNatsBus } from '@larder/kit/bus/nats/nats-bus.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import type { Bus } from '@larder/kit/bus/bus.js';
import { stored } from '@larder/kit/testing.js';
import { startDeployedNats, type DeployedNats } from '../running/deployed-nats.testing.js';

const SERVICES = ['identity', 'catalog', 'fleet', 'device-adapter', 'vending', 'sales', 'alerts'];
const facts = stored([1, 2, 3].map((n) => ({ type: 'ItemTaken', data: { n } })));
const [first] = facts;

const program = findNatsServer();
const title = 'The rights of services at NATS';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  let nats: DeployedNats;
  const open: { close(): Promise<void> }[] = [];
  const busOf = async (service: string): Promise<Bus> => {
    const bus = await openNatsBus(nats.urlFor(service), { onTrouble: () => undefined });
    open.push(bus);
    return bus;
  };
  async function clientOf(user: string): Promise<{ connection: NatsConnection; manager: JetStreamManager }> {
    const { host, username, password } = new URL(nats.urlFor(user));
    const connection = await connect({ servers: host, user: username, pass: password });
    open.push(connection);
    return { connection, manager: await jetstreamManager(connection, { checkAPI: false, timeout: 1_000 }) };
  }
  const carried = async (service: string): Promise<number> => (await (await clientOf('operator')).manager.streams.info(`FACTS_${service}`)).state.messages;

  beforeAll(async () => {
    nats = await startDeployedNats(program as string);
    for (const service of SERVICES) await (await busOf(service)).publish(service, facts);
  });
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
  afterAll(() => nats?.remove());

  it.each(SERVICES)('%s makes its own stream anew when a consumer needs older facts', async (service) => {
    const bus = await busOf(service);
    const { manager } = await clientOf('operator');
    await manager.streams.delete(`FACTS_${service}`);
    await bus.published(service, first?.position ?? '');
    await bus.beginEarlier(service, '');
    expect(await bus.published(service, '')).toBe('');
    await bus.publish(service, facts);
    expect(await carried(service)).toBe(3);
  });

  it.each(['gateway', ...SERVICES])('%s deletes, empties and writes no stream of another service', async (service) => {
    const other = service === 'vending' ? 'sales' : 'vending';
    const { connection, manager } = await clientOf(service);
    await expect(manager.streams.delete(`FACTS_${other}`)).rejects.toThrow();
    await expect(manager.streams.purge(`FACTS_${other}`)).rejects.toThrow();
    await expect(manager.streams.update(`FACTS_${other}`, { max_msgs: 1 })).rejects.toThrow();
    await expect(manager.jetstream().publish(`fact.${other}.ItemTaken`, '{}')).rejects.toThrow();
    expect(connection.isClosed()).toBe(false);
    expect((await manager.streams.info(`FACTS_${other}`)).state.messages).toBe(3);
  });
});
