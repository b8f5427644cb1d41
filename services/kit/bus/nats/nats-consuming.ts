/** Hearing the facts of one service from JetStream: one instance of a consumer at a time, and nothing is overtaken. */
import { setMaxListeners } from 'node:events';
import type { ConsumerInfo, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { NoAnswer, type Hearer, type OnTrouble, type Subscription } from '../bus.js';
import { Calls, pauseAfter } from '../calls.js';
import { isDeleted, MOST_IN_HAND, NatsDurable, type PlacingOptions } from './nats-durable.js';
import type { NatsLine } from './nats-line.js';
import type { FactStream } from './nats-publishing.js';

const PATIENCE_MS = 60_000;
/** Facts of one call. */
const MOST_IN_CALL = 256;

export interface HearingOptions extends PlacingOptions {
  handler: Hearer;
  /** Calls may overlap. */
  overlaps: boolean;
  onTrouble: OnTrouble;
}

/** What one call brings: so many messages, the last of them, and where that leaves us. */
interface Brought {
  count: number;
  last: JsMsg;
  next: number;
  reached: Position;
}

export class Hearing implements Subscription {
  private readonly durable: NatsDurable;
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
    this.durable = new NatsDurable(stream, options);
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
        hearing.running = hearing.run(await hearing.durable.place(true));
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
    if (this.line.isUp) await this.durable.letGo().catch(() => undefined);
  }

  /** Survives a lost connection, a wiped server, and another instance that made the consumer anew. */
  private async run(begun?: ConsumerInfo): Promise<void> {
    let placed = begun;
    let deleted: unknown;
    for (let failures = 0; !this.stopped; placed = undefined) {
      try {
        await this.line.back(this.stopping.signal);
        if (this.stopped) return;
        const info = placed ?? (await this.durable.place(true));
        if (deleted && (await this.durable.isNobodysDoing(info))) this.trouble(deleted);
        deleted = undefined;
        const isInOrder = await this.hear(info);
        if (!isInOrder) await this.durable.place(false);
        failures = 0;
      } catch (error) {
        if (isDeleted(error)) deleted = error;
        else this.trouble(error);
        await pauseAfter(failures++, this.stopping.signal);
      }
    }
  }

  private trouble(error: unknown): void {
    this.options.onTrouble(`${this.options.consumer} hearing ${this.stream.source}`, error);
  }

  /** Until it is stopped, the connection is lost or the consumer is gone. Answers false when a fact was left out: an instance took it with it and has not handled it. */
  private async hear(info: ConsumerInfo): Promise<boolean> {
    let ended = false;
    const arrived: JsMsg[] = (this.inHand = []);
    await this.durable.goOnWith(info);
    this.handNothing();
    const messages = await this.durable.pull(info, (message) => {
      arrived.push(message);
      this.wake();
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
    this.durable.landed(reached, next);
    this.inHand.splice(0, count);
    this.handed -= count;
    if (this.line.isUp) last.ack();
  }

  /** What has not landed is to be handed over. */
  private handNothing(): void {
    this.handed = 0;
    this.handedTo = { next: this.durable.next, reached: this.durable.reached };
  }

  /** Whether nothing is missing before and between these messages: the server gives to whoever is there now what comes next, not what another one has in hand. */
  private async follows(messages: readonly JsMsg[]): Promise<boolean> {
    const [{ seq: first }] = messages as [JsMsg];
    if (messages.some(({ seq }, n) => seq !== first + n)) return false;
    if (first === this.handedTo.next) return true;
    return this.durable.beginsWith(first);
  }

  private breakSilence(): void {
    try {
      for (const message of this.inHand) message.working();
    } catch (error) {
      this.trouble(error);
    }
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }
}
