/** What only the bus on NATS has to stand: several processes. */
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bus } from '../bus.js';
import { at, each, facts, fresh, numberOf, until, upTo } from '../bus-facts.suite.js';
import { openNatsBus } from './nats-bus.js';
import { FactStream } from './nats-publishing.js';
import { natsSuite } from './nats-server.js';

const onTrouble = (): void => {};

natsSuite('NATS between processes', (url) => {
  const open: Bus[] = [];
  const process = async (): Promise<Bus> => {
    const bus = await openNatsBus(url(), { onTrouble, silenceMs: 2_000 });
    open.push(bus);
    return bus;
  };
  afterEach(() => Promise.all(open.splice(0).map((bus) => bus.close())));

  it('keeps facts for a consumer that comes later', async () => {
    const vending = fresh('vending');
    await (await process()).publish(vending, facts(1, 5));
    const later = await process();
    const heard: number[] = [];
    expect(await later.published(vending, '')).toBe(at(5));
    await later.consume('sales', vending, '', each((fact) => void heard.push(numberOf(fact))));
    await until(() => heard.includes(5));
    expect(heard).toEqual(upTo(5));
  });

  it('tells nobody anything while it closes, and fails no view by that', async () => {
    const bus = await process();
    const told: unknown[] = [];
    const tell = (): void => void told.push(bus.tell('view.machines.acme.VM-1', {}));
    const closing = bus.close();
    for (let turns = 0; turns < 5; turns++, await new Promise(setImmediate)) tell();
    await closing;
    tell();
    expect(told).toHaveLength(6);
  });

  it('is heard by one process at a time, and when that one stops another goes on at once', async () => {
    const vending = fresh('vending');
    const heard: number[] = [];
    const by: string[] = [];
    const hear = async (name: string) => (await process()).consume('sales', vending, () => Promise.resolve(at(heard.length)), each((fact) => {
      by.push(name);
      heard.push(numberOf(fact));
    }));
    const publisher = await process();
    const first = await hear('first');
    await publisher.publish(vending, facts(1, 50));
    await hear('second');
    await publisher.publish(vending, facts(51, 100));
    await until(() => heard.length >= 100);
    await first.stop();
    await publisher.publish(vending, facts(101, 150));
    await until(() => heard.length >= 150);
    expect(heard).toEqual(upTo(150));
    expect(by).toEqual([...Array<string>(100).fill('first'), ...Array<string>(50).fill('second')]);
  });

  it('hears at once what waits', async () => {
    const vending = fresh('vending');
    const bus = await process();
    await bus.publish(vending, facts(1, 300));
    const calls: number[][] = [];
    await bus.consume('sales', vending, '', async (its) => void calls.push(its.map(numberOf)));
    await until(() => calls.at(-1)?.at(-1) === 300);
    expect(calls.flat()).toEqual(upTo(300));
    expect(calls.length).toBeLessThan(150);
  });

  it('holds every fact once, though two relays publish the same ones', async () => {
    const vending = fresh('vending');
    const [first, second] = [await process(), await process()];
    await Promise.all([first.publish(vending, facts(1, 300)), second.publish(vending, facts(1, 300))]);
    await Promise.all([second.publish(vending, facts(200, 500)), first.publish(vending, facts(301, 500))]);
    const heard: number[] = [];
    await first.consume('sales', vending, '', each((fact) => void heard.push(numberOf(fact))));
    await until(() => heard.includes(500));
    expect(heard).toEqual(upTo(500));
  });

  it('leaves no hole where the server does not take one of several facts', async () => {
    const vending = fresh('vending');
    const [first, second, third] = facts(1, 3) as [AnyFact, AnyFact, AnyFact];
    await expect((await process()).publish(vending, [first, { ...second, data: 'x'.repeat(2_000_000) }, third])).rejects.toThrow();
    expect(await (await process()).published(vending, '')).toBe(at(1));
  });

  it('leaves no hole when another relay publishes while this one looks where the stream ends', async () => {
    const vending = fresh('vending');
    const other = await process();
    await other.publish(vending, facts(1, 256));
    const connection = await connect({ servers: new URL(url()).host });
    const manager = await jetstreamManager(connection);
    /** What the server said of the stream is old by the time it is used. */
    let asked = 0;
    const info: typeof manager.streams.info = async (...of) => {
      const told = await manager.streams.info(...of);
      if (++asked === 2) await other.publish(vending, facts(257, 300)); // the first time only finds out that there is a stream
      return told;
    };
    const late = new Proxy(manager, { get: (target, name) => (name === 'streams' ? new Proxy(target.streams, { get: (its, method) => (method === 'info' ? info : Reflect.get(its, method).bind(its)) }) : Reflect.get(target, name)) });
    const stream = new FactStream({ asking: late, changing: late }, vending, 1);
    await stream.held('');
    await stream.publish(facts(200, 500));
    await connection.close();
    const heard: number[] = [];
    await other.consume('sales', vending, '', each((fact) => void heard.push(numberOf(fact))));
    await until(() => heard.includes(500));
    expect(heard).toEqual(upTo(500));
  });

  it.each(['when it is missed', 'before what comes then, also when the server hands that over first'])('gives the facts of a process that died to another one, %s', async (how) => {
    const vending = fresh('vending');
    const bus = await process();
    await (await bus.consume('sales', vending, '', async () => {})).stop();
    await bus.publish(vending, facts(1, 2));
    const dying = await connect({ servers: new URL(url()).host });
    const taken: unknown[] = [];
    const consumer = await jetstream(dying).consumers.get(`FACTS_${vending}`, 'sales');
    await consumer.consume({ group: 'instances', max_messages: 2, expires: 60_000, callback: (message) => void taken.push(message.json()) });
    await until(() => taken.length === 2);
    expect(taken).toEqual(facts(1, 2));
    const heard: number[] = [];
    await bus.consume('sales', vending, '', each((fact) => void heard.push(numberOf(fact))));
    if (how !== 'when it is missed') await (await jetstreamManager(dying)).consumers.unpin(`FACTS_${vending}`, 'sales', 'instances');
    await dying.close();
    await bus.publish(vending, facts(3, 3));
    await until(() => heard.includes(3));
    expect(heard).toEqual([1, 2, 3]);
  });

  describe('tells of a consumer that is gone', () => {
    let troubles: string[];
    const hearing = async (vending: string, heard: number[]): Promise<void> => {
      const bus = await openNatsBus(url(), { onTrouble: (where, error) => void troubles.push(`${where}: ${String(error)}`), silenceMs: 2_000 });
      open.push(bus);
      await bus.consume('sales', vending, () => Promise.resolve(heard.length === 0 ? '' : at(Math.max(...heard))), each((fact) => void heard.push(numberOf(fact))));
    };
    const asOperator = async (act: (manager: JetStreamManager) => Promise<unknown>): Promise<void> => {
      const operator = await connect({ servers: new URL(url()).host });
      await act(await jetstreamManager(operator));
      await operator.close();
    };
    beforeEach(() => {
      troubles = [];
    });

    it('not when another process has made it anew, because one before had facts in hand', async () => {
      const vending = fresh('vending');
      const [bus, heard] = [await process(), [] as number[]];
      await (await bus.consume('sales', vending, '', async () => {})).stop();
      await bus.publish(vending, facts(1, 2));
      const dying = await connect({ servers: new URL(url()).host });
      const taken: unknown[] = [];
      await (await jetstream(dying).consumers.get(`FACTS_${vending}`, 'sales')).consume({ group: 'instances', max_messages: 2, expires: 60_000, callback: (message) => void taken.push(message) });
      await until(() => taken.length === 2);
      await hearing(vending, heard);
      await hearing(vending, heard);
      await (await jetstreamManager(dying)).consumers.unpin(`FACTS_${vending}`, 'sales', 'instances');
      await dying.close();
      await bus.publish(vending, facts(3, 4));
      await until(() => heard.includes(4));
      // The other one has come back to it.
      await until(async () => {
        let waiting = 0;
        await asOperator(async (manager) => (waiting = (await manager.consumers.info(`FACTS_${vending}`, 'sales')).num_waiting));
        return waiting === 2;
      });
      expect([heard, troubles]).toEqual([upTo(4), []]);
    });

    it('not when the facts are published anew for a consumer that needs older ones', async () => {
      const vending = fresh('vending');
      const [bus, heard] = [await process(), [2]];
      await bus.published(vending, at(2));
      await hearing(vending, heard);
      await bus.publish(vending, facts(3, 4));
      await bus.beginEarlier(vending, '');
      await bus.published(vending, '');
      await bus.publish(vending, facts(1, 5));
      await until(() => heard.includes(5));
      expect([heard, troubles]).toEqual([upTo(5, 2), []]);
    });

    it('when somebody deleted it by hand, and goes on', async () => {
      const vending = fresh('vending');
      const [bus, heard] = [await process(), [] as number[]];
      await hearing(vending, heard);
      await bus.publish(vending, facts(1, 2));
      await until(() => heard.includes(2));
      await asOperator((manager) => manager.consumers.delete(`FACTS_${vending}`, 'sales'));
      await bus.publish(vending, facts(3, 4));
      await until(() => heard.includes(4));
      expect([heard, troubles]).toEqual([upTo(4), [expect.stringContaining('consumer deleted')]]);
    });
  });

  it('goes on behind what is in hand when it stood still for so long that it is handed that again', async () => {
    const vending = fresh('vending');
    const [bus, publisher] = [await process(), await process()];
    const heard: number[] = [];
    let [enter, release] = [(): void => {}, (): void => {}];
    const [entered, held] = [new Promise<void>((go) => (enter = go)), new Promise<void>((go) => (release = go))];
    await bus.consume('sales', vending, '', async (its) => {
      if (its.some((fact) => numberOf(fact) === 1)) await Promise.all([enter(), held]);
      heard.push(...its.map(numberOf));
    }, { overlaps: true });
    await publisher.publish(vending, facts(1, 2));
    // Before it has come the client may be one heartbeat short of taking the server for gone.
    await entered;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    await publisher.publish(vending, facts(3, 4));
    await until(() => heard.includes(4));
    expect(heard).not.toContain(1);
    release();
    await until(() => heard.includes(1));
    expect(heard.toSorted((a, b) => a - b)).toEqual(upTo(4));
  });

  it('goes back to an older place when nobody else is at work, for a service restored from a backup', async () => {
    const vending = fresh('vending');
    const bus = await process();
    const heard: number[] = [];
    const hear = (after: string) => bus.consume('sales', vending, after, each((fact) => void heard.push(numberOf(fact))));
    await bus.publish(vending, facts(1, 6));
    const before = await hear('');
    await until(() => heard.includes(6));
    await before.stop();
    const restored = await hear(at(4));
    await until(() => heard.length === 8);
    await restored.stop();
    expect(heard).toEqual([1, 2, 3, 4, 5, 6, 5, 6]);
  });

  it('leaves a place alone that another instance has gone beyond', async () => {
    const vending = fresh('vending');
    const heard: number[] = [];
    const hear = async (after: string) => (await process()).consume('sales', vending, after, each((fact) => void heard.push(numberOf(fact))));
    const publisher = await process();
    await hear('');
    await publisher.publish(vending, facts(1, 6));
    await until(() => heard.includes(6));
    await hear(at(4));
    await publisher.publish(vending, facts(7, 8));
    await until(() => heard.includes(8));
    expect(heard).toEqual(upTo(8));
  });
});
