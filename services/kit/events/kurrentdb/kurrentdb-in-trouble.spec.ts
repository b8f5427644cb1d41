/** What becomes of calls while KurrentDB is away, changes its leader or says nothing; its client is the real one, and no server is needed. */
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { AccessDeniedError, CancelledError, DeadlineExceededError, NotLeaderError, TimeoutError, UnavailableError, WrongExpectedVersionError } from '@kurrent/kurrentdb-client';
import { isPassing } from '../../aside/passing.js';
import { NO_STREAM, type EventStore, type NewFact } from '../event-store.js';
import { openKurrentdbEventStore } from './kurrentdb-event-store.js';
import { answered } from './kurrentdb-trouble.js';

const fact: NewFact = { id: '00000000-0000-4000-8000-000000000001', type: 'ItemTaken', data: {}, meta: { commandId: 'c', account: 'acme', actor: 'guest', at: '2026-03-01T12:00:00.000Z', correlationId: 'c' } };
const failure = (call: Promise<unknown>): Promise<unknown> => call.then(() => 'it was answered', (error: unknown) => error);
/** As gRPC hands it over. */
const told = (code: number, exception?: string) => Object.assign(new Error('told'), { code, details: '', metadata: { getMap: () => ({ exception, 'leader-endpoint-host': 'two', 'leader-endpoint-port': '2113' }) } }) as unknown as ConstructorParameters<typeof NotLeaderError>[0];

describe('While KurrentDB is away', () => {
  it.each([
    ['one server', 'kurrentdb://127.0.0.1:1?tls=false'],
    ['a cluster', 'kurrentdb://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3?tls=false&maxDiscoverAttempts=1'],
  ])('what is asked of %s fails for a reason that passes by itself', async (_, url) => {
    const { store } = await openKurrentdbEventStore(url);
    const calls: ((its: EventStore) => Promise<unknown>)[] = [(its) => its.append('session-a', NO_STREAM, [fact]), (its) => its.read('session-a'), (its) => its.head()];
    const failures = await Promise.all(calls.map((call) => failure(call(store))));
    expect(failures.map((error) => [String(error), isPassing(error)])).toEqual(failures.map((error) => [String(error), true]));
    await store.close();
  });

  describe('though it takes connections', () => {
    let server: Http2Server;
    const sessions: ServerHttp2Session[] = [];
    beforeEach(async () => {
      server = createServer().on('session', (session) => sessions.push(session)).on('stream', () => undefined);
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    });
    afterEach(() => {
      for (const session of sessions) session.destroy();
      server.close();
    });

    it('an append that nobody answers ends, and may be tried again: what comes behind it on its stream would wait for ever', async () => {
      const { store } = await openKurrentdbEventStore(`kurrentdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`, { answerWithinMs: 50 });
      expect(isPassing(await failure(store.append('session-a', NO_STREAM, [fact])))).toBe(true);
    });
  });
});

describe('What KurrentDB answers', () => {
  it.each([
    ['another member leads now', new NotLeaderError(told(5, 'not-leader'))], ['unavailable', new UnavailableError(told(14))], ['too late', new DeadlineExceededError(told(4))],
    ['given up', new TimeoutError(told(10))], ['cancelled', new CancelledError(told(1))], ['unavailable, as gRPC says it', told(14)], ['overloaded, as gRPC says it', told(8)],
  ])('passes by itself: %s', async (_, error) => {
    expect(isPassing(await failure(answered(Promise.reject(error))))).toBe(true);
  });

  it.each([
    ['not allowed', new AccessDeniedError(told(7))], ['overtaken', new WrongExpectedVersionError(undefined as never, { streamName: 'session-a', current: 3n, expected: 2n })], ['a mistake of ours', new Error('A fact without an id')],
  ])('is about what was asked: %s', async (_, error) => {
    expect(await failure(answered(Promise.reject(error)))).toBe(error);
    expect(isPassing(error)).toBe(false);
  });
});
