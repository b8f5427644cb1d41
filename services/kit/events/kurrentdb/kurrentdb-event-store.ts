/** The event store on KurrentDB (EventStoreDB), for several services that share one log. */
import {
  ANY, BACKWARDS, END, type Filter, jsonEvent, type JSONType, KurrentDBClient, NO_STREAM as NO_STREAM_YET, START, StreamNotFoundError, streamNameFilter,
  WrongExpectedVersionError, type Position as LogPosition,
} from '@kurrent/kurrentdb-client';
import type { AnyFact, FactMeta, Position } from '@larder/contracts/fact.js';
import { type Appended, type Bookmarks, type EventStore, type Following, NO_STREAM, type NewFact, WrongRevision } from '../event-store.js';
import { following, handedOver, persistently } from '../following.js';
import { answered, answeredWithin } from './kurrentdb-trouble.js';

const BATCH_FACTS = 256;
/** What is written before stays on the disk until the server is scavenged, so not more often than a crash makes worth while. */
const WRITE_BOOKMARKS_AFTER_MS = 5_000;
const POSITION_DIGITS = 20;
const MOST_COUNTED = 10_000;
/** Of 32 events each: after so many the server says how far it has looked, though it found nothing that was asked for. */
const PAGES_BETWEEN_CHECKPOINTS = 32;
/** For an append; longer than the server itself takes for it. */
const ANSWER_WITHIN_MS = 15_000;

/** What a recorded event has in common, however it was read. */
interface Recorded {
  id: string;
  type: string;
  data: unknown;
  metadata: unknown;
  streamId: string;
  revision: bigint;
  position?: LogPosition;
}

/** Opens the log behind a `kurrentdb://` or `esdb://` address; the connection is made with the first call. Fact ids have to be UUIDs. What fails because the log is away rejects with LogAway. */
export async function openKurrentdbEventStore(url: string, { answerWithinMs = ANSWER_WITHIN_MS } = {}): Promise<{ store: EventStore; bookmarks: Bookmarks }> {
  const client = KurrentDBClient.connectionString(url);
  const bookmarks = new KurrentdbBookmarks(client);
  return { store: new KurrentdbEventStore(client, bookmarks, answerWithinMs), bookmarks };
}

class KurrentdbEventStore implements EventStore {
  private readonly followers = new Set<Following>();

  constructor(
    private readonly client: KurrentDBClient,
    private readonly bookmarks: KurrentdbBookmarks,
    private readonly answerWithinMs: number,
  ) {}

  async append(stream: string, expected: number, facts: readonly NewFact[]): Promise<Appended> {
    if (facts.length === 0) throw new Error(`Nothing to append to ${stream}`);
    const events = facts.map(({ id, type, data, meta }) => jsonEvent({ id, type, data: data as JSONType, metadata: { ...meta } }));
    try {
      // Never ANY: only with an expected revision does the server recognize a repeated append for certain.
      await answeredWithin(this.answerWithinMs, this.client.appendToStream(stream, events, { streamState: expected === NO_STREAM ? NO_STREAM_YET : BigInt(expected) }));
    } catch (error) {
      throw error instanceof WrongExpectedVersionError ? new WrongRevision(stream, expected) : error;
    }
    // The server answers where the write ended, which for several facts or a repeat need not be the position readers see.
    const [last] = await this.read(stream, expected + facts.length);
    if (!last) throw new Error(`${stream} has been appended to, but its revision ${expected + facts.length} cannot be read`);
    return { revision: last.revision, position: last.position };
  }

  read(stream: string, from = 0, most?: number): Promise<AnyFact[]> {
    return answered(this.facts(stream, from, most));
  }

  private async facts(stream: string, from: number, most?: number): Promise<AnyFact[]> {
    const facts: AnyFact[] = [];
    try {
      for await (const { event } of this.client.readStream(stream, { fromRevision: BigInt(from), ...(most !== undefined && { maxCount: most }) })) if (event) facts.push(toFact(event));
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return facts;
  }

  follow(after: Position, categories: readonly string[] | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following {
    let position = after;
    /** Up to here the log holds nothing more that was asked for; otherwise whoever counts or subscribes again would have all of it looked through each time. */
    let looked = after;
    const lookedTo = (to: Position): void => void (looked = to > looked ? to : looked);
    const filter = filterOf(categories);
    const loop = following(async (signal, live) => {
      const target = (await persistently(() => this.last(filter), signal)) ?? '';
      const handOver = async (facts: readonly AnyFact[]) => {
        await handedOver(() => onFacts(facts), signal);
        position = facts.at(-1)?.position ?? position;
        lookedTo(position);
        if (position >= target) live();
      };
      if (position >= target) live();
      while (!signal.aborted) await persistently(() => this.subscribed(looked, filter, handOver, lookedTo, signal), signal);
    }, () => this.countAfter(looked, filter));
    const follower = { ...loop, stop: () => loop.stop().finally(() => this.followers.delete(follower)) };
    this.followers.add(follower);
    return follower;
  }

  head(): Promise<Position> {
    return answered(this.last(filterOf(undefined)));
  }

  /** Counts only: the server keeps its own checksums, and there is no hash chain of ours. */
  async verify(): Promise<number> {
    let facts = 0;
    for await (const { event } of this.client.readAll({ filter: filterOf(undefined) })) if (event) facts += 1;
    return facts;
  }

  async close(): Promise<void> {
    await Promise.all([...this.followers].map((follower) => follower.stop()));
    await this.bookmarks.close();
    await this.client.dispose();
  }

  private async countAfter(position: Position, filter: Filter): Promise<number> {
    let facts = 0;
    // What lies at the position itself is read first.
    for await (const { event } of this.client.readAll({ fromPosition: fromOf(position), filter, maxCount: MOST_COUNTED + 1 })) if (event && toFact(event).position > position) facts += 1;
    return facts;
  }

  private async last(filter: Filter): Promise<Position> {
    for await (const { event } of this.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, filter })) if (event) return toFact(event).position;
    return '';
  }

  /** Hands over what one subscription brings until it is dropped or stopped. Rejects when it brought nothing, so that a server that is away is asked ever less often. */
  private async subscribed(after: Position, filter: Filter, handOver: (facts: readonly AnyFact[]) => Promise<void>, lookedTo: (to: Position) => void, signal: AbortSignal): Promise<void> {
    let facts: AnyFact[] = [];
    let checkpoint: Position = '';
    const checkpointReached = (_: unknown, at: LogPosition): void => {
      checkpoint = toPosition(at);
      setImmediate(pass); // what came before it may be between the subscription and us
    };
    const subscription = this.client.subscribeToAll({ fromPosition: fromOf(after), filter: { ...filter, checkpointInterval: PAGES_BETWEEN_CHECKPOINTS, checkpointReached } }, { highWaterMark: BATCH_FACTS });
    const pass = (): void => void (facts.length === 0 && subscription.readableLength === 0 && lookedTo(checkpoint));
    const stop = () => void subscription.destroy();
    signal.addEventListener('abort', stop);
    let brought = false;
    try {
      for await (const { event } of subscription) {
        if (!event) continue;
        facts.push(toFact(event));
        if (subscription.readableLength > 0 && facts.length < BATCH_FACTS) continue;
        await handOver(facts);
        if (signal.aborted) return;
        brought = true;
        facts = [];
        pass();
      }
      if (!brought) throw new Error('The subscription has ended');
    } catch (error) {
      if (!brought) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      await subscription.unsubscribe();
    }
  }
}

/** One stream for each name, of which the server keeps the last event only; written now and then, for losing the newest is harmless. */
class KurrentdbBookmarks implements Bookmarks {
  private readonly positions = new Map<string, Position>();
  private changed = new Set<string>();
  private readonly bounded = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();

  constructor(private readonly client: KurrentDBClient) {}

  async get(name: string): Promise<Position | undefined> {
    const known = this.positions.get(name);
    if (known !== undefined) return known;
    try {
      const events = this.client.readStream(streamOf(name), { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
      for await (const { event } of events) return (event?.data as { position: Position } | undefined)?.position;
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return undefined;
  }

  async set(name: string, position: Position): Promise<void> {
    this.positions.set(name, position);
    this.changed.add(name);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = this.writing.then(() => this.write());
    }, WRITE_BOOKMARKS_AFTER_MS).unref();
  }

  async all(): Promise<[name: string, position: Position][]> {
    const positions = new Map<string, Position>();
    const filter = streamNameFilter({ prefixes: [streamOf('')] });
    for await (const { event } of this.client.readAll({ filter })) if (event) positions.set(event.streamId.slice(streamOf('').length), (event.data as unknown as { position: Position }).position);
    return [...new Map([...positions, ...this.positions])];
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    await this.write();
  }

  private async write(): Promise<void> {
    const changed = this.changed;
    this.changed = new Set();
    for (const name of changed) {
      try {
        if (!this.bounded.has(name)) await this.client.setStreamMetadata(streamOf(name), { maxCount: 1 });
        this.bounded.add(name);
        // ANY, unlike facts: whoever writes last is right, and writing twice does no harm.
        await this.client.appendToStream(streamOf(name), jsonEvent({ type: 'Bookmark', data: { position: this.positions.get(name) } }), { streamState: ANY });
      } catch (error) {
        this.changed.add(name); // with the next one that moves
        process.emitWarning(`The bookmark ${name} has not been written: ${String(error)}`);
      }
    }
  }
}

const streamOf = (bookmark: string): string => `bookmark-${bookmark}`;

/** The streams of these categories; without any, all but bookmarks and the server's own, which begin with a dollar sign. */
const filterOf = (categories: readonly string[] | undefined): Filter =>
  categories ? streamNameFilter({ prefixes: categories.map((category) => `${category}-`) }) : streamNameFilter({ regex: '^(?!bookmark-)[^$]' });

const fromOf = (position: Position) => (position === '' ? START : { commit: BigInt(position.slice(0, POSITION_DIGITS)), prepare: BigInt(position.slice(POSITION_DIGITS)) });

/** Commit and prepare position with all their digits, so that they compare as strings. */
function toPosition(position: LogPosition | undefined): Position {
  if (!position) throw new Error('This server answers no positions: EventStoreDB 22.6 or later is needed');
  return [position.commit, position.prepare].map((part) => part.toString().padStart(POSITION_DIGITS, '0')).join('');
}

const toFact = ({ id, type, data, metadata, streamId, revision, position }: Recorded): AnyFact => ({
  id, type, data, meta: metadata as FactMeta, stream: streamId, revision: Number(revision), position: toPosition(position),
});
