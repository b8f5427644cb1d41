/** The bus on NATS: requests by queue groups, facts by JetStream. JetStream only carries; what it loses is published again from the log. */
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { errors, headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { tracingNow } from '../../tracing/tracing.js';
import { earlierSubject, NoAnswer, type Bus, type Hearer, type HearingRules, type OnTrouble, type Subscription, type Whereabouts } from '../bus.js';
import type { TellOfLine } from '../line-told.js';
import { Hearing } from './nats-consuming.js';
import { NatsLine } from './nats-line.js';
import { parcel, unparcel } from './nats-parts.js';
import { FactStream, type JetStreamServer } from './nats-publishing.js';
import { decodeSubject, encodePattern, encodeSubject } from '../subject.js';

export interface NatsBusOptions {
  /** Shown by the server's monitoring. */
  name?: string;
  /** Copies of each stream of facts in a cluster; 1 by default. */
  replicas?: number;
  onTrouble: OnTrouble;
  /** Told what becomes of the connection. */
  tell?: TellOfLine;
  /** When the instance of a consumer that hears the facts has been silent for this long, another one goes on; 3 000 by default, at least 2 000. */
  silenceMs?: number;
}

/** A question not answered by then went down with somebody, or its answer did. */
const LOST_AFTER_MS = 3_000;
/** Whoever starts again, or comes back to a server that is there, has done so by then. */
const PAUSES_MS = [100, 200, 400, 800];

/** In a cluster that has just lost a server nobody answers for some seconds: whoever waits for one question for long hears late who answers the next. */
const QUESTION_MS = 2_000;
const CHANGE_MS = 5_000;

/** `url` as {@link connectNats} takes it. Waits for the first connection, then reconnects for ever. */
export async function openNatsBus(url: string, { name = 'larder', replicas = 1, onTrouble, tell, silenceMs = 3_000 }: NatsBusOptions): Promise<Bus> {
  const line = await NatsLine.open(url, name, tell);
  const [asking, changing] = await Promise.all([QUESTION_MS, CHANGE_MS].map((timeout) => jetstreamManager(line.connection, { checkAPI: false, timeout }))) as [JetStreamManager, JetStreamManager];
  return new NatsBus(line, { asking, changing }, replicas, onTrouble, silenceMs);
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
  private closing: Promise<void> | undefined;

  constructor(private readonly line: NatsLine, private readonly server: JetStreamServer, private readonly replicas: number,
    private readonly onTrouble: OnTrouble, private readonly silenceMs: number) {
    void line.connection.closed().then((reason) => reason && onTrouble('the connection to NATS', reason));
  }

  async ask(subject: string, payload: unknown, timeoutMs = 10_000, mayRepeat = false): Promise<unknown> {
    if (!mayRepeat) return this.askOnce(subject, payload, timeoutMs);
    const [firstMs, end] = [Math.min(LOST_AFTER_MS, timeoutMs), performance.now() + timeoutMs];
    let [mayWaitMs, failures, wasSilent] = [timeoutMs / 2, 0, false];
    for (;;) {
      mayWaitMs -= await this.lineBack(Math.min(mayWaitMs, end - performance.now()));
      const began = performance.now();
      const patienceMs = wasSilent ? Math.max(end - began, firstMs) : firstMs;
      try {
        return await this.askOnce(subject, payload, patienceMs);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const isSilence = performance.now() - began >= patienceMs;
        const pauseMs = isSilence ? 0 : PAUSES_MS[failures++];
        if ((isSilence && wasSilent) || pauseMs === undefined) throw error;
        wasSilent ||= isSilence;
        await pause(pauseMs);
      }
    }
  }

  /** A server that starts again is there within seconds: whoever only asks is answered late rather than refused. Resolves with how long that was waited for. */
  private async lineBack(mostMs: number): Promise<number> {
    const began = performance.now();
    if (!this.line.isUp) await this.line.back(AbortSignal.timeout(Math.max(0, Math.ceil(mostMs))));
    return performance.now() - began;
  }

  private async askOnce(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const { connection } = this.line;
      const { data, headers: told } = parcel(connection, pack(payload));
      return await unparcel(connection, await connection.request(`ask.${encodeSubject(subject)}`, data, { timeout: timeoutMs, ...(told && { headers: told }) }));
    } catch (error) {
      const nobody = [errors.TimeoutError, errors.RequestError, errors.ClosedConnectionError, errors.DrainingConnectionError].some((kind) => error instanceof kind);
      throw nobody ? new NoAnswer(subject) : error;
    }
  }

  async answer(subject: string, handler: (payload: unknown) => Promise<unknown>): Promise<Subscription> {
    const reply = async (message: Msg): Promise<void> => {
      try {
        const { connection } = this.line;
        const { data, headers: told } = parcel(connection, pack(await handler(await unparcel(connection, message))));
        message.respond(data, told && { headers: told });
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

  published(source: string, head: Position): Promise<Position> {
    return this.stream(source).held(head);
  }

  beginEarlier(source: string, after: Position): Promise<void> {
    return this.stream(source).beginEarlier(after);
  }

  disown(source: string, isOurs: (fact: AnyFact) => Promise<boolean>): Promise<boolean> {
    return this.stream(source).disown(isOurs);
  }

  async consume(consumer: string, source: string, after: Whereabouts, handler: Hearer, { overlaps = false }: HearingRules = {}): Promise<Subscription> {
    const { onTrouble, silenceMs } = this;
    const askEarlier = async (needed: Position): Promise<void> => void (await this.askOnce(earlierSubject(source), { after: needed }, CHANGE_MS));
    return this.remember(await Hearing.begin(this.line, this.stream(source), { consumer, after, handler, overlaps, askEarlier, onTrouble, silenceMs }));
  }

  tell(subject: string, payload: unknown): void {
    const carried = tracingNow().carry();
    const { isUp, connection } = this.line;
    if (isUp && !connection.isDraining()) connection.publish(`tell.${encodeSubject(subject)}`, pack(payload), carried ? { headers: traceHeaders(carried) } : {});
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
    const { isUp, connection } = this.line;
    await (isUp ? connection.drain() : connection.close()).catch(() => undefined);
  }

  /** Resolves when the server knows of the subscription. */
  private async subscribe(subject: string, queue: string | undefined, handle: (message: Msg) => void): Promise<Subscription> {
    const callback = (error: Error | null, message: Msg): void => (error ? this.onTrouble(subject, error) : handle(message));
    const { connection } = this.line;
    const subscription = connection.subscribe(subject, { queue, callback });
    await connection.flush();
    return this.remember({ stop: async () => (this.line.isUp ? subscription.drain().catch(() => undefined) : subscription.unsubscribe()) });
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
    const stream = this.streams.get(source) ?? new FactStream(this.server, source, this.replicas);
    this.streams.set(source, stream);
    return stream;
  }
}
