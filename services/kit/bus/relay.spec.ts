/** The relay keeps the bus filled from the log, whatever the bus forgets. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { FactsLost, type Bus } from './bus.js';
import { until } from './bus-facts.suite.js';
import { NO_STREAM, type EventStore, type Following } from '../events/event-store.js';
import { newFact } from '../events/event-store.testing.js';
import { openInProcessBus } from './in-process-bus.js';
import { openNatsBus } from './nats/nats-bus.js';
import { findNatsServer, startNatsServer, type NatsServer } from './nats/nats-server.js';
import { disownOthers, relay } from './relay.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';

describe('The relay', () => {
  let events: EventStore;
  let heard: unknown[];
  const hear = async (facts: readonly AnyFact[]): Promise<void> => void heard.push(...facts.map((fact) => (fact.data as { note: unknown }).note));
  const append = async (...notes: string[]): Promise<void> => {
    for (const note of notes) await events.append(`session-${note}`, NO_STREAM, [newFact(note)]);
  };

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    heard = [];
  });
  afterEach(() => events.close());

  it('publishes what is in the log and what comes, for its own streams only', async () => {
    const bus = openInProcessBus({ onTrouble: () => {} });
    await append('a', 'b');
    await events.append('product-1', NO_STREAM, [newFact('of another service')]);
    await bus.consume('sales', 'vending', '', hear);
    const relaying = await relay('vending', ['session'], events, bus);
    await relaying.live;
    await append('c');
    await until(() => heard.includes('c'));
    await relaying.stop();
    expect(heard).toEqual(['a', 'b', 'c']);
    await bus.close();
  });

  it('goes back to what the transport holds when that has lost facts', async () => {
    let [isLost, position] = [false, ''];
    const bus = Object.assign(openInProcessBus({ onTrouble: () => {} }), {
      published: async () => (isLost ? '' : position),
      publish: async (source: string, facts: readonly AnyFact[]) => {
        if (position !== '' && !isLost) throw ((isLost = true), new FactsLost(source, '', position));
        await hear(facts);
      },
    });
    await append('a', 'b');
    const relaying = await relay('vending', ['session'], events, bus);
    await until(() => heard.includes('b'));
    position = await events.head();
    await append('c');
    await until(() => heard.includes('c'));
    await relaying.stop();
    expect(heard).toEqual(['a', 'b', 'a', 'b', 'c']);
    await bus.close();
  });

  it('says what is wrong where somebody has heard more than is in the log, and goes on when that is over', async () => {
    const troubles: string[] = [];
    const bus = Object.assign(openInProcessBus({ onTrouble: () => {} }), { published: async () => (troubles.length === 0 ? '0000000000000009' : '') });
    await append('a');
    const relaying = await relay('vending', ['session'], events, bus, (error) => void troubles.push(String(error)));
    await relaying.live;
    expect(troubles).toEqual([expect.stringContaining('somebody has heard more (up to 0000000000000009) than is in its log (up to 0000000000000001), which was restored')]);
    await relaying.stop();
    await bus.close();
  });

  const program = findNatsServer();
  if (!program) process.stderr.write('The relay on NATS that forgets: did not run, it needs the nats-server program\n');

  (program ? describe : describe.skip)('on NATS that forgets', () => {
    let server: NatsServer;
    let bus: Bus;
    let relaying: Following;
    beforeEach(async () => {
      server = await startNatsServer(program as string);
      bus = await openNatsBus(server.url, { onTrouble: () => {}, silenceMs: 2_000 });
    });
    afterEach(async () => {
      await relaying.stop();
      await bus.close();
      await server.remove();
    });

    it('fills it again, so that not even a consumer that was behind misses a fact', async () => {
      await append('a', 'b', 'c');
      let release = (): void => {};
      const held = new Promise<void>((go) => (release = go));
      await bus.consume('slow', 'vending', '', (facts) => held.then(() => hear(facts)));
      relaying = await relay('vending', ['session'], events, bus);
      await relaying.live;
      await server.kill();
      server.wipe();
      await server.start();
      await append('d', 'e');
      release();
      await until(() => heard.includes('e'));
      expect(heard).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it('has it let go of what a log that was restored has never held, before anybody hears that', async () => {
      await append('a', 'b', 'c');
      const hearing = await bus.consume('sales', 'vending', '', hear);
      const before = await relay('vending', ['session'], events, bus);
      await until(() => heard.includes('c'));
      await Promise.all([hearing.stop(), before.stop()]);
      const [first] = (await events.read('session-a')) as [AnyFact];
      await events.close();
      events = (await openSqliteEventStore(':memory:')).store;
      await events.append('session-a', NO_STREAM, [first]);
      await append('x');
      heard = [];
      const trouble = jest.fn();
      expect(await disownOthers('vending', events, bus, trouble)).toBe(true);
      await bus.consume('sales', 'vending', first.position, hear);
      relaying = await relay('vending', ['session'], events, bus);
      await append('y');
      await until(() => heard.includes('y'));
      expect(heard).toEqual(['x', 'y']);
      expect(await disownOthers('vending', events, bus, trouble)).toBe(false);
      expect(trouble).not.toHaveBeenCalled();
    });

    it('tells why it cannot publish, until it can', async () => {
      const troubles: string[] = [];
      relaying = await relay('vending', ['session'], events, bus, (error) => void troubles.push(String(error)));
      await bus.consume('sales', 'vending', '', hear);
      await server.kill();
      await append('a');
      await until(() => troubles.length > 0);
      await server.start();
      await until(() => heard.includes('a'));
      expect(troubles[0]).toMatch(/no connection/i);
    });

    it('goes on from what the server holds after a restart of the service', async () => {
      await append('a', 'b');
      const first = await relay('vending', ['session'], events, bus);
      await first.live;
      await first.stop();
      await append('c');
      relaying = await relay('vending', ['session'], events, bus);
      await bus.consume('sales', 'vending', '', hear);
      await until(() => heard.includes('c'));
      expect(heard).toEqual(['a', 'b', 'c']);
    });
  });
});
