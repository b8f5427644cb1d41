/** What the services of a process hear: each reaction from its bookmark on, watched, and with what it cannot act on set aside. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { aboutFact } from '../about.js';
import { DeadLetters, type Replayed } from '../aside/dead-letters.js';
import type { Subscription } from '../bus/bus.js';
import type { Parts } from '../parts.js';
import { traced } from '../tracing/tracing.js';
import { seldom } from '../turns/seldom.js';
import type { Handler } from './handle.js';
import { asConcerned, react, type Reaction } from './react.js';

interface HearingsOptions {
  /** Whether this version knows the fact's type. */
  isKnown(fact: Pick<AnyFact, 'type' | 'stream'>): boolean;
  /** Told of an error nobody expected. */
  onTrouble(where: string, error: unknown): void;
}

export class Hearings {
  private readonly heard = new Map<string, { letters: DeadLetters; reaction: Reaction }>();
  private readonly subscriptions: Subscription[] = [];
  private readonly tries: (() => Promise<void>)[] = [];

  constructor(private readonly parts: Parts, private readonly handler: Pick<Handler, 'handle' | 'look'>, private readonly options: HearingsOptions) {}

  /** Takes up where the consumer has heard up to, and from time to time again what it could not act on. */
  async begin(consumer: string, its: Reaction): Promise<void> {
    const { events, bookmarks, bus, clock, settings, metrics, log } = this.parts;
    const { isKnown, onTrouble } = this.options;
    const reaction = this.watched(consumer, its);
    const letters = new DeadLetters(events, this.handler, clock, {
      consumer, source: reaction.source, patienceMs: settings.SET_ASIDE_AFTER_SECONDS * 1000,
      isKnown,
      counted: (count, forNewer) => {
        metrics.deadLetters.set({ consumer: letters.name }, count);
        metrics.factsForNewer.set({ consumer: letters.name }, forNewer);
      },
      noted: (fact, error) => log.error({ consumer: letters.name, ...aboutFact(fact), err: error }, 'fact set aside: it fails'),
      leftBehind: (left) => log.warn({ consumer: letters.name, facts: left.length, first: left[0]?.factId, type: left[0]?.type }, 'facts that only a newer version knows wait for it, and what follows them goes on without'),
    });
    await letters.begin();
    this.heard.set(letters.name, { letters, reaction });
    this.subscriptions.push(await react(consumer, reaction, bus, bookmarks, letters));
    this.tries.push(letters.retry(asConcerned(reaction), (error) => onTrouble(`${letters.name} set aside`, error)));
  }

  /** What was set aside, by who could not act on it. */
  letters = (): DeadLetters[] => [...this.heard.values()].map(({ letters }) => letters);

  /** Has everything that was set aside for one hearing acted upon again, in order; undefined when nothing is heard here under this name. */
  async replay(name: string): Promise<Replayed | undefined> {
    const found = this.heard.get(name);
    return found?.letters.replay(asConcerned(found.reaction));
  }

  /** Resolves when what was under way has ended. */
  async stop(): Promise<void> {
    await Promise.all(this.tries.map((end) => end()));
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
  }

  /** While somebody is away a thousand facts are tried again each second: told for one of them. */
  private watched(consumer: string, reaction: Reaction): Reaction {
    const { clock, log, metrics } = this.parts;
    const tell = seldom<{ fact: AnyFact; error: unknown }>(clock, ({ fact, error }, times) => log.warn({ consumer, ...aboutFact(fact), err: error, times }, 'reactions failed, will be repeated'));
    return {
      source: reaction.source,
      concerns: (fact) => reaction.concerns?.(fact) ?? true,
      laneOf: (fact) => reaction.laneOf?.(fact) ?? fact.stream,
      on: async (fact) => {
        try {
          await traced(`react ${consumer}`, { correlationId: fact.meta.correlationId, apart: true, attributes: { 'larder.fact': fact.type, 'larder.stream': fact.stream } }, () => reaction.on(fact));
        } catch (error) {
          metrics.reactionFailures.inc({ consumer });
          tell({ fact, error });
          throw error;
        }
      },
    };
  }
}
