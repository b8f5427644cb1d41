import { dueView, runDeadlines, type DeadlineRules, type Due } from './deadlines.js';
import type { EventStore } from '../events/event-store.js';
import { Handler } from './handle.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import { Views } from '../views/project.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { standingClock, until, type StandingClock } from '../testing.js';

type Fact = { type: 'Begun'; data: { id: string; until: string } } | { type: 'Ended'; data: { id: string } };

describe('Deadlines', () => {
  let events: EventStore;
  let clock: StandingClock;
  let views: Views;
  let handler: Handler;
  let ran: string[];
  let failures: string[];
  let takesMs = 0;
  /** Timers go by a clock that nobody can put back. */
  let putBackMs: number;
  let silence: Promise<void>;
  let commands = 0;
  let end: () => Promise<void>;

  const write = (id: string, facts: Fact[]) =>
    handler.handle({ category: 'visit', initial: 0, decide: () => facts, evolve: (s: number) => s }, id, {}, { commandId: `c${commands++}`, account: 'acme', actor: 'test', correlationId: 'test' });
  const rules: DeadlineRules<Fact> = {
    name: 'test-deadlines', categories: ['visit'],
    on: (fact) => (fact.type === 'Begun' ? { id: fact.data.id, at: fact.data.until } : { id: fact.data.id, met: true }),
    run: async (due: Due) => {
      ran.push(`${due.account} ${due.id}`);
      clock.pass(takesMs);
      if (due.id.startsWith('silent')) await silence;
      if (due.id.startsWith('broken')) throw new Error('Not now');
      if (!due.id.startsWith('stubborn')) await write(due.id, [{ type: 'Ended', data: { id: due.id } }]);
    },
  };
  const begin = async (): Promise<void> => {
    views = new Views(events, openMemoryReadStore(), () => {});
    await views.run(dueView(rules));
    end = runDeadlines(rules, views, { ...clock, now: () => new Date(clock.now().getTime() - putBackMs) }, (error) => void failures.push(String(error)));
  };
  /** Lets time pass in small steps until the runner has done what it must. */
  const passUntil = async (what: string, condition: () => boolean): Promise<void> => void (await until(what, () => {
    clock.pass(500);
    return condition();
  }));

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    clock = standingClock();
    handler = new Handler(events, clock);
    ran = [];
    failures = [];
    takesMs = 0;
    putBackMs = 0;
    await begin();
  });
  afterEach(async () => {
    expect(failures).toEqual([]);
    await end();
    await views.stop();
    await events.close();
  });

  it('are run when they are due and not before', async () => {
    const done = await write('v1', [{ type: 'Begun', data: { id: 'v1', until: '2026-03-01T12:10:00.000Z' } }]);
    await views.reached(dueView(rules), 'position' in done ? done.position : '');
    clock.pass(60_000);
    expect(ran).toEqual([]);
    clock.set(new Date('2026-03-01T12:10:00.000Z'));
    await passUntil('it ran', () => ran.length > 0);
    expect(ran).toEqual(['acme v1']);
  });

  it('are forgotten when they are met', async () => {
    await write('v1', [{ type: 'Begun', data: { id: 'v1', until: '2026-03-01T12:10:00.000Z' } }, { type: 'Ended', data: { id: 'v1' } }]);
    const done = await write('v2', [{ type: 'Begun', data: { id: 'v2', until: '2026-03-01T12:11:00.000Z' } }]);
    await views.reached(dueView(rules), 'position' in done ? done.position : '');
    expect((await views.all<Due>(dueView(rules), 'system')).map(({ id }) => id)).toEqual(['v2']);
    clock.set(new Date('2026-03-01T12:11:00.000Z'));
    await passUntil('the other one ran', () => ran.length > 0);
    expect(ran).toEqual(['acme v2']);
  });

  it('survive a restart', async () => {
    await write('v1', [{ type: 'Begun', data: { id: 'v1', until: '2026-03-01T12:10:00.000Z' } }]);
    await end();
    await views.stop();
    clock.set(new Date('2026-03-01T13:00:00.000Z'));
    await begin();
    await passUntil('it ran', () => ran.length > 0);
    expect(ran).toEqual(['acme v1']);
  });

  it('that change nothing are tried again after a while, not at once', async () => {
    await write('stubborn', [{ type: 'Begun', data: { id: 'stubborn', until: '2026-03-01T12:01:00.000Z' } }]);
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('it ran', () => ran.length > 0);
    for (let n = 0; n < 10; n++) {
      clock.pass(500);
      await new Promise(setImmediate);
    }
    expect(ran).toHaveLength(1);
    await passUntil('it ran again', () => ran.length > 1);
  });

  it('are tried again as soon when the clock is put back meanwhile', async () => {
    await write('stubborn', [{ type: 'Begun', data: { id: 'stubborn', until: '2026-03-01T11:00:00.000Z' } }]);
    await passUntil('it ran', () => ran.length > 0);
    putBackMs = 1_800_000;
    const from = clock.now().getTime();
    await passUntil('it ran again', () => ran.length > 1);
    expect(clock.now().getTime() - from).toBeLessThan(60_000);
  });

  it('that fail are told of and tried again, and hold up nobody', async () => {
    await write('broken', ['broken', 'v1'].map((id): Fact => ({ type: 'Begun', data: { id, until: '2026-03-01T12:01:00.000Z' } })));
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('it was tried again', () => ran.filter((one) => one === 'acme broken').length > 1);
    expect(ran).toEqual(['acme broken', 'acme v1', 'acme broken']);
    expect(failures.splice(0)).toEqual(['Error: Not now', 'Error: Not now']);
  });

  it('that change nothing hold up nobody, however many, and each has its turn', async () => {
    const stubborn = Array.from({ length: 450 }, (_, n) => `stubborn${n}`);
    await write('stubborn', stubborn.map((id): Fact => ({ type: 'Begun', data: { id, until: '2026-03-01T12:01:00.000Z' } })));
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('each was tried', () => new Set(ran).size === stubborn.length);
    await write('v1', [{ type: 'Begun', data: { id: 'v1', until: '2026-03-01T12:01:30.000Z' } }]);
    await passUntil('it ran', () => ran.includes('acme v1'));
    await passUntil('each was tried again', () => stubborn.every((id) => ran.filter((one) => one === `acme ${id}`).length > 1));
  });

  it('that take long and change nothing let those through that are due for the first time', async () => {
    takesMs = 40_000;
    const stubborn = ['stubborn1', 'stubborn2', 'stubborn3'];
    await write('stubborn', stubborn.map((id): Fact => ({ type: 'Begun', data: { id, until: '2026-03-01T12:01:00.000Z' } })));
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('each was tried', () => ran.length === stubborn.length);
    const done = await write('v1', [{ type: 'Begun', data: { id: 'v1', until: clock.now().toISOString() } }]);
    await views.reached(dueView(rules), 'position' in done ? done.position : '');
    const before = ran.length;
    await passUntil('it ran', () => ran.includes('acme v1'));
    expect(ran.indexOf('acme v1') - before).toBeLessThanOrEqual(1); // what was under way
  });

  it('that wait for somebody who says nothing hold up nobody, are not begun twice, and end before the runner does', async () => {
    let speak = (): void => {};
    silence = new Promise((spoken) => (speak = spoken));
    await write('silent', ['silent1', 'silent2'].map((id): Fact => ({ type: 'Begun', data: { id, until: '2026-03-01T12:01:00.000Z' } })));
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('they were begun', () => ran.length === 2);
    await write('v1', [{ type: 'Begun', data: { id: 'v1', until: clock.now().toISOString() } }]);
    await passUntil('it ran', () => ran.includes('acme v1'));
    for (let n = 0; n < 100; n++) {
      clock.pass(500);
      await new Promise(setImmediate);
    }
    expect(ran).toEqual(['acme silent1', 'acme silent2', 'acme v1']);
    let isOver = false;
    const ending = end().then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    speak();
    await ending;
    expect((await events.read('visit-silent1')).map(({ type }) => type)).toEqual(['Ended']);
  });

  it('are begun when there is room for them, however many wait already', async () => {
    let speak = (): void => {};
    silence = new Promise((spoken) => (speak = spoken));
    const silent = Array.from({ length: 40 }, (_, n) => `silent${n}`);
    await write('silent', silent.map((id): Fact => ({ type: 'Begun', data: { id, until: '2026-03-01T12:01:00.000Z' } })));
    clock.set(new Date('2026-03-01T12:01:00.000Z'));
    await passUntil('some were begun', () => ran.length > 0);
    for (let n = 0; n < 10; n++) await new Promise(setImmediate);
    expect(ran.length).toBeLessThan(silent.length);
    speak();
    await passUntil('all were begun', () => ran.length >= silent.length);
    expect(new Set(ran).size).toBe(silent.length);
  });
});
