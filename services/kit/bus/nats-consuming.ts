/** Hearing the facts of one service from JetStream: one instance of a consumer at a time, everything that waits at once, and nothing is overtaken. */
import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, type ConsumerInfo, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { NoAnswer, type Hearer, type OnTrouble, type Subscription, type Whereabouts } from './bus.js';
import type { NatsLine } from './nats-line.js';
import { hasCode, type FactStream } from './nats-publishing.js';
import { encodePart } from './subject.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const PATIENCE_MS = 60_000;
const ATTEMPTS = 5;
/** Facts of one call. */
const MOST_IN_HAND = 256;
const EXISTS_ALREADY = 10148;
/** The server hands facts to one of the group; when it is silent or gone, to another one. */
const GROUP = 'instances';

export interface HearingOptions {
  consumer: string;
  after: Whereabouts;
  handler: Hearer;
  /** Asks whoever publishes the facts for those behind a place that the stream no longer reaches. */
  askEarlier: (after: Position) => Promise<void>;
  onTrouble: OnTrouble;
  /** When an instance has been silent for this long, another one goes on. At least 2 000. */
  silenceMs: number;
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
  /** What came and is not acknowledged. */
  private inHand: JsMsg[] = [];
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly alive: NodeJS.Timeout;

  private constructor(private readonly line: NatsLine, private readonly stream: FactStream, private readonly options: HearingOptions) {
    this.durable = encodePart(options.consumer);
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
        await hearing.pause(failures);
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
    for (let failures = 0; !this.stopped; placed = undefined) {
      try {
        await this.line.back(this.stopping.signal);
        if (this.stopped) return;
        const isInOrder = await this.hear(placed ?? (await this.place(true)));
        if (!isInOrder) await this.place(false);
        failures = 0;
      } catch (error) {
        this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
        await this.pause(failures++);
      }
    }
  }

  /** Until it is stopped, the connection is lost or the consumer is gone. Answers false when a fact was left out: an instance took it with it and has not handled it. */
  private async hear(info: ConsumerInfo): Promise<boolean> {
    let wake = (): void => {};
    let ended = false;
    const arrived: JsMsg[] = (this.inHand = []);
    // Made by somebody else, perhaps on a stream that was made anew and counts differently.
    if (info.created !== this.made) this.next = 0;
    this.made = info.created;
    const messages = await this.stream.server.asking.jetstream().consumers.getConsumerFromInfo(info).consume({
      ...pulling(this.options.silenceMs), group: GROUP, abort_on_missing_resource: true, bind: true,
      callback(message) {
        arrived.push(message);
        wake();
      },
    });
    this.messages = messages;
    const over = messages.closed().finally(() => {
      ended = true;
      wake();
    });
    const forget = this.line.onLost(() => messages.stop());
    void this.stopWhenSilent(messages);
    try {
      if (this.stopped || !this.line.isUp) messages.stop();
      while (!ended && !this.stopped) {
        if (arrived.length === 0) await new Promise<void>((woken) => (wake = woken));
        else if (!(await this.take(arrived))) return false;
      }
      const failed = await over;
      if (failed) throw failed;
      return true;
    } finally {
      forget();
      messages.stop();
      this.inHand = [];
    }
  }

  /** Where the server says nothing any more, the consumer may be gone or led by another one: that is looked at anew. */
  private async stopWhenSilent(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) if (type === 'heartbeats_missed' || type === 'no_responders') messages.stop();
  }

  /** Handles what has arrived and takes it away from there. */
  private async take(arrived: JsMsg[]): Promise<boolean> {
    const batch = arrived.slice(0, MOST_IN_HAND);
    const last = batch.at(-1) as JsMsg;
    const fresh = batch.filter(({ seq }) => seq >= this.next);
    if (fresh.length > 0 && !(await this.follows(fresh))) return false;
    const facts = fresh.map((message) => message.json<AnyFact>()).filter(({ position }) => position > this.reached);
    if (facts.length > 0 && !(await this.handle(facts))) return true;
    if (fresh.length > 0) this.next = (fresh.at(-1) as JsMsg).seq + 1;
    arrived.splice(0, batch.length);
    last.ack();
    return true;
  }

  /** Whether nothing is missing before and between these messages: the server gives to whoever is there now what comes next, not what another one has in hand. */
  private async follows(messages: readonly JsMsg[]): Promise<boolean> {
    const [{ seq: first }] = messages as [JsMsg];
    if (messages.some(({ seq }, n) => seq !== first + n)) return false;
    if (first === this.next) return true;
    // Where limits take facts out of the stream, the server goes on with the next one that is there.
    return first === nextOf(await this.stream.server.asking.consumers.info(this.stream.name, this.durable)) && (await this.stream.holds(this.reached));
  }

  /** Until it is done; false when this instance is stopped before. */
  private async handle(facts: readonly AnyFact[]): Promise<boolean> {
    for (let failures = 0; !this.stopped; failures++) {
      try {
        await this.options.handler(facts);
        this.reached = (facts.at(-1) as AnyFact).position;
        return true;
      } catch {
        // Whoever consumes reports its own failures; here they only mean 'again, later'.
        await this.pause(failures);
      }
    }
    return false;
  }

  private breakSilence(): void {
    try {
      for (const message of this.inHand) message.working();
    } catch (error) {
      this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
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

  private async pause(failures: number): Promise<void> {
    const { signal } = this.stopping;
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
  }
}

const nextOf = ({ ack_floor, config }: ConsumerInfo): number => Math.max(ack_floor.stream_seq + 1, config.opt_start_seq ?? 0);

/** An instance shows that it is there by asking again before the silence is too long. */
const pulling = (silenceMs: number) => ({ max_messages: MOST_IN_HAND, threshold_messages: MOST_IN_HAND / 2, expires: Math.max(1_000, silenceMs / 2), idle_heartbeat: Math.max(500, silenceMs / 4) });
