/** For tests: what somebody with the rights of an operator can do to JetStream under a running product. */
import { DiscardPolicy, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

export interface NatsOperator {
  /** `consumer` hears nothing of `source` until {@link resume}. */
  pause(source: string, consumer: string): Promise<void>;
  resume(source: string, consumer: string): Promise<void>;
  /** Takes the consumer away under who hears. */
  remove(source: string, consumer: string): Promise<void>;
  /** Of the facts of `source` the newest are kept only; where `refusing`, what is new is refused instead. Without `most` as before. */
  limit(source: string, most?: number, refusing?: boolean): Promise<void>;
  /** The newest facts of `source`, `most` at most, come once more, last first. Answers how many. */
  sendAgainReversed(source: string, most: number): Promise<number>;
  /** Whether every server of the cluster holds every fact. */
  isWhole(): Promise<boolean>;
  close(): Promise<void>;
}

const LONG_MS = 600_000;

/** `url` with user and password; of several servers the first is asked. */
export async function natsOperator(url: string): Promise<NatsOperator> {
  const { host, username, password } = new URL(url.split(',')[0] as string);
  const connection = await connect({ servers: host, user: username, pass: password });
  const client = jetstream(connection);
  const manager = await client.jetstreamManager();
  return {
    pause: async (source, consumer) => void (await manager.consumers.pause(`FACTS_${source}`, consumer, new Date(Date.now() + LONG_MS))),
    resume: async (source, consumer) => void (await manager.consumers.resume(`FACTS_${source}`, consumer)),
    remove: async (source, consumer) => void (await manager.consumers.delete(`FACTS_${source}`, consumer)),
    limit: async (source, most = -1, refusing = false) => void (await manager.streams.update(`FACTS_${source}`, { max_msgs: most, discard: refusing ? DiscardPolicy.New : DiscardPolicy.Old })),
    async sendAgainReversed(source, most) {
      const { state } = await manager.streams.info(`FACTS_${source}`);
      const sequences = Array.from({ length: Math.min(most, state.messages) }, (_, n) => state.last_seq - n);
      const messages = await Promise.all(sequences.map((seq) => manager.streams.getMessage(`FACTS_${source}`, { seq })));
      const sent = await Promise.all(messages.map((message) => message && client.publish(message.subject, message.data)));
      return sent.length;
    },
    async isWhole() {
      for await (const { cluster } of manager.streams.list()) if (!cluster?.leader || !cluster.replicas?.every(({ current }) => current)) return false;
      return true;
    },
    close: () => connection.close(),
  };
}
