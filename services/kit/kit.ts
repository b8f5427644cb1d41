/** The kit: everything a service is built with, in one object, made once per process from the settings. */
import type { Logger } from 'pino';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { actorOf, type About } from './about.js';
import type { DeadLetters, Replayed } from './aside/dead-letters.js';
import { askVia, type Ask, type Asked } from './bus/ask.js';
import { askLately, askLatelyOfEach, type AskOfEach } from './bus/lately.js';
import { tellUnanswered } from './bus/unanswered.js';
import type { Bus } from './bus/bus.js';
import { runDeadlines } from './commands/deadlines.js';
import type { Decider } from './commands/decider.js';
import type { Following } from './events/event-store.js';
import { inParts } from './events/in-parts.js';
import { Handler, type Cause } from './commands/handle.js';
import type { Metrics } from './metrics.js';
import { backUp, type BackedUp } from './moving/backup.js';
import { Completion } from './views/completion.js';
import { known } from './views/known.js';
import { Past } from './views/past.js';
import { Views } from './views/project.js';
import type { Reader } from './views/reader.js';
import { Hearings } from './commands/hearings.js';
import type { Parts } from './parts.js';
import { disownOthers, relay } from './bus/relay.js';
import type { Service } from './service.js';
import type { Settings } from './settings.js';
import { Snapshots } from './commands/snapshots.js';
import type { Chance, Clock } from './time.js';

/** As long as a start waits for views where nobody else could answer meanwhile. */
const PATIENCE_SECONDS = 0.5;

export class Kit {
  readonly settings: Settings;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly views: Views;
  private readonly past: Past;
  private readonly snapshots: Snapshots;
  readonly ask: Ask;
  /** As `ask`; while who is asked is away, with what was answered in the five minutes before. */
  readonly askLately: Ask;
  /** The same about many at once. */
  readonly askLatelyOfEach: AskOfEach;
  readonly handle: Handler['handle'];
  readonly look: Handler['look'];
  readonly hasHandled: Handler['hasHandled'];
  private readonly services: Service[] = [];
  private readonly hearings: Hearings;
  private readonly endings: (() => Promise<void>)[] = [];
  private readonly relays: { service: string; following: Following }[] = [];
  private readonly completion: Completion;
  private readonly isKnown: (fact: AnyFact) => boolean;
  private ending = false;
  /** After {@link begin}: resolves when every view has caught up with what was in the log at the start, and all work has begun. */
  complete: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Parts) {
    ({ settings: this.settings, bus: this.bus, clock: this.clock, chance: this.chance, log: this.log, metrics: this.metrics } = parts);
    this.snapshots = new Snapshots(parts.rows, parts.events, (stream, error) => parts.log.warn({ stream, err: error }, 'no snapshot kept'));
    const handler = new Handler(parts.events, parts.clock, this.snapshots);
    this.handle = handler.handle.bind(handler);
    this.look = handler.look.bind(handler);
    this.hasHandled = handler.hasHandled.bind(handler);
    const unanswered = tellUnanswered(parts.log, parts.clock);
    this.ask = askVia(parts.bus, (subject) => this.ending || unanswered(subject));
    this.askLately = askLately(this.ask, parts.clock);
    this.askLatelyOfEach = askLatelyOfEach(this.ask, parts.clock);
    this.past = new Past(parts.events, parts.clock, (collection) => this.views.projection(collection));
    this.isKnown = known(parts.log);
    this.hearings = new Hearings(parts, handler, { isKnown: this.isKnown, onTrouble: (where, error) => this.surprise(where, error) });
    this.views = new Views(parts.events, parts.rows, (collection, row) => parts.bus.tell(`view.${collection}.${row.account}.${row.id}`, row.view ?? null), {
      isKnown: this.isKnown, onTrouble: (view, error) => this.surprise(`view ${view}`, error), clock: parts.clock,
    });
    this.completion = new Completion(this.views, (view) => this.metrics.viewReached.set({ view }, 1));
  }

  /** The views as they are, or as they were at the moment that is asked about. */
  viewsFor = ({ asOf }: Asked): Reader => (asOf === undefined ? this.views : this.past.at(asOf));

  /** Now, or the moment that is asked about; ISO. */
  momentOf = ({ asOf }: Asked): string => asOf ?? this.clock.now().toISOString();

  /** The facts of one stream as they lie in the log, for those who show what happened, without those that only a newer version knows; a stream of another organization looks like one that is not there. */
  async history<C, F extends { type: string; data: unknown }, S>({ category }: Decider<C, F, S>, id: string, account: string): Promise<Stored<F>[]> {
    const all: AnyFact[] = [];
    for await (const facts of inParts(this.parts.events, `${category}-${id}`)) for (const fact of facts) if (fact.meta.account === account && this.isKnown(fact)) all.push(fact);
    return all as unknown as Stored<F>[];
  }

  /** Whether nothing was ever written to this log. */
  hasNoFacts = async (): Promise<boolean> => (await this.parts.events.head()) === '';

  /** Called by a service's module while it is built; the work begins in {@link prepare} and {@link begin}. */
  add(service: Service): void {
    this.services.push(service);
  }

  /** Begins to fill the views and takes up the hearing of facts; nothing is published yet, so no fact can pass a consumer by. */
  async prepare(): Promise<void> {
    await this.snapshots.prepare();
    for (const service of this.services) await this.completion.fill(service);
    const { BUS_URL, VIEWS_PATIENCE_SECONDS = BUS_URL.startsWith('in-process:') ? PATIENCE_SECONDS : Infinity } = this.settings;
    await this.completion.patiently(VIEWS_PATIENCE_SECONDS);
    for (const { name, categories } of this.services) if (categories.length > 0) await this.disown(name);
    for (const service of this.services) {
      for (const reaction of service.reactions ?? []) await this.hearings.begin(service.name, reaction);
    }
    this.views.tell();
  }

  private async disown(service: string): Promise<void> {
    const isDone = await disownOthers(service, this.parts.events, this.bus, (error) => this.surprise(`${service} publishing`, error));
    if (isDone) this.log.warn({ of: service }, 'the bus held facts of another log, as after a restore: they are dropped, and who has yet to hear something is told from this log');
  }

  /** Whether every view has caught up with what was in the log at the start. */
  get isComplete(): boolean {
    return this.completion.isComplete;
  }

  /** What was set aside, by who could not act on it. */
  deadLetters = (): DeadLetters[] => this.hearings.letters();

  /** Has everything that was set aside for one hearing acted upon again, in order; undefined when nothing is heard here under this name. */
  replay = (name: string): Promise<Replayed | undefined> => this.hearings.replay(name);

  /** Starts what needs everybody to answer: further work, publishing, deadlines; of services whose views are not complete only the publishing. */
  async begin(): Promise<void> {
    const late = this.services.filter((service) => this.completion.of(service));
    const inTime = this.services.filter((service) => !late.includes(service));
    for (const service of inTime) await this.beginWork(service);
    for (const service of this.services) if (service.categories.length > 0) await this.publish(service);
    for (const service of inTime) this.beginDeadlines(service);
    this.complete = Promise.all(late.map((service) => this.beginLate(service))).then(() => undefined);
  }

  private async beginLate(service: Service): Promise<void> {
    this.log.warn({ of: service.name }, 'views are made anew from a long log; who asks for them is told to come back');
    await this.completion.of(service);
    this.log.info({ of: service.name }, 'views are complete');
    for (const { collection } of service.projections ?? []) this.bus.tell(`complete.${collection}`, null); // who was told to come back looks again
    if (!this.ending) await this.beginWork(service);
    if (!this.ending) this.beginDeadlines(service);
  }

  private async beginWork(service: Service): Promise<void> {
    const end = await service.begin?.();
    if (end && this.ending) await end();
    else if (end) this.endings.push(end);
  }

  private beginDeadlines({ name, deadlines }: Service): void {
    if (deadlines) this.endings.push(runDeadlines(deadlines, this.views, this.clock, (error, due) => this.surprise(`${name} deadline`, error, { due })));
  }

  private async publish({ name, categories }: Service): Promise<void> {
    const relaying = await relay(name, categories, this.parts.events, this.bus, (error) => this.surprise(`${name} publishing`, error));
    this.relays.push({ service: name, following: relaying });
    this.metrics.relayReached.set({ service: name }, 0);
    void relaying.live.then(() => this.metrics.relayReached.set({ service: name }, 1));
  }

  /** How many facts of the log each service has not published yet. */
  relaysBehind = (): Promise<{ service: string; facts: number }[]> => Promise.all(this.relays.map(async ({ service, following }) => ({ service, facts: await following.behind() })));

  /** A stream as it lies in the log, whoever it belongs to: for operators of the process only. */
  stream = (name: string): Promise<AnyFact[]> => this.parts.events.read(name);

  /** Compares the log with its chain; resolves with the number of facts. */
  verify = (): Promise<number> => this.parts.events.verify();

  backUp = (folder: string): Promise<BackedUp> => backUp({ store: this.parts.events, bookmarks: this.parts.bookmarks }, this.settings, folder, this.clock);

  /** Drains: no new work, what is under way ends (it may wait for a view, so those go on until then), then the stores close. */
  async end(): Promise<void> {
    this.ending = true;
    await Promise.all(this.endings.map((end) => end()));
    await this.hearings.stop();
    await Promise.all(this.relays.map(({ following }) => following.stop()));
    await this.bus.close();
    await this.views.stop();
    await Promise.all(this.services.map((service) => service.close?.()));
    await this.parts.rows.close();
    await this.parts.events.close();
  }

  /** Counts and logs an error nobody expected, and whose it was; answers the id to quote. */
  surprise(where: string, error: unknown, about: About = {}): string {
    const id = this.chance.uuid().slice(0, 8);
    this.metrics.surprises.inc({ where });
    this.log.error({ id, where, ...about, err: error }, 'surprise');
    return id;
  }

  /** How a service asks another because of a fact it heard. */
  because(fact: AnyFact, who: string): Asked {
    return { caller: { kind: 'service', name: who }, commandId: `${who}:${fact.id}`, correlationId: fact.meta.correlationId };
  }

  /** Loses and finds again: drops every view and makes it anew from the log. */
  async rebuildAll(): Promise<void> {
    for (const collection of this.views.collections()) await this.views.rebuild(collection);
  }
}

/** The cause of a command somebody asked for. */
export const causeOf = (asked: Asked, account: string): Cause => ({ commandId: asked.commandId, account, actor: actorOf(asked.caller), correlationId: asked.correlationId });
