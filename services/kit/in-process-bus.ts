/** The bus inside one process: function calls, but every payload makes the JSON round trip it would make on a network. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import { NoAnswer, type Bus, type OnTrouble, type Subscription } from './bus.js';
import { covers } from './subject.js';

type Answerer = (payload: unknown) => Promise<unknown>;
type Hearer = (fact: AnyFact) => Promise<void>;
type Listener = { pattern: string[]; handler: (payload: unknown, subject: string) => void };

export interface InProcessBusOptions {
  onTrouble: OnTrouble;
}

/** Facts that may wait for one consumer before `publish` waits, too. */
const MOST_WAITING = 1_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

const pack = (value: unknown): string => JSON.stringify(value) ?? '';
const unpack = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** Begin the consumers of a source before anybody publishes it: facts that have passed are not kept. */
export function openInProcessBus({ onTrouble }: InProcessBusOptions): Bus {
  return new InProcessBus(onTrouble);
}

/** The waiting facts of one consumer, handled one after another by its instances in turn. */
class Queue {
  private facts: string[] = [];
  private next = 0;
  private readonly hearers: Hearer[] = [];
  private inHand: { hearer: Hearer; done: Promise<void> } | undefined;
  private working = false;
  private readonly stopping = new AbortController();
  private space: { made: Promise<void>; make: () => void } | undefined;

  /** @param served the position of the last fact that was queued; earlier ones are repeats */
  constructor(public served: Position) {}

  get abandoned(): boolean {
    return this.hearers.length === 0;
  }

  add(fact: AnyFact, text: string): void {
    if (fact.position <= this.served) return;
    this.served = fact.position;
    this.facts.push(text);
    if (!this.working) void this.work();
  }

  /** Resolves at once, or when a full queue has shrunk to half. */
  room(): Promise<void> | undefined {
    if (this.facts.length - this.next < MOST_WAITING || this.abandoned) return undefined;
    if (!this.space) {
      let make = (): void => {};
      this.space = { made: new Promise<void>((made) => (make = made)), make };
    }
    return this.space.made;
  }

  join(hearer: Hearer): void {
    this.hearers.push(hearer);
  }

  /** Resolves when this instance has no fact in hand. Without instances the waiting facts are let go: their consumer has not noted them. */
  async leave(hearer: Hearer): Promise<void> {
    this.hearers.splice(this.hearers.indexOf(hearer), 1);
    if (this.abandoned) {
      this.stopping.abort();
      this.makeSpace();
    }
    if (this.inHand?.hearer === hearer) await this.inHand.done.catch(() => undefined);
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let failures = 0; this.next < this.facts.length; ) {
      const hearer = this.hearers.shift();
      if (!hearer) break;
      this.hearers.push(hearer);
      try {
        this.inHand = { hearer, done: hearer(JSON.parse(this.facts[this.next] as string) as AnyFact) };
        await this.inHand.done;
        failures = 0;
        this.forget();
      } catch {
        // Whoever consumes reports its own failures; here they only mean 'again, later'.
        await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    this.working = false;
  }

  private forget(): void {
    this.next += 1;
    if (this.next < MOST_WAITING / 2 && this.next < this.facts.length) return;
    this.facts = this.facts.slice(this.next);
    this.next = 0;
    this.makeSpace();
  }

  private makeSpace(): void {
    this.space?.make();
    this.space = undefined;
  }
}

class InProcessBus implements Bus {
  private readonly answerers = new Map<string, Answerer[]>();
  private readonly listeners = new Set<Listener>();
  /** By source, then by consumer. */
  private readonly queues = new Map<string, Map<string, Queue>>();
  private readonly lastPublished = new Map<string, Position>();
  private readonly publishing = new Map<string, Promise<void>>();
  private readonly answering = new Set<Promise<void>>();
  private readonly subscriptions = new Set<Subscription>();
  private closed = false;

  constructor(private readonly onTrouble: OnTrouble) {}

  ask(subject: string, payload: unknown, timeoutMs = 10_000): Promise<unknown> {
    const answerers = this.answerers.get(subject);
    const answerer = answerers?.shift();
    if (!answerers || !answerer || this.closed) return Promise.reject(new NoAnswer(subject));
    answerers.push(answerer);
    return new Promise((answered, rejected) => {
      const timer = setTimeout(() => rejected(new NoAnswer(subject)), timeoutMs);
      const answering = answerer(unpack(pack(payload)))
        .then((answer) => {
          answered(unpack(pack(answer)));
          clearTimeout(timer);
        })
        .catch((error: unknown) => this.onTrouble(subject, error))
        .finally(() => this.answering.delete(answering));
      this.answering.add(answering);
    });
  }

  async answer(subject: string, handler: Answerer): Promise<Subscription> {
    const answerers = this.answerers.get(subject) ?? [];
    // Wrapped, so that the same handler may answer twice, and a handler that throws before its first await counts as one that rejects.
    const answerer: Answerer = async (payload) => handler(payload);
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
      const text = pack(fact);
      for (const queue of this.queues.get(source)?.values() ?? []) {
        await queue.room();
        queue.add(fact, text);
      }
      if (fact.position > (this.lastPublished.get(source) ?? '')) this.lastPublished.set(source, fact.position);
    }
  }

  async published(source: string): Promise<Position> {
    const served = [...(this.queues.get(source)?.values() ?? [])].map((queue) => queue.served);
    return served.reduce((least, position) => (position < least ? position : least), served[0] ?? '');
  }

  async consume(consumer: string, source: string, after: Position, handler: Hearer): Promise<Subscription> {
    const queues = this.queues.get(source) ?? new Map<string, Queue>();
    this.queues.set(source, queues);
    const last = this.lastPublished.get(source) ?? '';
    if (!queues.has(consumer) && after < last) throw new Error(`${consumer} would miss the facts of ${source} up to ${last}: consume before publishing`);
    const queue = queues.get(consumer) ?? new Queue(after);
    queues.set(consumer, queue);
    const hearer: Hearer = async (fact) => (fact.position > after ? handler(fact) : undefined);
    queue.join(hearer);
    const leave = async (): Promise<void> => {
      const leaving = queue.leave(hearer);
      if (queue.abandoned) queues.delete(consumer);
      await leaving;
    };
    return this.once(leave);
  }

  tell(subject: string, payload: unknown): void {
    const parts = subject.split('.');
    const text = pack(payload);
    for (const listener of this.listeners) {
      if (covers(listener.pattern, parts)) queueMicrotask(() => this.hear(listener, text, subject));
    }
  }

  async listen(subject: string, handler: Listener['handler']): Promise<Subscription> {
    const listener = { pattern: subject.split('.'), handler };
    this.listeners.add(listener);
    return this.once(async () => void this.listeners.delete(listener));
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

  private hear(listener: Listener, text: string, subject: string): void {
    if (!this.listeners.has(listener)) return;
    try {
      listener.handler(unpack(text), subject);
    } catch (error) {
      this.onTrouble(subject, error);
    }
  }
}
