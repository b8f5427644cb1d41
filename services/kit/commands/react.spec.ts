import type { AnyFact } from '@larder/contracts/fact.js';
import { openInProcessBus } from '../bus/in-process-bus.js';
import type { Bus } from '../bus/bus.js';
import type { Bookmarks } from '../events/event-store.js';
import { react } from './react.js';
import { stored, until } from '../testing.js';

const facts = (...streams: string[]): AnyFact[] => stored(streams.map((stream, n) => ({ type: 'Happened', data: { n } }))).map((fact, n) => ({ ...fact, stream: streams[n] as string }) as AnyFact);
const name = (fact: AnyFact): string => `${fact.stream}:${(fact.data as { n: number }).n}`;

describe('Reacting to facts', () => {
  let bus: Bus;
  let marks: Map<string, string>;
  const bookmarks: Bookmarks = { get: async (key) => marks.get(key), set: async (key, position) => void marks.set(key, position), all: async () => [...marks] };
  beforeEach(() => {
    bus = openInProcessBus({ onTrouble: () => {} });
    marks = new Map();
  });
  afterEach(() => bus.close());

  it('keeps the order of a stream and lets another stream go on meanwhile', async () => {
    const log: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    await react('sales', { source: 'vending', on: async (fact) => {
      if (name(fact) === 'session-a:1') await held;
      log.push(name(fact));
    } }, bus, bookmarks);
    const [first, ...rest] = facts('session-z', 'session-a', 'session-b', 'session-a', 'session-b');
    await bus.publish('vending', [first as AnyFact]);
    await bus.publish('vending', rest);
    await until('the other stream is through', () => log.includes('session-b:4'));
    expect(log).not.toContain('session-a:3');
    release();
    await until('all are through', () => log.length === 5);
    expect(log.filter((entry) => entry.startsWith('session-a'))).toEqual(['session-a:1', 'session-a:3']);
  });

  it('is not called for what does not concern it, and knows its place among all that now and then', async () => {
    const log: string[] = [];
    const concerns = ({ stream }: AnyFact): boolean => stream === 'session-a';
    await react('sales', { source: 'vending', concerns, on: async (fact) => void log.push(name(fact)) }, bus, bookmarks);
    const published = facts('session-b', 'session-a', ...Array<string>(600).fill('session-b'));
    await bus.publish('vending', published);
    await until('it has come past most of them', () => (marks.get('sales-from-vending') ?? '') > published[500]!.position);
    expect(log).toEqual(['session-a:1']);
  });

  it('notes the place only when everything up to it is done, and repeats what failed', async () => {
    const log: string[] = [];
    let failures = 2;
    await react('sales', { source: 'vending', on: async (fact) => {
      if (name(fact) === 'session-a:1' && failures-- > 0) throw new Error('not now');
      log.push(name(fact));
    } }, bus, bookmarks);
    const published = facts('session-b', 'session-a', 'session-a');
    await bus.publish('vending', published);
    await until('all are through', () => marks.get('sales-from-vending') === published.at(-1)?.position);
    expect(log.filter((entry) => entry.startsWith('session-a'))).toEqual(['session-a:1', 'session-a:2']);
    expect(log.filter((entry) => entry === 'session-b:0')).toHaveLength(1);
  });

  it('goes on behind the place noted', async () => {
    const published = facts('session-a', 'session-a', 'session-a');
    marks.set('sales-from-vending', published[1]?.position as string);
    const log: string[] = [];
    await react('sales', { source: 'vending', on: async (fact) => void log.push(name(fact)) }, bus, bookmarks);
    await bus.publish('vending', published);
    await until('the last is through', () => log.length > 0);
    expect(log).toEqual(['session-a:2']);
  });

  it('keeps in order what a reaction says belongs together', async () => {
    const log: string[] = [];
    await react('fleet', { source: 'vending', laneOf: () => 'one', on: async (fact) => {
      const earlierTakeLonger = 3 - (fact.data as { n: number }).n;
      for (let turns = 0; turns < earlierTakeLonger; turns++) await new Promise(setImmediate);
      log.push(name(fact));
    } }, bus, bookmarks);
    await bus.publish('vending', facts('session-a', 'session-b', 'session-c'));
    await until('all are through', () => log.length === 3);
    expect(log).toEqual(['session-a:0', 'session-b:1', 'session-c:2']);
  });

  describe('while one is under way for long', () => {
    let log: string[];
    let release: () => void;
    const far = 'session-a:0';
    const published = facts('session-a', 'session-b', 'session-a', 'session-c');
    const hear = async (wait: () => Promise<void>) => {
      log = [];
      return react('vending', { source: 'vending', on: async (fact) => {
        if (name(fact) === far) await wait();
        log.push(name(fact));
      } }, bus, bookmarks);
    };
    const publishOneByOne = async (): Promise<void> => {
      for (const fact of published) await bus.publish('vending', [fact]);
    };
    beforeEach(() => {
      release = () => {};
    });

    it('lets those go on that were published later, but for its own lane, and notes no place beyond it', async () => {
      await hear(() => new Promise((go) => (release = go)));
      await publishOneByOne();
      await until('the others are through', () => log.length === 2);
      expect([log, marks.size]).toEqual([['session-b:1', 'session-c:3'], 0]);
      release();
      await until('all are noted', () => marks.get('vending-from-vending') === published.at(-1)?.position);
      expect(log.slice(2)).toEqual([far, 'session-a:2']);
    });

    it('does the same while it fails, and tries it again', async () => {
      let fails = true;
      await hear(async () => {
        if (fails) throw new Error('not now');
      });
      await publishOneByOne();
      await until('the others are through', () => log.length === 2);
      expect([log, marks.size]).toEqual([['session-b:1', 'session-c:3'], 0]);
      fails = false;
      await until('all are noted', () => marks.get('vending-from-vending') === published.at(-1)?.position);
      expect(log.slice(2)).toEqual([far, 'session-a:2']);
    });

    it('does not try it again once it is stopped, and the next start goes on with it', async () => {
      const hearing = await hear(() => Promise.reject(new Error('not now')));
      await publishOneByOne();
      await until('the others are through', () => log.length === 2);
      await hearing.stop();
      expect(marks.size).toBe(0);
      bus = openInProcessBus({ onTrouble: () => {} });
      await hear(async () => {});
      await publishOneByOne();
      await until('all are noted', () => marks.get('vending-from-vending') === published.at(-1)?.position);
      expect(log.filter((entry) => entry.startsWith('session-a'))).toEqual([far, 'session-a:2']);
    });

    it('is itself noted again when noting fails', async () => {
      let fails = 2;
      const set = bookmarks.set;
      const failing: Bookmarks = { ...bookmarks, set: async (key, position) => (fails-- > 0 ? Promise.reject(new Error('away')) : set(key, position)) };
      await react('sales', { source: 'vending', on: async () => {} }, bus, failing);
      await publishOneByOne();
      await until('all are noted', () => marks.get('sales-from-vending') === published.at(-1)?.position);
      expect(fails).toBeLessThan(0);
    });
  });
});
