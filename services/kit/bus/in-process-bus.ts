/** The bus inside one process: function calls, but nobody gets what would not come through a network, and nobody can change what others get. */
import { setMaxListeners } from 'node:events';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { NoAnswer, type Bus, type Hearer, type HearingRules, type OnTrouble, type Subscription, type Whereabouts } from './bus.js';
import { Queue, type Instance } from './in-process-queue.js';
import { Patience } from './patience.js';
import { copyOf } from '../copy.js';
import { seal } from '../seal.js';
import { covers } from './subject.js';

type Answerer = (payload: unknown) => Promise<unknown>;
type Listener = { pattern: readonly string[]; handler: (payload: unknown, subject: string) => void };

export interface InProcessBusOptions {
  onTrouble: OnTrouble;
}

/** A payload as it comes out of a network, for several to read. What is sealed already came out of JSON, and needs no copy. */
function carried(payload: unknown): unknown {
  if (typeof payload !== 'object') return copyOf(payload);
  return Object.isFrozen(payload) ? payload : seal(copyOf(payload));
}

const isExact = (pattern: readonly string[]): boolean => !pattern.includes('*') && pattern.at(-1) !== '>';

/** Begin the consumers of a source before anybody publishes it: facts that have passed are not kept. */
export function openInProcessBus({ onTrouble }: InProcessBusOptions): Bus {
  return new InProcessBus(onTrouble);
}

class InProcessBus implements Bus {
  private readonly answerers = new Map<string, Answerer[]>();
  /** Those who listen to one subject, by that subject, and those who listen to many. */
  private readonly exact = new Map<string, Set<Listener>>();
  private readonly wild = new Set<Listener>();
  /** By source, then by consumer. */
  private readonly queues = new Map<string, Map<string, Queue>>();
  private readonly lastPublished = new Map<string, Position>();
  private readonly publishing = new Map<string, Promise<void>>();
  private readonly answering = new Set<Promise<void>>();
  private readonly patience = new Patience();
  private readonly subscriptions = new Set<Subscription>();
  private closed = false;

  constructor(private readonly onTrouble: OnTrouble) {}

  ask(subject: string, payload: unknown, timeoutMs = 10_000): Promise<unknown> {
    const answerers = this.answerers.get(subject);
    const answerer = answerers?.shift();
    if (!answerers || !answerer || this.closed) return Promise.reject(new NoAnswer(subject));
    answerers.push(answerer);
    return new Promise((answered, rejected) => {
      const asked = copyOf(payload);
      const giveUp = (): void => rejected(new NoAnswer(subject));
      this.patience.begin(giveUp, timeoutMs);
      const handOver = async (): Promise<void> => {
        try {
          answered(copyOf(await answerer(asked)));
          this.patience.callOff(giveUp);
        } catch (error) {
          this.onTrouble(subject, error);
        } finally {
          this.answering.delete(answering);
        }
      };
      const answering = handOver();
      this.answering.add(answering);
    });
  }

  async answer(subject: string, handler: Answerer): Promise<Subscription> {
    const answerers = this.answerers.get(subject) ?? [];
    const answerer: Answerer = (payload) => handler(payload); // wrapped, so that the same handler may answer twice
    answerers.push(answerer);
    this.answerers.set(subject, answerers);
    return this.once(async () => void answerers.splice(answerers.indexOf(answerer), 1));
  }

  publish(source: string, facts: readonly AnyFact[]): Promise<void> {
    const published = (this.publishing.get(source) ?? Promise.resolve()).then(() => this.handOut(source, facts));
    this.publishing.set(source, published.catch(() => undefined));
    return published;
  }

  private async handOut(source: string, facts: readonly AnyFact[]): Promise<void> {
    for (const fact of facts) {
      let copy: AnyFact | undefined;
      for (const queue of this.queues.get(source)?.values() ?? []) {
        const room = queue.room();
        if (room) await room;
        queue.add((copy ??= carried(fact) as AnyFact));
      }
      if (fact.position > (this.lastPublished.get(source) ?? '')) this.lastPublished.set(source, fact.position);
    }
  }

  async published(source: string): Promise<Position> {
    const served = [...(this.queues.get(source)?.values() ?? [])].map((queue) => queue.served);
    return served.reduce((least, position) => (position < least ? position : least), served[0] ?? '');
  }

  /** Nothing is kept here, and nobody misses anything: those who would are refused by {@link consume}. */
  async beginEarlier(): Promise<void> {}

  async disown(): Promise<boolean> {
    return false;
  }

  async consume(consumer: string, source: string, whereabouts: Whereabouts, handler: Hearer, rules: HearingRules = {}): Promise<Subscription> {
    const after = typeof whereabouts === 'string' ? whereabouts : await whereabouts();
    const queues = this.queues.get(source) ?? new Map<string, Queue>();
    this.queues.set(source, queues);
    const last = this.lastPublished.get(source) ?? '';
    if (!queues.has(consumer) && after < last) throw new Error(`${consumer} would miss the facts of ${source} up to ${last}: consume before publishing`);
    const queue = queues.get(consumer) ?? new Queue(after, rules);
    queues.set(consumer, queue);
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal); // each fact that waits to be tried again is one
    const instance: Instance = async (facts) => {
      const wanted = facts.filter((fact) => fact.position > after);
      if (wanted.length > 0) await handler(wanted, stopping.signal);
    };
    queue.join(instance);
    const leave = async (): Promise<void> => {
      stopping.abort();
      const leaving = queue.leave(instance);
      if (queue.abandoned) queues.delete(consumer);
      await leaving;
    };
    return this.once(leave);
  }

  tell(subject: string, payload: unknown): void {
    const parts = subject.split('.');
    const listeners = [...(this.exact.get(subject) ?? []), ...[...this.wild].filter(({ pattern }) => covers(pattern, parts))];
    if (listeners.length === 0) return;
    const copy = carried(payload);
    for (const listener of listeners) queueMicrotask(() => this.hear(listener, copy, subject));
  }

  async listen(subject: string, handler: Listener['handler']): Promise<Subscription> {
    const pattern = subject.split('.');
    const listener = { pattern, handler };
    const listeners = isExact(pattern) ? (this.exact.get(subject) ?? new Set<Listener>()) : this.wild;
    if (isExact(pattern)) this.exact.set(subject, listeners);
    listeners.add(listener);
    return this.once(async () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.exact.get(subject) === listeners) this.exact.delete(subject);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await Promise.all(this.answering);
  }

  private once(stop: () => Promise<void>): Subscription {
    let stopped: Promise<void> | undefined;
    const subscription = {
      stop: () => {
        this.subscriptions.delete(subscription);
        return (stopped ??= stop());
      },
    };
    this.subscriptions.add(subscription);
    return subscription;
  }

  private hear(listener: Listener, payload: unknown, subject: string): void {
    if (!(this.exact.get(subject)?.has(listener) || this.wild.has(listener))) return;
    try {
      listener.handler(payload, subject);
    } catch (error) {
      this.onTrouble(subject, error);
    }
  }
}
