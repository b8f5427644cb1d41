/** The bus on NATS: requests by queue groups, facts by JetStream. JetStream only carries; what it loses is published again from the log. */
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, errors, headers, type Msg, type MsgHdrs, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { tracingNow } from '../tracing/tracing.js';
import { NoAnswer, type Bus, type Hearer, type OnTrouble, type Subscription } from './bus.js';
import { Hearing } from './nats-consuming.js';
import { FactStream } from './nats-publishing.js';
import { decodeSubject, encodePattern, encodeSubject } from './subject.js';

export interface NatsBusOptions {
  /** Shown by the server's monitoring. */
  name?: string;
  /** Copies of each stream of facts in a cluster; 1 by default. */
  replicas?: number;
  onTrouble: OnTrouble;
  /** A consumer's instance that has been silent for this long loses its fact to another one; 4 000 by default. */
  silenceMs?: number;
}

/** `url` is `nats://` or `tls://`, with `user:password@` where needed, several servers separated by commas. Waits for the first connection, then reconnects for ever. */
export async function openNatsBus(url: string, { name = 'larder', replicas = 1, onTrouble, silenceMs = 4_000 }: NatsBusOptions): Promise<Bus> {
  const connection = await connectNats(url, name);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return new NatsBus(connection, manager, replicas, onTrouble, silenceMs);
}

/** Waits for the first connection, then reconnects for ever. `name` is shown by the server's monitoring. */
export const connectNats = (url: string, name: string): Promise<NatsConnection> =>
  connect({ ...addresses(url), name, waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 500, pingInterval: 10_000, noAsyncTraces: true });

function addresses(url: string): NodeConnectionOptions {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const { username, password } = servers[0] as URL;
  return {
    servers: servers.map(({ host }) => host),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}

const TRACE = 'traceparent';
function traceHeaders(carried: string): MsgHdrs {
  const made = headers();
  made.set(TRACE, carried);
  return made;
}

const pack = (value: unknown): string => JSON.stringify(value) ?? '';
const unpack = (message: Msg): unknown => (message.data.length === 0 ? undefined : message.json());

class NatsBus implements Bus {
  private readonly streams = new Map<string, FactStream>();
  private readonly subscriptions = new Set<Subscription>();
  private readonly answering = new Set<Promise<void>>();
  private connected = true;
  private closing: Promise<void> | undefined;

  constructor(private readonly connection: NatsConnection, private readonly manager: JetStreamManager, private readonly replicas: number,
    private readonly onTrouble: OnTrouble, private readonly silenceMs: number) {
    void this.watch();
  }

  async ask(subject: string, payload: unknown, timeoutMs = 10_000): Promise<unknown> {
    // Without a connection the request would only be sent when nobody waits for the answer any more.
    if (!this.connected) throw new NoAnswer(subject);
    try {
      return unpack(await this.connection.request(`ask.${encodeSubject(subject)}`, pack(payload), { timeout: timeoutMs }));
    } catch (error) {
      const nobody = [errors.TimeoutError, errors.RequestError, errors.ClosedConnectionError, errors.DrainingConnectionError].some((kind) => error instanceof kind);
      throw nobody ? new NoAnswer(subject) : error;
    }
  }

  async answer(subject: string, handler: (payload: unknown) => Promise<unknown>): Promise<Subscription> {
    const reply = async (message: Msg): Promise<void> => {
      try {
        message.respond(pack(await handler(unpack(message))));
      } catch (error) {
        this.onTrouble(subject, error);
      }
    };
    return this.subscribe(`ask.${encodeSubject(subject)}`, 'answerers', (message) => {
      const answering = reply(message).finally(() => this.answering.delete(answering));
      this.answering.add(answering);
    });
  }

  publish(source: string, facts: readonly AnyFact[]): Promise<void> {
    return this.stream(source).publish(facts);
  }

  published(source: string): Promise<Position> {
    return this.stream(source).held();
  }

  async consume(consumer: string, source: string, after: Position, handler: Hearer): Promise<Subscription> {
    const { onTrouble, silenceMs } = this;
    return this.remember(await Hearing.begin(this.stream(source), { consumer, after, handler, onTrouble, silenceMs }));
  }

  tell(subject: string, payload: unknown): void {
    const carried = tracingNow().carry();
    if (this.connected) this.connection.publish(`tell.${encodeSubject(subject)}`, pack(payload), carried ? { headers: traceHeaders(carried) } : {});
  }

  listen(subject: string, handler: (payload: unknown, subject: string) => void): Promise<Subscription> {
    return this.subscribe(`tell.${encodePattern(subject)}`, undefined, (message) => {
      try {
        tracingNow().within(message.headers?.get(TRACE) || undefined, () => handler(unpack(message), decodeSubject(message.subject.slice('tell.'.length))));
      } catch (error) {
        this.onTrouble(subject, error);
      }
    });
  }

  close(): Promise<void> {
    return (this.closing ??= this.drain());
  }

  private async drain(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await Promise.all(this.answering);
    const reachable = this.connected;
    this.connected = false;
    await (reachable ? this.connection.drain() : this.connection.close()).catch(() => undefined);
  }

  /** Resolves when the server knows of the subscription. */
  private async subscribe(subject: string, queue: string | undefined, handle: (message: Msg) => void): Promise<Subscription> {
    const callback = (error: Error | null, message: Msg): void => (error ? this.onTrouble(subject, error) : handle(message));
    const subscription = this.connection.subscribe(subject, { queue, callback });
    await this.connection.flush();
    return this.remember({ stop: async () => (this.connected ? subscription.drain().catch(() => undefined) : subscription.unsubscribe()) });
  }

  private remember(subscription: Subscription): Subscription {
    let stopped: Promise<void> | undefined;
    const remembered = {
      stop: () => {
        this.subscriptions.delete(remembered);
        return (stopped ??= subscription.stop());
      },
    };
    this.subscriptions.add(remembered);
    return remembered;
  }

  private stream(source: string): FactStream {
    const stream = this.streams.get(source) ?? new FactStream(this.manager, source, this.replicas);
    this.streams.set(source, stream);
    return stream;
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') this.connected = false;
      if (type === 'reconnect') this.connected = true;
    }
    const reason = await this.connection.closed();
    this.connected = false;
    if (reason) this.onTrouble('the connection to NATS', reason);
  }
}
