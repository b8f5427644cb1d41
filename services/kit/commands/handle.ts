/** `handle` runs a command: read the stream, decide, append with the expected revision, and try again when somebody else was faster. */
import { hash } from 'node:crypto';
import { allFacts } from '@larder/contracts/all-facts.js';
import type { AnyFact, FactMeta, Position, Stored } from '@larder/contracts/fact.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import { NO_STREAM, WrongRevision, type EventStore, type NewFact } from '../events/event-store.js';
import type { Clock } from '../time.js';
import type { Decider } from './decider.js';
import { Handled } from './handled.js';
import { Remembered } from './remembered.js';
import type { Memory, Snapshots } from './snapshots.js';
import type { Foretold } from '../views/ahead.js';
import { traced } from '../tracing/tracing.js';

/** Who wants it, for which organization, and in answer to what. */
export type Cause = Omit<FactMeta, 'at'>;

/** Shows facts that are about to be appended to a stream, which ends at `after` so far. */
export type Foretell = (facts: readonly AnyFact[], after: Position) => Promise<Foretold>;

export interface Done<F extends { type: string; data: unknown }, S> {
  /** What this call added; empty when the command changes nothing or was handled before. */
  facts: Stored<F>[];
  /** Views that have reached it show the outcome; '' when the stream is empty. */
  position: Position;
  state: S;
}

/** A stream has facts that only a newer version knows: nothing is decided on it. No refusal, which whoever reacts to a fact may take for the end of the matter. */
export class ChangedByNewer extends Error {
  constructor() {
    super('A newer version of Larder has changed this. It can be changed again when that version runs.');
  }
}

const ATTEMPTS = 20;
const REMEMBERED_STREAMS = 10_000;

export class Handler {
  /** Folded streams: one that is in use is read once, then only its new end. */
  private readonly memories = new Remembered<Memory>(REMEMBERED_STREAMS);
  private readonly queues = new Map<string, Promise<unknown>>();

  /** Without snapshots every stream is read from its beginning when it is used for the first time. */
  constructor(private readonly store: EventStore, private readonly clock: Clock, private readonly snapshots?: Snapshots) {}

  /**
   * Handles `command` on the stream `<category>-<id>`. The same command id twice has one effect. A stream of another organization looks
   * like one that is not there. Commands on one stream wait for each other; losing a race against another process costs a re-read.
   * With `foretell` what was decided is shown before it is kept: only where it follows from a fact that is.
   */
  handle<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, id: string, command: C, cause: Cause, foretell?: Foretell): Promise<Done<F, S> | Refusal> {
    const stream = `${decider.category}-${id}`;
    const before = this.queues.get(stream);
    const attempt = () => traced(`handle ${decider.category}`, { correlationId: cause.correlationId, attributes: { 'larder.stream': stream } }, () => this.attempt(decider, stream, command, cause, foretell));
    const turn = before ? before.then(attempt) : attempt();
    const next = (): void => {
      if (this.queues.get(stream) === settled) this.queues.delete(stream);
    };
    const settled = turn.then(next, next);
    this.queues.set(stream, settled);
    return turn;
  }

  /** What is so on a stream now, without changing it. Rejects with {@link ChangedByNewer}, as `handle` does, unless the decider {@link Decider.readsOn reads on}. */
  async look<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, id: string, account?: string): Promise<S> {
    const memory = await this.recall(decider, `${decider.category}-${id}`);
    if (memory.isNewer && !decider.readsOn) throw new ChangedByNewer();
    return account !== undefined && memory.account !== undefined && memory.account !== account ? decider.initial : (memory.state as S);
  }

  /** Whether a command has led to something on a stream. */
  async hasHandled<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, id: string, commandId: string): Promise<boolean> {
    return (await this.recall(decider, `${decider.category}-${id}`)).handled.has(commandId);
  }

  private async attempt<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, stream: string, command: C, cause: Cause, foretell?: Foretell): Promise<Done<F, S> | Refusal> {
    for (let tries = 0; tries < ATTEMPTS; tries++) {
      const memory = await this.recall(decider, stream);
      if (memory.account !== undefined && memory.account !== cause.account) return refuse('NOT_FOUND', 'Not found');
      if (memory.handled.has(cause.commandId)) return { facts: [], position: memory.position, state: memory.state as S };
      if (memory.isNewer) throw new ChangedByNewer();
      const decidedOn = memory.revision; // whoever looks meanwhile shares the memory, and may learn more
      const decided = decider.decide(command, memory.state as S);
      if (isRefusal(decided)) return decided;
      if (decided.length === 0) return { facts: [], position: memory.position, state: memory.state as S };
      const meta: FactMeta = Object.assign({}, cause, { at: this.clock.now().toISOString() }); // half the time of a spread, for every fact
      const facts = decided.map((fact, n): NewFact => ({ id: factId(stream, cause.commandId, n), type: fact.type, data: fact.data, meta }));
      const foretold = await foretell?.(facts.map(({ id, type, data }, n): AnyFact => ({ id, type, data, meta, stream, revision: decidedOn + 1 + n, position: '' })), memory.position);
      try {
        const { revision, position } = await traced('append', { correlationId: cause.correlationId, attributes: { 'larder.facts': facts.length } }, () => this.store.append(stream, decidedOn, facts));
        const first = revision - facts.length + 1;
        // Only the last position is told; the others are not needed by anybody who holds this answer.
        const stored = facts.map(({ id, type, data }, n): AnyFact => ({ id, type, data, meta, stream, revision: first + n, position }));
        this.learn(decider, stream, memory, stored);
        foretold?.landed(position);
        return { facts: stored as unknown as Stored<F>[], position, state: memory.state as S };
      } catch (error) {
        foretold?.takenBack();
        this.memories.delete(stream);
        if (!(error instanceof WrongRevision)) throw error;
      }
    }
    throw new Error(`${stream} is too busy: ${ATTEMPTS} attempts were overtaken`);
  }

  private async recall<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, stream: string): Promise<Memory> {
    const memory = this.memories.get(stream) ?? (await this.begin(decider, stream));
    // Those who look at the same time share it: a fact that two of them have read is learnt once.
    this.learn(decider, stream, memory, await this.store.read(stream, memory.revision + 1));
    this.memories.set(stream, memory);
    return memory;
  }

  private async begin<C, F extends { type: string; data: unknown }, S>({ initial, snapshots: version }: Decider<C, F, S>, stream: string): Promise<Memory> {
    const kept = version === undefined ? undefined : await this.snapshots?.recall(version, stream);
    return kept ?? { state: initial, revision: NO_STREAM, position: '', factId: '', account: undefined, handled: new Handled() };
  }

  private learn<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, stream: string, memory: Memory, facts: readonly AnyFact[]): void {
    for (const fact of facts) {
      if (fact.revision <= memory.revision) continue;
      evolve(decider, memory, fact);
      memory.revision = fact.revision;
      memory.position = fact.position;
      memory.factId = fact.id;
      memory.account ??= fact.meta.account;
      if (!decider.knowsRepeats) memory.handled.add(fact.meta.commandId);
    }
    if (decider.snapshots !== undefined && !memory.isNewer) this.snapshots?.consider(decider.snapshots, stream, memory);
  }
}

/** A fact that only a newer version knows is passed over where the decider cannot do with it, and noted. */
function evolve<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, memory: Memory, fact: AnyFact): void {
  try {
    memory.state = decider.evolve(memory.state as S, fact as unknown as F);
  } catch (error) {
    if (Object.hasOwn(allFacts, fact.type)) throw error;
    memory.isNewer = true;
  }
}

/** A UUID that follows from the command: appending it again after a lost answer is the same append. */
function factId(stream: string, commandId: string, n: number): string {
  const hex = hash('sha256', `${stream}\n${commandId}\n${n}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
