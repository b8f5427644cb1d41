/**
 * The facts of one service in JetStream: a stream of its own in which every fact stands once, in the order of the log and without a gap. It begins
 * behind a stated place of the log, so a stream that was lost is not filled with what everybody has heard.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiCodes, JetStreamApiError, type JetStreamClient, type JetStreamManager, type StoredMsg, type StreamInfo } from '@nats-io/jetstream';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { FactsLost } from '../bus.js';
import { encodePart } from '../subject.js';

/** The last message of a stream: where the next one goes, and which fact it carries ('' for none). */
interface End {
  sequence: number;
  position: Position;
}

const IN_FLIGHT = 256;
/** Publishers of the same facts overtake each other; each time the end is looked up anew. */
const ATTEMPTS = 5;
/** The server's code for a stream that another publisher has made meanwhile, beginning elsewhere; its client has no name for it. */
const NAME_IN_USE = 10058;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** The same server twice: who asks hears soon that nobody answers and asks again; what changes something is given its time. */
export interface JetStreamServer {
  asking: JetStreamManager;
  changing: JetStreamManager;
}

/** Where the stream begins, among what is noted with it. */
const AFTER = 'after';
/** Each stream made under a name counts from a number of its own, so whoever knows only where the one before ended is refused. */
const firstSequence = (): number => randomInt(1, 2 ** 47);

/** The server dropped a fact because it had its id before, elsewhere in the stream. */
class Remembered extends Error {}

export class FactStream {
  readonly name: string;
  private readonly subject: string;
  private readonly client: JetStreamClient;
  /** Where the stream ends as far as this process knows; undefined when it has to look. */
  private end: End | undefined;
  /** Everything up to here was in the stream once. */
  private published: Position = '';
  /** The server knows facts by their ids from before somebody spoilt the end of the stream; they are then known by their place as well. */
  private isRemembered = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(readonly server: JetStreamServer, readonly source: string, private readonly replicas: number) {
    this.name = `FACTS_${encodePart(source)}`;
    this.subject = `fact.${encodePart(source)}`;
    this.client = server.changing.jetstream();
  }

  /** Makes the stream if it is not there, for what comes behind `after`. One that is there is left as it is: its limits and copies are the operator's to choose. */
  async ensure(after: Position): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !(await this.info()); pauseMs *= 2) {
      try {
        await this.server.changing.streams.add({
          name: this.name, subjects: [`${this.subject}.>`], num_replicas: this.replicas, metadata: { [AFTER]: after }, first_seq: firstSequence(),
          // A stream that could be emptied in place would look as if it held everything: to wipe it, delete it.
          deny_purge: true, deny_delete: true,
        });
        return;
      } catch (error) {
        if (!hasCode(error, NAME_IN_USE) || pauseMs > LONGEST_PAUSE_MS) throw error;
      }
      // Somebody else makes it; in a cluster its name is taken before it is there.
      await pause(pauseMs);
    }
  }

  /** When the stream was made that is there now; one that was made anew is another one. */
  made = async (): Promise<string | undefined> => (await this.info())?.created;

  private async info(): Promise<StreamInfo | undefined> {
    try {
      return await this.server.asking.streams.info(this.name);
    } catch (error) {
      if (hasCode(error, JetStreamApiCodes.StreamNotFound)) return undefined;
      throw error;
    }
  }

  /** The position of the last fact the stream holds, of a new one `head`; from now on only what follows it is published. */
  held(head: Position): Promise<Position> {
    return this.inTurn(async () => {
      this.end = await this.look(head);
      this.published = this.end.position;
      return this.end.position;
    });
  }

  /** Makes the stream anew for what comes behind `after`, unless it holds all of that. */
  beginEarlier(after: Position): Promise<void> {
    return this.inTurn(async () => {
      const info = await this.info();
      if (info && (await this.holds(after))) return;
      this.end = undefined;
      if (info) await this.server.changing.streams.delete(this.name);
      await this.ensure(after);
    });
  }

  /** Deletes the stream when the last fact in it is none that `isOurs`; resolves with whether it did. */
  disown(isOurs: (fact: AnyFact) => Promise<boolean>): Promise<boolean> {
    return this.inTurn(async () => {
      if (!(await this.info())) return false;
      const last = await this.last();
      if (!last || (await isOurs(last.json<AnyFact>()))) return false;
      [this.end, this.published] = [undefined, ''];
      await this.server.changing.streams.delete(this.name);
      return true;
    });
  }

  /** Whether everything behind `after` is in the stream, or still to come. */
  async holds(after: Position): Promise<boolean> {
    const { state, config } = await this.server.asking.streams.info(this.name);
    if (state.first_seq <= (config.first_seq ?? 1)) return (config.metadata?.[AFTER] ?? '') <= after;
    // Its oldest facts went by a limit that an operator gave it.
    const first = state.messages === 0 ? undefined : await this.server.asking.streams.getMessage(this.name, { seq: state.first_seq });
    return first !== undefined && first !== null && first.json<AnyFact>().position <= after;
  }

  publish(facts: readonly AnyFact[]): Promise<void> {
    return this.inTurn(async () => {
      for (let attempt = 1; ; attempt++) {
        this.end ??= await this.look(this.published);
        if (this.end.position < this.published) {
          const { position } = this.end;
          this.end = undefined;
          throw new FactsLost(this.source, position, this.published);
        }
        try {
          return await this.append(facts, this.end);
        } catch (error) {
          this.end = undefined;
          this.isRemembered = error instanceof Remembered;
          const overtaken = this.isRemembered || hasCode(error, JetStreamApiCodes.StreamWrongLastSequence);
          if (!overtaken || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  /** The sequence of the first message after `position`, or of the next one to come. */
  async firstAfter(position: Position): Promise<number> {
    const { state } = await this.server.asking.streams.info(this.name);
    let to = state.last_seq + 1;
    let from = state.messages === 0 ? to : state.first_seq;
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const message = await this.server.asking.streams.getMessage(this.name, { seq: middle });
      if (!message || message.json<AnyFact>().position <= position) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /**
   * Each message names the sequence it expects before it, so when one is refused, lost, or overtaken by another publisher of the same facts,
   * those sent behind it are refused as well.
   */
  private async append(facts: readonly AnyFact[], { sequence, position }: End): Promise<void> {
    const fresh = facts.filter((fact) => fact.position > position);
    for (let from = 0; from < fresh.length; from += IN_FLIGHT) {
      const batch = fresh.slice(from, from + IN_FLIGHT);
      const sent = await Promise.allSettled(batch.map((fact, n) => this.send(fact, sequence + from + n)));
      const failed = sent.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      this.published = (batch.at(-1) as AnyFact).position;
      this.end = { sequence: sequence + from + batch.length, position: this.published };
    }
  }

  /** The message's id is the fact's; the sequence is what keeps the order, also after the server has forgotten the id. */
  private async send(fact: AnyFact, lastSequence: number): Promise<void> {
    const place = lastSequence + 1;
    const { seq } = await this.client.publish(`${this.subject}.${encodePart(fact.type)}`, JSON.stringify(fact), { msgID: this.isRemembered ? `${fact.id}@${place}` : fact.id, expect: { lastSequence } });
    if (seq !== place) throw new Remembered(`${this.source}: the fact ${fact.id} is in the stream already, at ${seq} instead of ${place}`);
  }

  /** @param head where a new stream begins, and where one ends whose facts have all gone by a limit */
  private async look(head: Position): Promise<End> {
    await this.ensure(head);
    const { state, config } = await this.server.asking.streams.info(this.name);
    const last = await this.last();
    // Both of one message: another publisher may add some between the two questions, and a place that does not fit its fact would leave a hole.
    if (last) return { sequence: last.seq, position: last.json<AnyFact>().position };
    const isNew = state.first_seq <= (config.first_seq ?? 1);
    return { sequence: state.last_seq, position: isNew ? (config.metadata?.[AFTER] ?? '') : head };
  }

  private last = (): Promise<StoredMsg | null> => this.server.asking.streams.getMessage(this.name, { last_by_subj: `${this.subject}.>` });

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

export const hasCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;
