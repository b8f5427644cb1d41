import { setImmediate as turn } from 'node:timers/promises';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { query } from '@larder/contracts/request.js';
import { z } from 'zod';
import type { Ask, Asked } from './ask.js';
import { askLately, askLatelyOfEach } from './lately.js';
import { standingClock } from '../testing.js';

const plan = query('test.plan', 'services', 'A plan', z.object({ account: z.string() }), z.object({ cap: z.number() }));
const asked: Asked = { caller: { kind: 'service', name: 'test' }, commandId: '1', correlationId: '1' };
const away = refuse('UNAVAILABLE', 'Not now');
const MINUTE_MS = 60_000;

/** Somebody who answers what they are told to. */
function world() {
  let next: { cap: number } | Refusal = { cap: 5 };
  const clock = standingClock();
  const patience: (number | undefined)[] = [];
  const ask = askLately((async (...[, , , timeoutMs]: Parameters<Ask>) => {
    patience.push(timeoutMs);
    return next;
  }) as unknown as Ask, clock);
  return {
    clock, patience, answers: (answer: typeof next) => void (next = answer), of: (account: string) => ask(plan, { account }, asked),
    /** In a turn of the event loop of its own. */
    later: async (account: string) => (await turn(), ask(plan, { account }, asked)),
  };
}

describe('What was answered lately', () => {
  it('stands in for who is away, for the same question and five minutes', async () => {
    const { clock, answers, of, later } = world();
    await of('acme');
    answers(away);
    expect(await later('acme')).toEqual({ cap: 5 });
    expect(await later('rival')).toEqual(away);
    clock.pass(5 * MINUTE_MS);
    expect(await later('acme')).toEqual(away);
  });

  it('is not from the five minutes before where the clock was put back since: nobody knows how old it is', async () => {
    const { clock, answers, of, later } = world();
    await of('acme');
    answers(away);
    clock.pass(-60 * MINUTE_MS);
    expect(await later('acme')).toEqual(away);
  });

  it('is not waited for longer than is needed to tell that somebody is away', async () => {
    const { patience, of, later } = world();
    await of('acme');
    await later('acme');
    expect(patience).toEqual([undefined, 1_000]);
  });

  it('counts for nothing while there is an answer, and no more after a refusal', async () => {
    const { answers, of, later } = world();
    await of('acme');
    answers({ cap: 6 });
    expect(await later('acme')).toEqual({ cap: 6 });
    const gone = refuse('NOT_FOUND', 'Not found');
    answers(gone);
    expect(await later('acme')).toEqual(gone);
    answers(away);
    expect(await later('acme')).toEqual(away);
  });

  it('is one answer for all who ask in one turn of the loop, and asked for anew in the next', async () => {
    const { patience, answers, of, later } = world();
    const together = [of('acme'), of('acme'), of('rival')];
    answers({ cap: 6 });
    expect([await Promise.all(together), patience.length]).toEqual([[{ cap: 5 }, { cap: 5 }, { cap: 5 }], 2]);
    expect([await later('acme'), patience.length]).toEqual([{ cap: 6 }, 3]);
  });
});

describe('What was answered lately of each of several', () => {
  const cards = query('test.cards', 'services', 'Cards', z.object({ account: z.string(), ids: z.array(z.string()) }), z.record(z.string(), z.object({ n: z.number() })));

  it('stands in for who is away, whichever others it was asked with, and never for another organization', async () => {
    let next: Record<string, { n: number }> | Refusal = { a: { n: 1 }, b: { n: 2 } };
    const clock = standingClock();
    const patience: (number | undefined)[] = [];
    const ask = askLatelyOfEach((async (...[, , , timeoutMs]: Parameters<Ask>) => (patience.push(timeoutMs), next)) as unknown as Ask, clock);
    const of = async (ids: string[], account = 'acme') => (await turn(), ask(cards, { account, ids }, asked));
    expect(await Promise.all([ask(cards, { account: 'acme', ids: ['a', 'b'] }, asked), ask(cards, { account: 'acme', ids: ['a', 'b'] }, asked)])).toEqual([next, next]);
    expect(patience).toEqual([undefined]);
    next = away;
    expect([await of(['b']), await of(['b', 'c']), await of(['c']), await of(['b'], 'rival')]).toEqual([{ b: { n: 2 } }, { b: { n: 2 } }, away, away]);
    expect(patience).toEqual([undefined, 1_000, undefined, undefined, undefined]);
    next = { a: { n: 1 } };
    expect(await of(['a', 'b'])).toEqual({ a: { n: 1 } });
    next = away;
    expect(await of(['a', 'b'])).toEqual({ a: { n: 1 } });
    clock.pass(-60 * MINUTE_MS);
    expect(await of(['a'])).toEqual(away);
    clock.pass(60 * MINUTE_MS);
    expect(await of(['a'])).toEqual({ a: { n: 1 } });
    clock.pass(5 * MINUTE_MS);
    expect(await of(['a'])).toEqual(away);
  });

  it('is nothing of one that nobody knows, also where every object has something that is called so', async () => {
    let next: Record<string, { n: number }> | Refusal = {};
    const ask = askLatelyOfEach((async () => next) as unknown as Ask, standingClock());
    expect(await ask(cards, { account: 'acme', ids: ['constructor'] }, asked)).toEqual({});
    next = away;
    await turn();
    expect(await ask(cards, { account: 'acme', ids: ['constructor'] }, asked)).toEqual(away);
  });
});
