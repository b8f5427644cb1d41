import { MongoServerError } from 'mongodb';
import { openInProcessBus } from '../bus/in-process-bus.js';
import { NoAnswer, type Bus } from '../bus/bus.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Bookmarks, EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler } from '../commands/handle.js';
import { react } from '../commands/react.js';
import { standingClock, stored, until, type StandingClock } from '../testing.js';
import { DeadLetters, LEAST_TRIES } from './dead-letters.js';
import { Declined, isPassing } from './passing.js';

const PATIENCE_MS = 60_000;
const facts = (...streams: string[]): AnyFact[] => stored(streams.map((_, n) => ({ type: 'Happened', data: { n } }))).map((fact, n) => ({ ...fact, stream: streams[n] as string }) as AnyFact);
const name = (fact: AnyFact): string => `${fact.stream}:${(fact.data as { n: number }).n}`;

describe('A fact that fails again and again', () => {
  let bus: Bus;
  let events: EventStore;
  let bookmarks: Bookmarks;
  let clock: StandingClock;
  let log: string[];
  let lying: number;
  let tries: number;
  /** What a reaction to this fact throws, while it does. */
  let troubles: Map<string, () => Error>;

  beforeEach(async () => {
    ({ store: events, bookmarks } = await openSqliteEventStore(':memory:'));
    bus = openInProcessBus({ onTrouble: () => {} });
    clock = standingClock();
    [log, lying, tries, troubles] = [[], 0, 0, new Map()];
  });
  afterEach(async () => {
    await bus.close();
    await events.close();
  });

  const on = async (fact: AnyFact): Promise<void> => {
    const trouble = troubles.get(name(fact));
    if (trouble) {
      tries += 1;
      throw trouble();
    }
    log.push(name(fact));
  };
  const letters = (read: Pick<EventStore, 'read'> = events, counted = (count: number): void => void (lying = count)): DeadLetters =>
    new DeadLetters(read, new Handler(events, clock), clock, { consumer: 'sales', source: 'vending', patienceMs: PATIENCE_MS, isKnown: () => true, counted, noted: () => {}, leftBehind: () => {} });
  const hear = (aside: DeadLetters) => react('sales', { source: 'vending', on }, bus, bookmarks, aside);
  const broken = (): Error => new Error('This cannot be understood');
  /** Waits until it was tried often, then lets the time of patience pass. */
  const wearOut = async (): Promise<void> => {
    await until('it was tried often enough', () => tries >= LEAST_TRIES);
    clock.pass(PATIENCE_MS);
  };

  it('is set aside with what follows in its stream, and the others go on', async () => {
    troubles.set('session-a:0', broken);
    const aside = letters();
    await hear(aside);
    await bus.publish('vending', facts('session-a', 'session-b', 'session-a'));
    await wearOut();
    await until('both of the stream lie aside', () => lying === 2);
    expect(new Set(log)).toEqual(new Set(['session-b:1']));
    expect(await aside.list()).toMatchObject([{ stream: 'session-a', error: 'This cannot be understood' }, { stream: 'session-a' }]);
    expect((await aside.list())[1]).not.toHaveProperty('error');
  });

  it('is not given up before its time, however often it was tried', async () => {
    troubles.set('session-a:0', broken);
    await hear(letters());
    await bus.publish('vending', facts('session-a'));
    await until('it was tried more often than that', () => tries > LEAST_TRIES + 1);
    troubles.clear();
    await until('it is through', () => log.length === 1);
    expect(lying).toBe(0);
  });

  const away = (): Error => new Declined(refuse('UNAVAILABLE', 'Not now'));

  it('because somebody is away holds up its own stream only, and is through by itself when they are back', async () => {
    troubles.set('session-a:0', away);
    const aside = letters();
    const stop = aside.retry(on, (error) => void log.push(String(error)));
    await hear(aside);
    await bus.publish('vending', facts('session-a', 'session-b', 'session-a'));
    await wearOut();
    await until('both of the stream lie aside', () => lying === 2);
    expect(await aside.list()).toMatchObject([{ stream: 'session-a', error: 'Not now', passes: true }, { stream: 'session-a' }]);
    const before = tries;
    await until('it is tried on', () => (clock.pass(PATIENCE_MS), tries > before + 1));
    expect(log).toEqual(['session-b:1']);
    troubles.clear();
    await until('both are through', () => (clock.pass(PATIENCE_MS), lying === 0));
    expect(log).toEqual(['session-b:1', 'session-a:0', 'session-a:2']);
    await stop();
  });

  it('for its own sake is not tried by itself, whatever waits behind it', async () => {
    troubles.set('session-a:0', broken).set('session-b:1', away);
    const aside = letters();
    const stop = aside.retry(on, (error) => void log.push(String(error)));
    await hear(aside);
    await bus.publish('vending', facts('session-a', 'session-b', 'session-a'));
    await wearOut();
    await until('all lie aside', () => lying === 3);
    troubles.clear();
    await until('the one that passes is through', () => (clock.pass(PATIENCE_MS), log.includes('session-b:1')));
    await stop();
    expect([log, lying]).toEqual([['session-b:1'], 2]);
  });

  it('because everybody is away lets all wait where they are, and set nothing aside but a hundred streams', async () => {
    const streams = Array.from({ length: 110 }, (_, n) => `session-${n}`);
    streams.forEach((stream, n) => troubles.set(`${stream}:${n}`, away));
    const aside = letters();
    await hear(aside);
    await bus.publish('vending', facts(...streams));
    await until('each was tried often enough', () => tries >= LEAST_TRIES * streams.length);
    clock.pass(PATIENCE_MS);
    const before = tries;
    await until('those that wait were tried on', () => tries > before + 100 + 3 * 10);
    expect(lying).toBe(100);
    troubles.clear();
    await until('those that waited are through', () => log.length === 10);
    expect(lying).toBe(100);
  });

  it('is acted upon in order when it is taken up, before what came later', async () => {
    troubles.set('session-a:0', broken);
    const aside = letters();
    await hear(aside);
    const all = facts('session-a', 'session-a', 'session-a', 'session-a');
    await bus.publish('vending', all.slice(0, 2));
    await wearOut();
    await until('both lie aside', () => lying === 2);
    expect(await aside.replay(on)).toEqual({ takenUp: 0, failed: [{ factId: all[0]?.id, error: 'This cannot be understood' }] });
    await bus.publish('vending', all.slice(2, 3));
    await until('the third lies aside, too', () => lying === 3);
    troubles.clear();
    expect(await aside.replay(on)).toEqual({ takenUp: 3, failed: [] });
    await bus.publish('vending', all.slice(3));
    await until('the stream is free again', () => log.length === 4);
    expect(log).toEqual(['session-a:0', 'session-a:1', 'session-a:2', 'session-a:3']);
    expect(lying).toBe(0);
  });

  it('is found without reading what was taken up long ago', async () => {
    const from: (number | undefined)[] = [];
    const aside = letters({ read: (stream, revision) => (from.push(revision), events.read(stream, revision)) });
    await hear(aside);
    for (const fact of facts('session-a', 'session-b')) {
      troubles.set(name(fact), broken);
      await bus.publish('vending', [fact]);
      await wearOut();
      await until('it lies aside', () => lying === 1);
      tries = 0;
      troubles.clear();
      expect(await aside.replay(on)).toEqual({ takenUp: 1, failed: [] });
    }
    expect(from).toEqual([0, 2]);
  });

  it('keeps a stop waiting no longer than the fact under way, however many are being taken up', async () => {
    troubles.set('session-a:0', away);
    let [release, isUnderWay] = [(): void => {}, false];
    const held = new Promise<void>((go) => (release = go));
    const aside = letters();
    await hear(aside);
    const stop = aside.retry(on, (error) => void log.push(String(error)));
    await bus.publish('vending', facts('session-a', 'session-a', 'session-a'));
    await wearOut();
    await until('all lie aside', () => lying === 3);
    troubles.clear();
    const taken = aside.replay((fact) => ((isUnderWay = true), held.then(() => on(fact))));
    await until('the first is under way', () => isUnderWay);
    const stopped = stop();
    release();
    await stopped;
    expect([await taken, lying]).toEqual([{ takenUp: 1, failed: [] }, 2]);
  });

  it('is counted no more by a copy that only looks on, once another copy has taken it up', async () => {
    troubles.set('session-a:0', away);
    const aside = letters();
    await hear(aside);
    await bus.publish('vending', facts('session-a'));
    await wearOut();
    await until('it lies aside', () => lying === 1);
    let here = -1;
    const other = letters(events, (count) => (here = count));
    await other.begin();
    expect(here).toBe(1);
    const stop = other.retry(on, () => undefined);
    troubles.clear();
    await aside.replay(on);
    await until('the other copy counts none', () => (clock.pass(1_000), here === 0));
    await stop();
  });

  it('lies aside after a restart as before, and its stream waits on', async () => {
    troubles.set('session-a:0', broken);
    const hearing = await hear(letters());
    const all = facts('session-a', 'session-a');
    await bus.publish('vending', all.slice(0, 1));
    await wearOut();
    await until('it lies aside', () => lying === 1);
    await hearing.stop();
    lying = 0;
    const next = letters();
    await next.begin();
    expect(lying).toBe(1);
    expect(await next.show(all[0]?.id as string)).toEqual(all[0]);
    await hear(next);
    await bus.publish('vending', all);
    await until('the second lies behind it', () => lying === 2);
    expect(log).toEqual([]);
  });
});

describe('A failure', () => {
  it.each([new NoAnswer('fleet.card'), Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), new Error('wrapped', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) }), new Declined(refuse('MACHINE_BUSY', 'Wait')),
    new MongoServerError({ message: 'not primary', code: 10107, errorLabels: ['RetryableWriteError'] })])(
    'passes by itself: %p', (error) => expect(isPassing(error)).toBe(true));
  it.each([new Error('This sale has no lines'), new TypeError('undefined is not an object'), new Declined(refuse('NOT_FOUND', 'Not found')), new MongoServerError({ message: 'no such index', code: 27 }), 'text'])('is about the fact: %p', (error) => expect(isPassing(error)).toBe(false));
});
