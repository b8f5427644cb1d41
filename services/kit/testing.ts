/** For tests: given/when/then over deciders and views, a clock that stands until it is moved, chance that repeats, ports that are free. */
import { createServer } from 'node:net';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Decider } from './commands/decider.js';
import type { Projection } from './views/projection.js';
import type { Chance, Clock } from './time.js';

interface Fact {
  type: string;
  data: unknown;
}

/** `given(decider, ...facts).when(command).then(...facts)` or `.thenRefused(code, data)`. */
export function given<C, F extends Fact, S>(decider: Decider<C, F, S>, ...facts: F[]) {
  const state = facts.reduce((s, fact) => decider.evolve(s, fact), decider.initial);
  return {
    when(command: C) {
      const decided = decider.decide(command, state);
      return {
        then(...expected: F[]): void {
          expect(decided).toEqual(expected);
        },
        thenNothing(): void {
          expect(decided).toEqual([]);
        },
        thenRefused(code: string, data?: object): void {
          expect(isRefusal(decided) ? decided.refused : decided).toBe(code);
          if (data && isRefusal(decided)) expect(decided.data).toMatchObject(data);
        },
      };
    },
  };
}

/** The row a view makes of facts. Every fact is delivered twice, as a bus may do; the runner's skipping of known positions is part of the test. */
export function viewOf<F extends Fact, V>(projection: Projection<F, V>, id: string, facts: readonly Stored<F>[]): V | undefined {
  let view: V | undefined;
  let position = '';
  for (const fact of [...facts, ...facts]) {
    if (fact.position <= position || !projection.rows(fact).some((row) => row.id === id)) continue;
    view = projection.apply(view, fact, id);
    position = fact.position;
  }
  return view;
}

/** Facts as the log would hold them, in order, for one account. */
export function stored<F extends Fact>(facts: readonly F[], { account = 'acme', at = '2026-03-01T12:00:00.000Z', stream = 'test-1' } = {}): Stored<F>[] {
  return facts.map((fact, n) => ({
    ...fact, id: `00000000-0000-8000-a000-${String(n).padStart(12, '0')}`, stream, revision: n, position: String(n + 1).padStart(16, '0'),
    meta: { commandId: `c${n}`, account, actor: 'test', at, correlationId: 'test' },
  }) as AnyFact as Stored<F>);
}

/** How many turns of the event loop everybody else had while this was going on. */
export async function turnsOfOthers(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
}

export interface StandingClock extends Clock {
  /** Moves time on and runs what has become due, in order. */
  pass(ms: number): void;
  set(at: Date): void;
}

export function standingClock(start = '2026-03-01T12:00:00.000Z'): StandingClock {
  let now = Date.parse(start);
  let timers: { at: number; run: () => void }[] = [];
  const fire = (): void => {
    for (;;) {
      const due = timers.filter((timer) => timer.at <= now).sort((a, b) => a.at - b.at)[0];
      if (!due) return;
      timers = timers.filter((timer) => timer !== due);
      due.run();
    }
  };
  return {
    now: () => new Date(now),
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    pass(ms) {
      now += ms;
      fire();
    },
    set(at) {
      now = at.getTime();
      fire();
    },
  };
}

/** Chance that is the same in every run. */
export function countedChance(): Chance {
  let n = 0;
  return {
    uuid: () => `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`,
    secret: () => `secret${String(++n).padStart(16, '0')}`,
  };
}

/** Waits until `condition` holds and answers what it answered; fails after `ms`, saying what it waited for. */
export async function until<T>(what: string, condition: () => T | Promise<T>, ms = 20_000): Promise<Exclude<T, false | '' | 0 | null | undefined>> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, false | '' | 0 | null | undefined>;
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Below the ports that systems give to whoever connects, one of which could be taken before the test comes to it; and apart from those of tests that run beside this one: workers of one run share none, also where one was begun anew. */
let nextPort = 15_000 + ((process.pid % 40) * 4 + (Number(process.env.JEST_WORKER_ID ?? 0) % 4)) * 100;

/** A port that nobody listens on, at any address; each is given once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    const server = createServer();
    const isFree = await new Promise<boolean>((told) => server.once('error', () => told(false)).listen(port, () => told(true)));
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
