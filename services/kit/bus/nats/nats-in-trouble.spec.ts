/** What only the bus on NATS has to stand: a server that dies, and one that forgets. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { AnyFact } from '@larder/contracts/fact.js';
import { earlierSubject, FactsLost, NoAnswer, type Bus } from '../bus.js';
import { at, each, facts, numberOf, until, upTo } from '../bus-facts.suite.js';
import { openNatsBus } from './nats-bus.js';
import { findNatsServer, startNatsServer, type NatsServer } from './nats-server.js';

const onTrouble = (): void => {};

const program = findNatsServer();
if (!program) process.stderr.write('NATS that dies or forgets: did not run, it needs the nats-server program\n');

(program ? describe : describe.skip)('NATS that dies or forgets', () => {
  let server: NatsServer;
  let bus: Bus;
  let heard: number[];
  const hear = async (after = ''): Promise<void> => {
    await bus.consume('sales', 'vending', after, each((fact) => void heard.push(numberOf(fact))));
  };
  const answered = (): Promise<boolean> => bus.ask('vending.ping', {}, 200).then(() => true, () => false);
  const tries = (work: () => Promise<unknown>): Promise<boolean> => work().then(() => true, () => false);

  beforeEach(async () => {
    server = await startNatsServer(program as string);
    bus = await openNatsBus(server.url, { onTrouble, silenceMs: 2_000 });
    heard = [];
    await bus.answer('vending.ping', async () => 'pong');
  });
  afterEach(async () => {
    await bus.close();
    await server.remove();
  });

  it('says that nobody answers while the server is down, and goes on when it is back', async () => {
    await hear();
    await bus.publish('vending', facts(1, 3));
    await until(() => heard.includes(3));
    await server.kill();
    await until(async () => !(await answered()));
    await expect(bus.ask('vending.ping', {})).rejects.toBeInstanceOf(NoAnswer);
    expect(() => bus.tell('view.sales', {})).not.toThrow();
    await server.start();
    await until(answered);
    await until(() => tries(() => bus.publish('vending', facts(2, 6))));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6));
  });

  it('is waited for by a question, for half of the time it has, and by nothing that changes something', async () => {
    await server.kill();
    await until(async () => !(await answered()));
    const asked = bus.ask('vending.ping', {}, 10_000, true);
    await expect(bus.ask('vending.ping', {}, 600, true)).rejects.toBeInstanceOf(NoAnswer);
    await expect(bus.ask('vending.ping', {}, 10_000)).rejects.toBeInstanceOf(NoAnswer);
    await server.start();
    expect(await asked).toBe('pong');
  });

  it('is asked again by a question whose connection breaks while it waits for somebody silent', async () => {
    let [asked, speak] = [0, (): void => {}];
    const silence = new Promise<void>((over) => (speak = over));
    await bus.answer('vending.slow', async () => (++asked < 3 ? silence : 'at last'));
    const answer = bus.ask('vending.slow', {}, 10_000, true);
    await until(() => asked === 2);
    await server.kill();
    await server.start();
    expect(await answer.finally(speak)).toBe('at last');
  });

  /** Of the facts of vending. */
  const carried = async (): Promise<number> => {
    const operator = await connect({ servers: new URL(server.url).host });
    const { state } = await (await jetstreamManager(operator)).streams.info('FACTS_vending');
    await operator.close();
    return state.messages;
  };
  const wiped = async (): Promise<void> => {
    await server.kill();
    server.wipe();
    await server.start();
    await until(answered);
  };
  /** What a relay does for consumers that need older facts than there are. */
  const publishFrom = (log: AnyFact[]) => bus.answer(earlierSubject('vending'), async (asked) => {
    await bus.beginEarlier('vending', (asked as { after: string }).after);
    const from = await bus.published('vending', at(log.length));
    await bus.publish('vending', log.filter(({ position }) => position > from));
  });

  it('carries only what is new after it was wiped, when everybody has heard the rest', async () => {
    await hear();
    await bus.publish('vending', facts(1, 3));
    await until(() => heard.includes(3));
    await wiped();
    await until(() => tries(() => bus.publish('vending', facts(4, 6))));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6));
    expect(await carried()).toBe(3);
  });

  it('is filled again after it was wiped from where a slower consumer is, and no consumer hears a fact twice', async () => {
    await hear();
    await bus.publish('vending', facts(1, 3));
    await until(() => heard.includes(3));
    await publishFrom(facts(1, 6));
    await wiped();
    await until(() => tries(() => bus.publish('vending', facts(4, 6))));
    const late: number[] = [];
    await bus.consume('alerts', 'vending', at(1), each((fact) => void late.push(numberOf(fact))));
    await until(() => heard.includes(6) && late.includes(6));
    expect([heard, late]).toEqual([upTo(6), upTo(6, 2)]);
    expect(await carried()).toBe(5);
  });

  it('is filled again for a consumer that is new, or was restored from before the stream begins', async () => {
    await bus.published('vending', at(4));
    await bus.publish('vending', facts(5, 6));
    await publishFrom(facts(1, 6));
    await hear(at(2));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6, 3));
  });

  it('begins to hear when whoever publishes is there to begin earlier, and keeps nobody from starting until then', async () => {
    await bus.published('vending', at(4));
    await hear();
    await publishFrom(facts(1, 6));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6));
  });

  it('whose stream an operator keeps short brings what has gone from it again to whoever needs it', async () => {
    await bus.publish('vending', facts(1, 4));
    const operator = await connect({ servers: new URL(server.url).host });
    const { streams } = await jetstreamManager(operator);
    await streams.update('FACTS_vending', { max_msgs: 2 });
    await operator.close();
    await publishFrom(facts(1, 4));
    await hear(at(1));
    await until(() => heard.includes(4));
    expect(heard).toEqual(upTo(4, 2));
  });

  it('is published again from there when a consumer had a stream begin earlier', async () => {
    await bus.publish('vending', facts(1, 3));
    const other = await openNatsBus(server.url, { onTrouble, silenceMs: 2_000 });
    await other.published('vending', '');
    await wiped();
    await until(() => tries(() => bus.publish('vending', facts(4, 4))));
    await bus.beginEarlier('vending', at(1));
    await until(async () => (await other.publish('vending', facts(5, 5)).catch((error: unknown) => error)) instanceof FactsLost);
    expect(await other.published('vending', at(5))).toBe(at(1));
    await other.close();
  });

  it('makes a stream again that was deleted under it', async () => {
    await hear();
    await bus.publish('vending', facts(1, 3));
    await until(() => heard.includes(3));
    const operator = await connect({ servers: new URL(server.url).host });
    await (await jetstream(operator).jetstreamManager()).streams.delete('FACTS_vending');
    await operator.close();
    await until(() => tries(() => bus.publish('vending', facts(1, 4))));
    await until(() => heard.includes(4));
    expect(heard).toEqual(upTo(4));
  });

  it('closes though the server is gone', async () => {
    await hear();
    await server.kill();
    await until(async () => !(await answered()));
    await expect(bus.close()).resolves.toBeUndefined();
  });
});
