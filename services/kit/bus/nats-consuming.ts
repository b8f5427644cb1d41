/** Hearing the facts of one service from JetStream: one message in hand at a time over all instances of a consumer, so nothing is overtaken. */
import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, type ConsumerInfo, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { Hearer, OnTrouble, Subscription } from './bus.js';
import { hasCode, type FactStream } from './nats-publishing.js';
import { encodePart } from './subject.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const ATTEMPTS = 5;
/** The client waits `expires` between its attempts to find the consumer after a reconnect, so it is short. */
const PULL = { expires: 2_000, idle_heartbeat: 1_000, abort_on_missing_resource: true };
const EXISTS_ALREADY = 10148;

export interface HearingOptions {
  consumer: string;
  after: Position;
  handler: Hearer;
  onTrouble: OnTrouble;
  /** When an instance has been silent for this long, its message goes to another one. */
  silenceMs: number;
}

export class Hearing implements Subscription {
  private readonly durable: string;
  /** The last fact handled here; earlier ones are repeats. */
  private reached: Position;
  private inHand: JsMsg | undefined;
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly alive: NodeJS.Timeout;

  private constructor(private readonly stream: FactStream, private readonly options: HearingOptions) {
    this.durable = encodePart(options.consumer);
    this.reached = options.after;
    this.alive = setInterval(() => this.breakSilence(), options.silenceMs / 3);
    this.alive.unref();
  }

  /** Resolves when the server has the consumer. */
  static async begin(stream: FactStream, options: HearingOptions): Promise<Hearing> {
    const hearing = new Hearing(stream, options);
    const placed = await hearing.place((next, start, { num_waiting: others }) => next <= start || others > 0);
    hearing.running = hearing.run(placed);
    return hearing;
  }

  /** Resolves when no fact is in hand any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.messages?.close();
    await this.running;
    clearInterval(this.alive);
  }

  /** Survives a lost connection and a wiped server: a consumer that is gone is made again after the last fact handled here. */
  private async run(placed: ConsumerInfo | undefined): Promise<void> {
    for (let failures = 0; !this.stopped; placed = undefined) {
      try {
        const info = placed ?? (await this.place(() => true));
        this.messages = await this.stream.manager.jetstream().consumers.getConsumerFromInfo(info)
          .consume({ max_messages: 10, threshold_messages: 5, ...PULL });
        if (this.stopped) await this.messages.close();
        for await (const message of this.messages) {
          failures = 0;
          await this.take(message);
        }
      } catch (error) {
        this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
        await this.pause(failures++);
      }
    }
  }

  private breakSilence(): void {
    try {
      this.inHand?.working();
    } catch (error) {
      this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
    }
  }

  private async take(message: JsMsg): Promise<void> {
    const fact = message.json<AnyFact>();
    this.inHand = message;
    for (let failures = 0; fact.position > this.reached; failures++) {
      if (this.stopped) break;
      try {
        await this.options.handler([fact]);
        this.reached = fact.position;
      } catch {
        // Whoever consumes reports its own failures; here they only mean 'again, later'.
        await this.pause(failures);
      }
    }
    this.inHand = undefined;
    if (fact.position <= this.reached) message.ack();
    else message.nak();
  }

  /**
   * Makes sure there is a durable consumer. One that has gone beyond the place asked for is made again from there, unless `mayStay`.
   * @param mayStay asked with the sequence the consumer hears next, the sequence of the first fact wanted, and its description
   */
  private async place(mayStay: (next: number, start: number, info: ConsumerInfo) => boolean): Promise<ConsumerInfo> {
    const { stream, durable } = this;
    for (let attempt = 1; ; attempt++) {
      try {
        await stream.ensure();
        const start = await stream.firstAfter(this.reached);
        const info = await this.find();
        if (info && mayStay(Math.max(info.ack_floor.stream_seq + 1, info.config.opt_start_seq ?? 0), start, info)) return info;
        if (info) await stream.manager.consumers.delete(stream.name, durable);
        return await stream.manager.consumers.add(stream.name, {
          durable_name: durable, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start,
          ack_policy: AckPolicy.Explicit, ack_wait: nanos(this.options.silenceMs), max_ack_pending: 1,
        });
      } catch (error) {
        if (!hasCode(error, EXISTS_ALREADY) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async find(): Promise<ConsumerInfo | undefined> {
    try {
      return await this.stream.manager.consumers.info(this.stream.name, this.durable);
    } catch (error) {
      if (hasCode(error, JetStreamApiCodes.ConsumerNotFound)) return undefined;
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
