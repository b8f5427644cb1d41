/** The durable consumer of one hearing in JetStream: which one is there, where it stands, and making it anew from the place that the consumer itself knows. */
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamError, type ConsumerInfo, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Position } from '@larder/contracts/fact.js';
import type { Whereabouts } from '../bus.js';
import { hasCode, type FactStream } from './nats-publishing.js';
import { encodePart } from '../subject.js';

/** Facts of all calls that overlap: as many as come while somebody far away does not answer for a minute. */
export const MOST_IN_HAND = 1_024;
/** Facts that are asked for at a time. */
const MOST_PULLED = 512;
/** Instances that make the consumer at the same time overtake each other. */
const ATTEMPTS = 5;
/** The server's code for a consumer that another instance has made meanwhile; its client has no name for it. */
const EXISTS_ALREADY = 10148;
/** The server hands facts to one of the group; when it is silent or gone, to another one. */
const GROUP = 'instances';

export interface PlacingOptions {
  consumer: string;
  after: Whereabouts;
  /** Asks whoever publishes the facts for those behind a place that the stream no longer reaches. */
  askEarlier: (after: Position) => Promise<void>;
  /** When an instance has been silent for this long, another one goes on. At least 2 000. */
  silenceMs: number;
}

/** In NATS a place is only how far this server has come: where the two differ, what is known here counts. */
export class NatsDurable {
  /** The last fact handled here. */
  reached: Position = '';
  /** The sequence of the message that comes next, as far as this instance knows. */
  next = 0;
  private readonly name: string;
  /** When the consumer was made that this instance heard from last. */
  private made = '';
  /** When the stream was made that it is of. */
  private streamMade: string | undefined;

  constructor(private readonly stream: FactStream, private readonly options: PlacingOptions) {
    this.name = encodePart(options.consumer);
  }

  /**
   * Makes sure there is one. It is made anew from the place that is known here, unless `mayShare` and another instance is at work, or it stands where
   * this instance left it: to make one anew, a cluster that has just lost a server has to agree twice.
   */
  async place(mayShare: boolean): Promise<ConsumerInfo> {
    const { stream, stream: { server } } = this;
    for (let attempt = 1; ; attempt++) {
      try {
        const info = await this.find();
        if (info && mayShare && info.num_waiting > 0) return info;
        if (info && mayShare && this.isAsLeft(info)) {
          await this.letGo();
          return info;
        }
        await this.findPlace();
        if (info) await server.changing.consumers.delete(stream.name, this.name);
        const made = await server.changing.consumers.add(stream.name, consumerFrom(this.name, this.next, this.options.silenceMs));
        this.made = made.created;
        return made;
      } catch (error) {
        if (!hasCode(error, EXISTS_ALREADY) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** From now on this one is heard. */
  async goOnWith({ created }: ConsumerInfo): Promise<void> {
    // Made by somebody else, perhaps on a stream that was made anew and counts differently.
    if (created !== this.made) this.next = 0;
    this.made = created;
    this.streamMade = await this.stream.made();
  }

  /** An instance shows that it is there by asking again before the silence is too long. */
  pull(info: ConsumerInfo, callback: (message: JsMsg) => void): Promise<ConsumerMessages> {
    const { silenceMs } = this.options;
    return this.stream.server.asking.jetstream().consumers.getConsumerFromInfo(info).consume({
      max_messages: MOST_PULLED, threshold_messages: MOST_PULLED / 2, expires: Math.max(1_000, silenceMs / 2), idle_heartbeat: Math.max(500, silenceMs / 4),
      group: GROUP, abort_on_missing_resource: true, bind: true, callback,
    });
  }

  /** Everything up to there is handled. */
  landed(reached: Position, next: number): void {
    this.reached = reached;
    this.next = next;
  }

  /** Whether nothing is missing before this message though it is not the next: where limits take facts out of the stream, the server goes on with the first that is there. */
  async beginsWith(sequence: number): Promise<boolean> {
    return sequence === nextOf(await this.stream.server.asking.consumers.info(this.stream.name, this.name)) && (await this.stream.holds(this.reached));
  }

  /** Lets another instance go on at once; it would wait until the silence is long enough. */
  async letGo(): Promise<void> {
    await this.stream.server.asking.consumers.unpin(this.stream.name, this.name, GROUP);
  }

  /** Whether one that was deleted had to be made again here, on the same stream: another instance that makes it anew has done so by now, and a stream that is made anew takes its consumers along. */
  async isNobodysDoing({ created }: ConsumerInfo): Promise<boolean> {
    return created === this.made && (await this.stream.made()) === this.streamMade;
  }

  /** Finds the next message behind the place that is known here; rejects while the stream does not reach back to it. */
  private async findPlace(): Promise<void> {
    const { stream, options: { after, askEarlier } } = this;
    const known = typeof after === 'string' ? after : await after();
    if (known > this.reached) this.reached = known;
    await stream.ensure(this.reached);
    if (!(await stream.holds(this.reached))) await askEarlier(this.reached);
    if (!(await stream.holds(this.reached))) throw new Error(`${stream.source} publishes its facts anew from ${this.reached || 'the beginning'}`);
    this.next = await stream.firstAfter(this.reached);
  }

  /** What it gave to anybody since was handled here; acknowledgements may have been lost. */
  private isAsLeft(info: ConsumerInfo): boolean {
    return info.created === this.made && Math.max(nextOf(info), info.delivered.stream_seq + 1) <= this.next;
  }

  private async find(): Promise<ConsumerInfo | undefined> {
    try {
      return await this.stream.server.asking.consumers.info(this.stream.name, this.name);
    } catch (error) {
      if (hasCode(error, JetStreamApiCodes.ConsumerNotFound) || hasCode(error, JetStreamApiCodes.StreamNotFound)) return undefined;
      throw error;
    }
  }
}

/** One that several instances share, of which the server hands facts to one at a time; it begins at this sequence. */
const consumerFrom = (name: string, sequence: number, silenceMs: number) => ({
  durable_name: name, deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence,
  ack_policy: AckPolicy.All, ack_wait: nanos(silenceMs), max_ack_pending: MOST_IN_HAND,
  priority_policy: 'pinned_client' as const, priority_groups: [GROUP], priority_timeout: nanos(silenceMs),
});

const nextOf = ({ ack_floor, config }: ConsumerInfo): number => Math.max(ack_floor.stream_seq + 1, config.opt_start_seq ?? 0);

/** What a hearing ends with whose consumer was deleted. */
export const isDeleted = (error: unknown): boolean => error instanceof JetStreamError && error.message === 'consumer deleted';
