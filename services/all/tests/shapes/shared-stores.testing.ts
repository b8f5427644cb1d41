/** For tests: one log and one set of rows that several processes share over HTTP, where KurrentDB and MongoDB are not at hand. The embedded adapters do the work. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { WrongRevision, type Bookmarks, type EventStore } from '@larder/kit/events/event-store.js';
import { following, handedOver, persistently } from '@larder/kit/events/following.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';

export interface SharedStores {
  url: string;
  close(): Promise<void>;
}

interface Call {
  on: 'events' | 'bookmarks' | 'rows';
  call: string;
  args: unknown[];
}
type Reply = { ok: unknown } | { wrongRevision: { stream: string; expected: number } } | { failed: string };

/** So long whoever has heard everything is kept waiting for more: those who asked again at once left guests no processor. */
const HOLD_MS = 250;

export async function startSharedStores(port: number): Promise<SharedStores> {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const rows = openMemoryReadStore();
  const after = async (position: Position, categories?: readonly string[]): Promise<AnyFact[]> => {
    const facts: AnyFact[] = [];
    const reading = store.follow(position, categories, async (more) => void facts.push(...more));
    await reading.live;
    await reading.stop();
    return facts;
  };
  const appended = new EventEmitter().setMaxListeners(0);
  const append: EventStore['append'] = async (...facts) => {
    const done = await store.append(...facts);
    appended.emit('more');
    return done;
  };
  const next = async (position: Position, categories?: readonly string[]): Promise<AnyFact[]> => {
    const more = once(appended, 'more', { signal: AbortSignal.timeout(HOLD_MS) }).catch(() => undefined); // from before it is looked, so that nothing is missed
    const facts = await after(position, categories);
    if (facts.length > 0) return facts;
    await more;
    return after(position, categories);
  };
  const parts = { events: { append, read: store.read.bind(store), head: store.head.bind(store), after, next }, bookmarks, rows } as unknown as Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;
  const answer = async (text: string): Promise<Reply> => {
    const { on, call, args } = JSON.parse(text) as Call;
    try {
      return { ok: await parts[on]?.[call]?.(...args.map((arg) => arg ?? undefined)) };
    } catch (error) {
      return error instanceof WrongRevision ? { wrongRevision: { stream: error.stream, expected: error.expected } } : { failed: String(error) };
    }
  };
  const server = createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const piece of incoming) text += String(piece);
    outgoing.end(JSON.stringify(await answer(text)));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
      await store.close();
    },
  };
}

/** The ports of a process that shares. */
export function sharedStores(url: string): { events: EventStore; bookmarks: Bookmarks; rows: ReadStore } {
  const ask = (on: Call['on'], call: string) => async <T>(...args: unknown[]): Promise<T> => {
    const reply = (await (await fetch(url, { method: 'POST', body: JSON.stringify({ on, call, args }) })).json()) as Reply;
    if ('wrongRevision' in reply) throw new WrongRevision(reply.wrongRevision.stream, reply.wrongRevision.expected);
    if ('failed' in reply) throw new Error(reply.failed);
    return reply.ok as T;
  };
  const [after, next] = [ask('events', 'after'), ask('events', 'next')];
  const events: EventStore = {
    append: ask('events', 'append'), read: ask('events', 'read'), head: ask('events', 'head'),
    follow: (from, categories, onFacts) => following(async (signal, live) => {
      for (let [position, look] = [from, after]; !signal.aborted; ) {
        const facts = await persistently(() => look<AnyFact[]>(position, categories), signal);
        if (facts && facts.length > 0) await handedOver(() => onFacts(facts), signal);
        position = facts?.at(-1)?.position ?? position;
        if (facts?.length === 0) look = next;
        live();
      }
    }),
    verify: async () => 0,
    close: async () => undefined,
  };
  const of = (call: keyof ReadStore) => ask('rows', call);
  const rows: ReadStore = { isShared: true, prepare: of('prepare'), find: of('find') as ReadStore['find'], load: of('load'), save: of('save'), settle: of('settle'), checkpoint: of('checkpoint'), drop: of('drop'), close: async () => undefined };
  return { events, bookmarks: { get: ask('bookmarks', 'get'), set: ask('bookmarks', 'set'), all: ask('bookmarks', 'all') }, rows };
}
