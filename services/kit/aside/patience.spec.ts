import type { AnyFact } from '@larder/contracts/fact.js';
import { refuse } from '@larder/contracts/reply.js';
import type { EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler } from '../commands/handle.js';
import { standingClock, stored, until, type StandingClock } from '../testing.js';
import { DeadLetters, LEAST_TRIES } from './dead-letters.js';
import { Declined } from './passing.js';

const PATIENCE_MS = 60_000;
const [fact] = stored([{ type: 'Happened', data: {} }]) as unknown as [AnyFact];
const broken = (): Error => new Error('This cannot be understood');
const away = (): Error => new Declined(refuse('UNAVAILABLE', 'Not now'));

describe('How long a fact may fail', () => {
  let events: EventStore;
  let clock: StandingClock;
  /** Timers go by a clock that nobody can put back. */
  let putBackMs: number;
  let aside: DeadLetters;
  let lying: number;
  let trouble: (() => Error) | undefined;
  let triedAt: number[];

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    clock = standingClock();
    [lying, trouble, triedAt, putBackMs] = [0, broken, [], 0];
    aside = new DeadLetters(events, new Handler(events, clock), { ...clock, now: () => new Date(clock.now().getTime() - putBackMs) }, { consumer: 'sales', source: 'vending', patienceMs: PATIENCE_MS, isKnown: () => true, counted: (count) => void (lying = count), noted: () => {}, leftBehind: () => {} });
  });
  afterEach(() => events.close());

  const on = async (): Promise<void> => {
    triedAt.push(clock.now().getTime());
    if (trouble) throw trouble();
  };
  const tryIt = (): Promise<void> => aside.take(fact, 'a', on).catch(() => undefined);
  const wearOut = async (): Promise<void> => {
    for (let n = 1; n < LEAST_TRIES; n++) await tryIt();
    clock.pass(PATIENCE_MS);
    await tryIt();
    expect(lying).toBe(1);
  };

  it('is three tries at least, however long they take', async () => {
    for (let n = 1; n < LEAST_TRIES; n++) {
      await tryIt();
      clock.pass(PATIENCE_MS);
    }
    expect(lying).toBe(0);
    await tryIt();
    expect(lying).toBe(1);
  });

  it('begins anew for its own sake, however long somebody was away before', async () => {
    trouble = away;
    for (let n = 0; n < LEAST_TRIES; n++) await tryIt();
    clock.pass(PATIENCE_MS - 1);
    trouble = broken;
    for (let n = 0; n < LEAST_TRIES; n++) await tryIt();
    clock.pass(1);
    await tryIt();
    expect(lying).toBe(0);
    clock.pass(PATIENCE_MS - 1);
    await tryIt();
    expect(lying).toBe(1);
  });

  it('is no longer when the clock is put back by an hour meanwhile', async () => {
    await tryIt();
    putBackMs = 3_600_000;
    for (let n = 1; n < LEAST_TRIES; n++) await tryIt();
    expect(lying).toBe(0);
    clock.pass(PATIENCE_MS);
    await tryIt();
    expect(lying).toBe(1);
  });

  it('is the same when it is heard again after it was taken up', async () => {
    await wearOut();
    trouble = undefined;
    await aside.replay(on);
    expect(lying).toBe(0);
    trouble = broken;
    await wearOut();
  });

  it('has no end while somebody is away: it is tried by itself, less often each time, and once a minute at least', async () => {
    trouble = away;
    await wearOut();
    triedAt = [];
    const stop = aside.retry(on, () => undefined);
    await until('it was tried on', () => (clock.pass(1_000), triedAt.length > 9));
    await stop();
    const pauses = triedAt.slice(1).map((at, n) => at - (triedAt[n] as number));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[0]).toBeLessThan(10_000);
    expect(pauses.at(-1)).toBeGreaterThan(50_000);
    expect(pauses.at(-1)).toBeLessThan(70_000);
  });

  it('is not put off by a clock that is put back: it is tried by itself as soon', async () => {
    trouble = away;
    await wearOut();
    const stop = aside.retry(on, () => undefined);
    triedAt = [];
    await until('it was tried', () => (clock.pass(1_000), triedAt.length > 0));
    putBackMs = 3_600_000;
    const from = clock.now().getTime();
    await until('it was tried again', () => (clock.pass(1_000), triedAt.length > 1));
    await stop();
    expect(clock.now().getTime() - from).toBeLessThan(60_000);
  });
});
