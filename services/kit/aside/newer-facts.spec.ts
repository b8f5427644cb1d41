/** While services are updated, and after an update was taken back, copies hear facts of types that only a newer version knows. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bus } from '../bus/bus.js';
import { openInProcessBus } from '../bus/in-process-bus.js';
import { openNatsBus } from '../bus/nats/nats-bus.js';
import { natsSuite } from '../bus/nats/nats-server.js';
import { fresh } from '../bus/bus-facts.suite.js';
import type { Bookmarks, EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler } from '../commands/handle.js';
import { asConcerned, react, type Reaction } from '../commands/react.js';
import { standingClock, stored, until, type StandingClock } from '../testing.js';
import { DeadLetters } from './dead-letters.js';

const PATIENCE_MS = 60_000;
type Told = [type: 'Happened' | 'Renamed', stream: string];
const facts = (...told: Told[]): AnyFact[] => stored(told.map(([type], n) => ({ type, data: { n } }))).map((fact, n) => ({ ...fact, stream: (told[n] as Told)[1] }) as AnyFact);
const name = (fact: AnyFact): string => `${fact.type} ${(fact.data as { n: number }).n}`;

function suite(open: () => Promise<Bus>): void {
  let bus: Bus;
  let vending: string;
  let events: EventStore;
  let bookmarks: Bookmarks;
  let clock: StandingClock;
  let log: string[];
  let lying: number;
  let leftBehind: string[];
  let copies: { stop(): Promise<void> }[];

  beforeEach(async () => {
    ({ store: events, bookmarks } = await openSqliteEventStore(':memory:'));
    [bus, vending, clock, log, lying, leftBehind, copies] = [await open(), fresh('vending'), standingClock(), [], 0, [], []];
  });
  afterEach(async () => {
    for (const copy of copies) await copy.stop();
    await bus.close();
    await events.close();
  });

  /** A copy of a service that hears; an older one knows nothing of what is renamed. */
  const copy = async (version: 'older' | 'newer', rules: Partial<Reaction> = {}) => {
    const isKnown = ({ type }: Pick<AnyFact, 'type'>): boolean => version === 'newer' || type !== 'Renamed';
    const reaction: Reaction = {
      source: vending,
      laneOf: (fact) => (isKnown(fact) ? fact.stream : (undefined as never as { lane: string }).lane),
      on: async (fact) => void log.push(`${version}: ${name(fact)}`),
      ...rules,
    };
    const aside = new DeadLetters(events, new Handler(events, clock), clock, {
      consumer: 'sales', source: vending, patienceMs: PATIENCE_MS, isKnown, counted: (ours, forNewer) => void (lying = ours + forNewer), noted: () => {}, leftBehind: (letters) => leftBehind.push(...letters.map(({ type }) => `${version}: ${type}`)),
    });
    await aside.begin();
    const hearing = await react('sales', reaction, bus, bookmarks, aside);
    const stopTrying = aside.retry(asConcerned(reaction), (error) => void log.push(String(error)));
    const stop = async (): Promise<void> => {
      await stopTrying();
      await hearing.stop();
    };
    copies.push({ stop });
    return { aside, stop: () => (copies.pop(), stop()) };
  };
  /** Lets so much time pass, with all that is done in it. */
  const passing = async (what: string, holds: () => boolean): Promise<unknown> => until(what, () => (clock.pass(1_000), holds()));

  it('lie aside in an older copy, with what follows in their stream, and all others go on', async () => {
    const older = await copy('older');
    await bus.publish(vending, facts(['Renamed', 'a'], ['Happened', 'b'], ['Happened', 'a']));
    await until('what is of that stream lies aside', () => lying === 2);
    await until('the other is through', () => log.length === 1);
    expect(log).toEqual(['older: Happened 1']);
    expect(await older.aside.list()).toMatchObject([{ type: 'Renamed', newer: true, error: expect.stringContaining('newer version') }, { type: 'Happened' }]);
  });

  it('are acted upon by a newer copy at once and in order, whichever copy hears', async () => {
    await copy('older');
    await bus.publish(vending, facts(['Happened', 'a'], ['Renamed', 'a'], ['Happened', 'a']));
    await until('they lie aside', () => lying === 2);
    await copy('newer');
    const began = clock.now().getTime();
    await passing('none lies aside any more', () => log.length === 3);
    expect(log).toEqual(['older: Happened 0', 'newer: Renamed 1', 'newer: Happened 2']);
    expect(clock.now().getTime() - began).toBeLessThan(PATIENCE_MS);
    await passing('that is known to all', () => lying === 0);
  });

  it('are taken up without being acted upon where the newer version has nothing to do because of them', async () => {
    await copy('older');
    await bus.publish(vending, facts(['Renamed', 'a']));
    await until('it lies aside', () => lying === 1);
    await copy('newer', { concerns: ({ type }) => type === 'Happened' });
    await passing('it lies aside no more', () => lying === 0);
    expect(log).toEqual([]);
  });

  it('hold up their stream for as long as a fact may fail and no longer, as after an update that was taken back; that is told once, and they wait on', async () => {
    const older = await copy('older');
    await bus.publish(vending, facts(['Renamed', 'a'], ['Happened', 'a']));
    await until('both lie aside', () => lying === 2);
    await passing('what waited is through', () => log.length === 1);
    await passing('one lies aside', () => lying === 1);
    expect(clock.now().getTime() - Date.parse((await older.aside.list())[0]?.at as string)).toBeGreaterThanOrEqual(PATIENCE_MS);
    await bus.publish(vending, facts(['Renamed', 'a'], ['Happened', 'a'], ['Happened', 'a'], ['Happened', 'b']).slice(2));
    await until('what comes is through', () => log.length === 3);
    expect([log.toSorted(), lying, leftBehind]).toEqual([['older: Happened 1', 'older: Happened 2', 'older: Happened 3'], 1, ['older: Renamed']]);
    expect(await older.aside.replay(async () => {})).toMatchObject({ takenUp: 0, failed: [{ error: expect.stringContaining('newer version') }] });
    await older.stop();
    await copy('newer');
    await passing('the newer version has done what was left', () => lying === 0);
    expect(log.at(-1)).toBe('newer: Renamed 0');
  });

  it('hold up nobody else, however many streams they are of', async () => {
    const streams = Array.from({ length: 150 }, (_, n) => `machine-${n}`);
    await copy('older');
    await bus.publish(vending, facts(...streams.map((stream): Told => ['Renamed', stream]), ['Happened', 'b']));
    await until('all lie aside, and the other is through', () => lying === 150 && log.length === 1);
  });

  it('are heard by an older copy though its reaction is concerned with others only', async () => {
    await copy('older', { concerns: ({ type }) => type === 'Happened' });
    await bus.publish(vending, facts(['Renamed', 'a']));
    await until('it lies aside', () => lying === 1);
  });
}

describe('Facts of a newer version, in one process', () => suite(async () => openInProcessBus({ onTrouble: () => {} })));
natsSuite('Facts of a newer version, over NATS', (url) => suite(() => openNatsBus(url(), { onTrouble: () => {}, silenceMs: 2_000 })));
