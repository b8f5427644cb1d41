/** One generation of a view's rows, filled from the log, and how far it has come. */
import type { AnyFact, Position, Stored } from '@larder/contracts/fact.js';
import { Ahead } from './ahead.js';
import type { EventStore, Following } from '../events/event-store.js';
import type { AnyProjection } from './projection.js';
import { isOf, readCheckpoint, toCheckpoint, type Reached, type Witness } from './reached.js';
import type { ReadStore, Row } from '../rows/read-store.js';
import { openSpans, type Spans } from '../tracing/tracing.js';

const MOST_AT_ONCE = 5_000;

/** Fills one generation of a projection's rows. */
export class Filling {
  private following: Following | undefined;
  private filled: Promise<void> | undefined;
  private waiting: { position: Position; done: () => void }[] = [];
  reached: Position = '';
  /** The last fact it has seen. */
  witness: Witness | undefined;
  /** Whether everything that was in the log at the start is in the rows. */
  isFull = false;
  readonly ahead: Ahead;

  constructor(readonly name: string, readonly generation: number, private readonly projection: AnyProjection, private readonly events: EventStore,
    private readonly rows: ReadStore, private readonly changed: (row: Row) => void, private readonly onTrouble: (error: unknown) => void = () => undefined) {
    this.ahead = new Ahead(projection, (keys) => rows.load(name, keys), () => this.reached, (row) => this.tell(row));
  }

  async start(): Promise<void> {
    await this.rows.prepare({ collection: this.name, orders: this.projection.orders });
    const known = await this.known();
    this.reached = known?.position ?? '';
    this.witness = known?.witness;
    this.following = this.events.follow(this.reached, this.projection.categories, async (facts) => {
      if (facts.length <= MOST_AT_ONCE) return this.take(facts);
      for (let from = 0; from < facts.length; from += MOST_AT_ONCE) await this.take(facts.slice(from, from + MOST_AT_ONCE));
    });
  }

  stop = async (): Promise<void> => this.following?.stop();

  /** Resolves when everything that was in the log at the start is in the rows. */
  readonly full = (): Promise<void> => (this.filled ??= this.caughtUp());

  private async caughtUp(): Promise<void> {
    await this.following?.live;
    await this.rows.settle(this.name);
    this.isFull = true;
  }

  /** Notes how far the log has been looked through, so that the next start need not look there. */
  async note(witness: Witness): Promise<void> {
    const position = this.following?.passed() ?? '';
    if (position > this.reached && witness.position <= position) await this.rows.save(this.name, [], toCheckpoint(position, witness));
  }

  behind = async (): Promise<number> => this.following?.behind() ?? 0;

  /** Those who still wait here wait for the successor instead. */
  handOver(successor: Filling): void {
    for (const waiter of this.waiting) void successor.until(waiter.position).then(waiter.done);
    this.waiting = [];
  }

  /** Resolves once everything up to `position` is in the rows. */
  until(position: Position): Promise<void> {
    if (this.reached >= position) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ position, done }));
  }

  /** How far the rows are. Rows that know what the log does not, e.g. because it was restored from a backup, are forgotten. */
  private async known(): Promise<Reached | undefined> {
    const checkpoint = await this.rows.checkpoint(this.name);
    if (checkpoint === undefined) return undefined;
    const reached = readCheckpoint(checkpoint);
    if (await isOf(this.events, reached)) return reached;
    await this.rows.drop(this.name);
    await this.rows.prepare({ collection: this.name, orders: this.projection.orders });
    return undefined;
  }

  private async take(facts: readonly AnyFact[]): Promise<void> {
    const spans = openSpans(`project ${this.projection.collection}`, facts);
    try {
      await this.apply(facts, spans);
      spans.end();
    } catch (error) {
      spans.end(error);
      this.onTrouble(error);
      throw error;
    }
  }

  private async apply(facts: readonly AnyFact[], spans: Spans): Promise<void> {
    const touched = new Map<string, { account: string; id: string; facts: AnyFact[] }>();
    for (const fact of facts) {
      if (fact.position <= this.reached) continue;
      for (const { account, id } of this.projection.rows(fact as Stored<{ type: string; data: unknown }>)) {
        const key = `${account}\n${id}`;
        const entry = touched.get(key);
        if (entry) entry.facts.push(fact);
        else touched.set(key, { account, id, facts: [fact] });
      }
    }
    const entries = [...touched.values()];
    const before = entries.length > 0 ? await this.rows.load(this.name, entries) : [];
    const after = entries.map(({ account, id, facts: its }, n): Row => {
      const row = before[n] as Row;
      let view = row.view;
      for (const fact of its) if (fact.position > row.position) view = this.projection.apply(view, fact as Stored<{ type: string; data: unknown }>, id);
      return { account, id, view, position: (its[its.length - 1] as AnyFact).position };
    });
    const last = facts[facts.length - 1];
    if (!last || last.position <= this.reached) return;
    await this.rows.save(this.name, after, toCheckpoint(last.position, last));
    this.reached = last.position;
    this.witness = last;
    const ready = this.waiting.filter((w) => w.position <= this.reached);
    this.waiting = this.waiting.filter((w) => w.position > this.reached);
    // A change that several taps led to is told once, as the doing of the first.
    after.forEach((row, n) => spans.of(entries[n]?.facts[0] as AnyFact).within(() => this.ahead.permits(row) && this.tell(row)));
    for (const waiter of ready) waiter.done();
  }

  /** A screen that cannot be told holds up nobody: the row is there for whoever looks. */
  private tell(row: Row): void {
    try {
      this.changed(row);
    } catch (error) {
      this.onTrouble(error);
    }
  }
}
