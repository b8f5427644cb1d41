/** Dead letters of one hearing: a fact that fails too long is set aside, what follows in its lane waits behind it, and all others go on. What failed for a reason that passes is tried again by itself, and what only a newer version knows by a copy that does. */
import type { DeadLetterFact } from '@larder/contracts/dead-letters.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { EventStore } from '../events/event-store.js';
import type { Handler } from '../commands/handle.js';
import { isEarly, type Clock } from '../time.js';
import { isPassing } from './passing.js';
import { isPassingLane, setAside, type Letter, type SetAsideState } from './set-aside.js';

/** A fact that fails is tried at least this often before it is set aside, whatever the time. */
export const LEAST_TRIES = 3;
const LONGEST_ERROR = 500;
const LOOK_MS = 1_000;
/** Between two tries of what lies aside for a reason that passes: longer each time. */
const FIRST_AGAIN_MS = 5_000;
const LONGEST_AGAIN_MS = 60_000;

export interface DeadLettersOptions {
  consumer: string;
  source: string;
  /** How long a fact may fail before it is set aside, and how long what follows waits for one that only a newer version knows. */
  patienceMs: number;
  /** Whether this version knows the fact's type. */
  isKnown(fact: Pick<AnyFact, 'type' | 'stream'>): boolean;
  /** Told how many lie aside, whenever that changes: those that this version knows, and those that wait for a newer one. */
  counted(letters: number, forNewer: number): void;
  /** Told which fact was set aside, and why. */
  noted(fact: AnyFact, error: unknown): void;
  /** Told which facts of a newer version nobody took up in time: what follows them goes on without. */
  leftBehind(letters: readonly Letter[]): void;
}

type On = (fact: AnyFact) => Promise<void>;

export interface Replayed {
  takenUp: number;
  /** Facts that still fail, each with its error; what waits behind them stays. */
  failed: { factId: string; error: string }[];
}

export class DeadLetters {
  readonly name: string;
  /** Facts that failed, how often and since when (milliseconds) for such a reason. */
  private readonly failures = new Map<string, { times: number; since: number; passes: boolean }>();
  private replaying: Promise<Replayed> | undefined;
  /** Takings up go one after another. */
  private queue: Promise<unknown> = Promise.resolve();
  /** As far as is known here. */
  private isEmpty = true;
  private movesSeen = -1;
  private isEnding = false;
  /** Facts that were left behind, as was told. */
  private told: ReadonlySet<string> = new Set();

  constructor(private readonly events: Pick<EventStore, 'read'>, private readonly handler: Pick<Handler, 'handle' | 'look'>, private readonly clock: Clock, private readonly options: DeadLettersOptions) {
    this.name = `${options.consumer}-from-${options.source}`;
  }

  isKnown = (fact: Pick<AnyFact, 'type' | 'stream'>): boolean => this.options.isKnown(fact);

  /** Counts what lies aside from before. */
  begin = async (): Promise<void> => void (await this.state());

  /** Has the fact acted upon, or lays it aside: behind others of its lane, when it failed too long, or where only a newer version knows it. Rejects when it is to be tried again. */
  async take(fact: AnyFact, lane: string, on: On): Promise<void> {
    // Looked at first: while the store is away nothing is counted against the fact.
    const { lanes } = await this.state();
    if (!this.isKnown(fact)) {
      await this.lay(fact, lane, `Only a newer version of Larder knows what ${fact.type} is`, { newer: true });
      return;
    }
    if (this.pending(lanes.get(lane)).length > 0 && (await this.lay(fact, lane))) return;
    try {
      await on(fact);
      this.failures.delete(fact.id);
    } catch (error) {
      const passes = isPassing(error);
      if (!this.isTooLong(fact, passes) || !(await this.lay(fact, lane, wordsOf(error), passes ? { passes } : {}))) throw error;
      this.failures.delete(fact.id);
      this.options.noted(fact, error);
    }
  }

  async list(): Promise<Letter[]> {
    return lettersOf(await this.state());
  }

  /** The whole fact that was set aside; undefined when none of this id is. */
  async show(factId: string): Promise<AnyFact | undefined> {
    const letter = (await this.list()).find((its) => its.factId === factId);
    return letter && (await this.factsFrom(letter.revision)).get(factId);
  }

  /** Has everything acted upon in order, lane by lane; a lane ends at the first fact that fails again. */
  replay(on: On): Promise<Replayed> {
    return (this.replaying ??= this.inTurn(async () => this.replayLanes([...(await this.state()).lanes.keys()], on)).finally(() => (this.replaying = undefined)));
  }

  /** Has what failed for a reason that passes acted upon now and then, what an older version did not know at once, and what waits behind either; answers how to stop, which ends any taking up after the fact under way. */
  retry(on: On, failed: (error: unknown) => void): () => Promise<void> {
    const again = new Map<string, { at: number; pause: number }>();
    let callOff = (): void => {};
    const look = async (): Promise<void> => {
      const all = this.isEmpty ? [] : [...(await this.state()).lanes];
      this.tellLeftBehind(all.flatMap(([, letters]) => letters));
      const lanes = new Map(all.map(([lane, letters]) => [lane, this.pending(letters)] as const).filter(([, letters]) => this.isTriedByItself(letters)));
      const now = this.clock.now().getTime();
      for (const lane of again.keys()) if (!lanes.has(lane)) again.delete(lane);
      const due: string[] = [];
      for (const [lane, [first]] of lanes) {
        const { at, pause } = again.get(lane) ?? { at: first?.newer ? now : now + FIRST_AGAIN_MS, pause: FIRST_AGAIN_MS };
        const isTooEarly = isEarly(now, at, pause);
        again.set(lane, isTooEarly ? { at, pause } : { at: now + pause, pause: Math.min(2 * pause, LONGEST_AGAIN_MS) });
        if (!isTooEarly) due.push(lane);
      }
      await this.replayLanes(due, on);
    };
    const next = (): void => {
      callOff = this.clock.after(LOOK_MS, () => void this.inTurn(look).catch(failed).then(() => (this.isEnding ? undefined : next())));
    };
    next();
    return async () => {
      this.isEnding = true;
      callOff();
      await this.queue;
    };
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async replayLanes(lanes: readonly string[], on: On): Promise<Replayed> {
    const done: Replayed = { takenUp: 0, failed: [] };
    const there = (await this.state()).lanes;
    done.failed.push(...lanes.flatMap((lane) => there.get(lane) ?? []).filter((letter) => !this.isKnown(letter)).map(({ factId, error = '' }) => ({ factId, error })));
    const oldest = Math.min(...lanes.map((lane) => this.pending(there.get(lane)).find(this.isKnown)?.revision ?? Infinity));
    if (oldest === Infinity) return done;
    const known = await this.factsFrom(oldest);
    for (const lane of lanes) {
      for (let letter = await this.first(lane); letter && this.isKnown(letter) && !this.isEnding; letter = await this.first(lane)) {
        const fact = known.get(letter.factId) ?? (await this.factsFrom(letter.revision)).get(letter.factId);
        if (!fact) throw new Error(`${this.name}: the fact ${letter.factId} was set aside but is not there`);
        try {
          await on(fact);
        } catch (error) {
          done.failed.push({ factId: fact.id, error: wordsOf(error) });
          break;
        }
        await this.move({ type: 'TakeUp', factId: fact.id }, fact);
        done.takenUp += 1;
      }
    }
    return done;
  }

  private first = async (lane: string): Promise<Letter | undefined> => this.pending((await this.state()).lanes.get(lane))[0];

  /** What holds up a lane: without those that only a newer version knows, once nobody who does has come for as long as a fact may fail. */
  private pending(letters: readonly Letter[] = []): readonly Letter[] {
    return letters.filter((letter) => !this.isLeftBehind(letter));
  }

  private isLeftBehind(letter: Letter): boolean {
    const { patienceMs } = this.options;
    return !this.isKnown(letter) && !isEarly(this.clock.now().getTime(), Date.parse(letter.at) + patienceMs, patienceMs);
  }

  private isTriedByItself(letters: readonly Letter[]): boolean {
    const [first] = letters;
    return first !== undefined && this.isKnown(first) && (first.newer ?? isPassingLane(letters));
  }

  private tellLeftBehind(letters: readonly Letter[]): void {
    const left = letters.filter((letter) => this.isLeftBehind(letter));
    const untold = left.filter(({ factId }) => !this.told.has(factId));
    if (untold.length > 0) this.options.leftBehind(untold);
    this.told = new Set(left.map(({ factId }) => factId));
  }

  /** Answers false when the lane has become free meanwhile, or too many lie aside already for what passes. */
  private async lay(fact: AnyFact, lane: string, error?: string, how: Pick<Letter, 'passes' | 'newer'> = {}): Promise<boolean> {
    const { lanes } = await this.move({ type: 'SetAside', fact, lane, ...(error !== undefined && { error }), ...how, now: this.clock.now().toISOString() }, fact);
    return lanes.has(lane);
  }

  private async move(command: Parameters<typeof setAside.decide>[0], fact: AnyFact): Promise<SetAsideState> {
    const { moves } = await this.state();
    const cause = { commandId: `${this.name}:${command.type}:${fact.id}:${moves}`, account: 'system', actor: `system:${this.options.consumer}`, correlationId: fact.meta.correlationId, causationId: fact.id };
    const done = await this.handler.handle(setAside, this.name, command, cause);
    if (isRefusal(done)) throw new Error(done.message);
    return this.seen(done.state);
  }

  private isTooLong(fact: AnyFact, passes: boolean): boolean {
    const now = this.clock.now().getTime();
    const before = this.failures.get(fact.id);
    const { times, since: begun } = before?.passes === passes ? before : { times: 0, since: now };
    const since = Math.min(begun, now); // a clock may be put back
    this.failures.set(fact.id, { times: times + 1, since, passes });
    return times + 1 >= LEAST_TRIES && now - since >= this.options.patienceMs;
  }

  private async state(): Promise<SetAsideState> {
    return this.seen(await this.handler.look(setAside, this.name));
  }

  /** Copies of a service share what lies aside: what another one took up is gone here, too. */
  private seen(state: SetAsideState): SetAsideState {
    if (state.moves === this.movesSeen) return state;
    this.movesSeen = state.moves;
    this.isEmpty = state.lanes.size === 0;
    const letters = lettersOf(state);
    const ours = letters.filter(this.isKnown).length;
    this.options.counted(ours, letters.length - ours);
    return state;
  }

  private async factsFrom(revision: number): Promise<Map<string, AnyFact>> {
    const stored = (await this.events.read(`${setAside.category}-${this.name}`, revision)) as unknown as Stored<DeadLetterFact>[];
    return new Map(stored.flatMap((letter): [string, AnyFact][] => (letter.type === 'FactSetAside' ? [[letter.data.fact.id, letter.data.fact]] : [])));
  }
}

const lettersOf = ({ lanes }: SetAsideState): Letter[] => [...lanes.values()].flat();

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
