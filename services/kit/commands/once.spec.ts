import { refuse } from '@larder/contracts/reply.js';
import type { Asked } from '../bus/ask.js';
import type { EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler } from './handle.js';
import { Once } from './once.js';
import { standingClock } from '../testing.js';

const asked = (commandId: string, fingerprint?: string): Asked => ({ caller: { kind: 'guest' }, commandId, fingerprint, correlationId: 'test' });

describe('A call that moves money', () => {
  let events: EventStore;
  let worked: number;
  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    worked = 0;
  });
  afterEach(() => events.close());
  /** As after a restart: nothing is remembered but the facts. */
  const once = (): Once => new Once(new Handler(events, standingClock()));
  const work = async (): Promise<unknown> => ({ refundedAmount: ++worked });

  it('answers the same request under the same key the same, also after a restart', async () => {
    expect(await once().answer('sales.refund', asked('k', 'body'), work)).toEqual({ refundedAmount: 1 });
    expect(await once().answer('sales.refund', asked('k', 'body'), work)).toEqual({ refundedAmount: 1 });
    expect(worked).toBe(1);
  });

  it('refuses another request under the same key, before it does anything', async () => {
    await once().answer('sales.refund', asked('k', 'body'), work);
    expect(await once().answer('sales.refund', asked('k', 'another body'), work)).toMatchObject({ refused: 'CONFLICT', message: 'This Idempotency-Key was used with another request.' });
    expect(worked).toBe(1);
  });

  it('gives the same answer to all who ask at the same time', async () => {
    const here = once();
    const [, ...all] = await Promise.all([here, here, here].map((same) => same.answer('sales.refund', asked('k', 'body'), work)));
    expect([all, worked]).toEqual([[{ refundedAmount: 1 }, { refundedAmount: 1 }], 1]);
  });

  it('gives the same answer to all who ask two processes at the same time', async () => {
    const answers = await Promise.all([once(), once(), once()].map((another) => another.answer('sales.refund', asked('k', 'body'), work)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('repeats the work when nobody heard the answer because the process died', async () => {
    await expect(once().answer('sales.refund', asked('k', 'body'), () => Promise.reject(new Error('died')))).rejects.toThrow('died');
    expect(await once().answer('sales.refund', asked('k', 'body'), work)).toEqual({ refundedAmount: 1 });
  });

  it('keeps what was refused for good, and tries again what was refused for now', async () => {
    const refusal = refuse('CONFLICT', 'At most $1.00 can still be refunded');
    expect(await once().answer('sales.refund', asked('k1', 'body'), async () => refusal)).toEqual(refusal);
    expect(await once().answer('sales.refund', asked('k1', 'body'), work)).toEqual(refusal);
    await once().answer('sales.refund', asked('k2', 'body'), async () => refuse('UNAVAILABLE', 'Not now'));
    expect(await once().answer('sales.refund', asked('k2', 'body'), work)).toEqual({ refundedAmount: 1 });
  });

  it('without a key is a new call each time', async () => {
    await once().answer('sales.refund', asked('a'), work);
    await once().answer('sales.refund', asked('a'), work);
    expect(worked).toBe(2);
    expect(await events.read('call-a')).toEqual([]);
  });
});
