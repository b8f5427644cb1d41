/** Hearing the facts of one service from JetStream: one instance of a consumer at a time, and nothing is overtaken. */
import { setMaxListeners } from 'node:events';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamError, type ConsumerInfo, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { NoAnswer, type Hearer, type OnTrouble, type Subscription, type Whereabouts } from './bus.js';
import { Calls, pauseAfter } from './calls.js';
import type { NatsLine } from './nats-line.js';
import { hasCode, type FactStream } from './nats-publishing.js';
import { encodePart } from './subject.js';

const PATIENCE_MS = 60_000;
/** Instances that make the consumer at the same time overtake each other. */
const ATTEMPTS = 5;
/** Facts of one call. */
const MOST_IN_CALL = 256;
/** Facts of all calls that overlap: as many as come while somebody far away does not answer for a minute. */
const MOST_IN_HAND = 1_024;
/** Facts that are asked for at a time. */
const MOST_PULLED = 512;
/** The server's code for a consumer that another instance has made meanwhile; its client has no name for it. */
const EXISTS_ALREADY = 10148;
/** The server hands facts to one of the group; when it is silent or gone, to another one. */
const GROUP = 'instances';

export interface HearingOptions {
  consumer: string;
  after: Whereabouts;
  handler: Hearer;
  /** Calls may overlap. */
  overlaps: boolean;
  /** Asks whoever publishes the facts for those behind a place that the stream no longer reaches. */
  askEarlier: (after: Position) => Promise<void>;
  onTrouble: OnTrouble;
  /** When an instance has been silent for this long, another one goes on. At least 2 000. */
  silenceMs: number;
}

/** What one call brings: so many messages, the last of them, and where that leaves us. */
interface Brought {
  count: number;
  last: JsMsg;
  next: number;
  reached: Position;
}

/** Where the consumer knows its place itself: in NATS a place is only how far this server has come. */
export class Hearing implements Subscription {
  private readonly durable: string;
  /** The last fact handled here. */
  private reached: Position = '';
  /** The sequence of the message that comes next, as far as this instance knows. */
  private next = 0;
  /** When the consumer was made that this instance heard from last. */
  private made = '';
  /** When the stream was made that it is of. */
  private streamMade: string | undefined;
  /** What came and is not acknowledged; of these, so many are handed over, up to `handedTo`. */
  private inHand: JsMsg[] = [];
  private handed = 0;
  private handedTo: Pick<Brought, 'next' | 'reached'> = { next: 0, reached: '' };
  private readonly calls: Calls<Brought>;
  /** While nothing is to be done. */
  private wake = (): void => {};
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly alive: NodeJS.Timeout;

  private constructor(private readonly line: NatsLine, private readonly stream: FactStream, private readonly options: HearingOptions) {
    this.durable = encodePart(options.consumer);
    setMaxListeners(0, this.stopping.signal); // each fact that waits to be tried again is one
    this.calls = new Calls({
      landed: (brought) => this.landed(brought),
      ended: () => this.wake(),
      again: () => {
        this.handNothing();
        this.wake();
      },
      stopping: this.stopping.signal,
    });
    this.alive = setInterval(() => this.breakSilence(), options.silenceMs / 3);
    this.alive.unref();
  }

  /** Resolves when the server has the consumer, or it has to wait for whoever publishes; rejects when the server would not for a minute. */
  static async begin(line: NatsLine, stream: FactStream, options: HearingOptions): Promise<Hearing> {
    const hearing = new Hearing(line, stream, options);
    const began = performance.now();
    for (let failures = 0; ; failures++) {
      try {
        hearing.running = hearing.run(await hearing.place(true));
        return hearing;
      } catch (error) {
        if (error instanceof NoAnswer) {
          hearing.running = hearing.run();
          return hearing;
        }
        // Servers of a cluster that start together, or have just lost one, have nobody who decides for some seconds.
        if (performance.now() - began > PATIENCE_MS) throw error;
        options.onTrouble(`${options.consumer} beginning to hear ${stream.source}`, error);
        await pauseAfter(failures, hearing.stopping.signal);
      }
    }
  }

  /** Resolves when no fact is in hand any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.messages?.stop();
    await this.running;
    clearInterval(this.alive);
    // Without this another instance would wait until the silence is long enough.
    if (this.line.isUp) await this.stream.server.asking.consumers.unpin(this.stream.name, this.durable, GROUP).catch(() => undefined);
  }

  /** Survives a lost connection, a wiped server, and another instance that made the consumer anew. */
  private async run(begun?: ConsumerInfo): Promise<void> {
    let placed = begun;
    let deleted: unknown;
    for (let failures = 0; !this.stopped; placed = undefined) {
      try {
        await this.line.back(this.stopping.signal);
        if (this.stopped) return;
        const info = placed ?? (await this.place(true));
        if (deleted && (await this.isNobodysDoing(info))) this.trouble(deleted);
        deleted = undefined;
        const isInOrder = await this.hear(info);
        if (!isInOrder) await this.place(false);
        failures = 0;
      } catch (error) {
        if (isDeleted(error)) deleted = error;
        else this.trouble(error);
        await pauseAfter(failures++, this.stopping.signal);
      }
    }
  }

  /** Whether a consumer that was deleted had to be made again here, on the same stream: another instance that makes one anew has done so by now, and a stream that is made anew takes its consumers along. */
  private async isNobodysDoing({ created }: ConsumerInfo): Promise<boolean> {
    return created === this.made && (await this.stream.made()) === this.streamMade;
  }

  private trouble(error: unknown): void {
    this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
  }

  /** Until it is stopped, the connection is lost or the consumer is gone. Answers false when a fact was left out: an instance took it with it and has not handled it. */
  private async hear(info: ConsumerInfo): Promise<boolean> {
    let ended = false;
    const arrived: JsMsg[] = (this.inHand = []);
    // Made by somebody else, perhaps on a stream that was made anew and counts differently.
    if (info.created !== this.made) this.next = 0;
    this.made = info.created;
    this.streamMade = await this.stream.made();
    this.handNothing();
    const messages = await this.stream.server.asking.jetstream().consumers.getConsumerFromInfo(info).consume({
      ...pulling(this.options.silenceMs), group: GROUP, abort_on_missing_resource: true, bind: true,
      callback: (message) => {
        arrived.push(message);
        this.wake();
      },
    });
    this.messages = messages;
    const over = messages.closed().finally(() => {
      ended = true;
      this.wake();
    });
    const forget = this.line.onLost(() => messages.stop());
    void this.stopWhenSilent(messages);
    try {
      if (this.stopped || !this.line.isUp) messages.stop();
      while (!ended && !this.stopped) {
        if (!this.mayHandOut()) await new Promise<void>((woken) => (this.wake = woken));
        else if (!(await this.handOut())) return false;
      }
      const failed = await over;
      if (failed) throw failed;
      return true;
    } finally {
      forget();
      messages.stop();
      await this.calls.settled(); // what is heard again must not meet its former self
      this.inHand = [];
    }
  }

  /** Where the server says nothing any more, the consumer may be gone or led by another one: that is looked at anew. */
  private async stopWhenSilent(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) if (type === 'heartbeats_missed' || type === 'no_responders') messages.stop();
  }

  private mayHandOut(): boolean {
    const first = this.inHand[this.handed];
    if (!first || this.calls.isFailing) return false;
    if (!this.calls.first) return true;
    // Where something is missing it is asked for, and the server knows only of what is acknowledged. What was handed over comes again after a standstill.
    return this.options.overlaps && first.seq <= this.handedTo.next && this.handed < MOST_IN_HAND;
  }

  /** Hands over what has arrived; false when something before it is missing. */
  private async handOut(): Promise<boolean> {
    const batch = this.inHand.slice(this.handed, this.handed + MOST_IN_CALL);
    const fresh = batch.filter(({ seq }) => seq >= this.handedTo.next);
    if (fresh.length > 0 && !(await this.follows(fresh))) return false;
    const facts = fresh.map((message) => message.json<AnyFact>()).filter(({ position }) => position > this.handedTo.reached);
    this.handedTo = { next: fresh.length > 0 ? (fresh.at(-1) as JsMsg).seq + 1 : this.handedTo.next, reached: facts.at(-1)?.position ?? this.handedTo.reached };
    this.handed += batch.length;
    const brought = { count: batch.length, last: batch.at(-1) as JsMsg, ...this.handedTo };
    this.calls.make(brought, async () => {
      if (facts.length > 0) await this.options.handler(facts, this.stopping.signal);
    });
    return true;
  }

  private landed({ count, last, next, reached }: Brought): void {
    this.next = next;
    this.reached = reached;
    this.inHand.splice(0, count);
    this.handed -= count;
    if (this.line.isUp) last.ack();
  }

  /** What has not landed is to be handed over. */
  private handNothing(): void {
    this.handed = 0;
    this.handedTo = { next: this.next, reached: this.reached };
  }

  /** Whether nothing is missing before and between these messages: the server gives to whoever is there now what comes next, not what another one has in hand. */
  private async follows(messages: readonly JsMsg[]): Promise<boolean> {
    const [{ seq: first }] = messages as [JsMsg];
    if (messages.some(({ seq }, n) => seq !== first + n)) return false;
    if (first === this.handedTo.next) return true;
    // Where limits take facts out of the stream, the server goes on with the next one that is there.
    return first === nextOf(await this.stream.server.asking.consumers.info(this.stream.name, this.durable)) && (await this.stream.holds(this.reached));
  }

  private breakSilence(): void {
    try {
      for (const message of this.inHand) message.working();
    } catch (error) {
      this.trouble(error);
    }
  }

  /**
   * Makes sure there is a durable consumer. It is made anew from the place the consumer itself knows, unless `mayShare` and another instance is at
   * work, or it stands where this instance left it: to make one anew, a cluster that has just lost a server has to agree twice.
   */
  private async place(mayShare: boolean): Promise<ConsumerInfo> {
    const { stream, stream: { server }, durable, options: { after, askEarlier, silenceMs } } = this;
    for (let attempt = 1; ; attempt++) {
      try {
        const info = await this.find();
        if (info && mayShare && info.num_waiting > 0) return info;
        if (info && mayShare && this.isAsLeft(info)) {
          await server.asking.consumers.unpin(stream.name, durable, GROUP);
          return info;
        }
        const known = typeof after === 'string' ? after : await after();
        if (known > this.reached) this.reached = known;
        await stream.ensure(this.reached);
        if (!(await stream.holds(this.reached))) await askEarlier(this.reached);
        if (!(await stream.holds(this.reached))) throw new Error(`${stream.source} publishes its facts anew from ${this.reached || 'the beginning'}`);
        this.next = await stream.firstAfter(this.reached);
        if (info) await server.changing.consumers.delete(stream.name, durable);
        const made = await server.changing.consumers.add(stream.name, {
          durable_name: durable, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.next,
          ack_policy: AckPolicy.All, ack_wait: nanos(silenceMs), max_ack_pending: MOST_IN_HAND,
          priority_policy: 'pinned_client', priority_groups: [GROUP], priority_timeout: nanos(silenceMs),
        });
        this.made = made.created;
        return made;
      } catch (error) {
        if (!hasCode(error, EXISTS_ALREADY) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** What it gave to anybody since was handled here; acknowledgements may have been lost. */
  private isAsLeft(info: ConsumerInfo): boolean {
    return info.created === this.made && Math.max(nextOf(info), info.delivered.stream_seq + 1) <= this.next;
  }

  private async find(): Promise<ConsumerInfo | undefined> {
    try {
      return await this.stream.server.asking.consumers.info(this.stream.name, this.durable);
    } catch (error) {
      if (hasCode(error, JetStreamApiCodes.ConsumerNotFound) || hasCode(error, JetStreamApiCodes.StreamNotFound)) return undefined;
      throw error;
    }
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }
}

const isDeleted = (error: unknown): boolean => error instanceof JetStreamError && error.message === 'consumer deleted';

const nextOf = ({ ack_floor, config }: ConsumerInfo): number => Math.max(ack_floor.stream_seq + 1, config.opt_start_seq ?? 0);

/** An instance shows that it is there by asking again before the silence is too long. */
const pulling = (silenceMs: number) => ({ max_messages: MOST_PULLED, threshold_messages: MOST_PULLED / 2, expires: Math.max(1_000, silenceMs / 2), idle_heartbeat: Math.max(500, silenceMs / 4) });
