/** What streams that go on for years have come to, kept every few thousand facts: one that is used for the first time is read from there on. Losing a snapshot costs time, nothing else. */
import type { Position } from '@larder/contracts/fact.js';
import type { EventStore } from '../events/event-store.js';
import { Handled } from './handled.js';
import type { ReadStore, Row } from '../rows/read-store.js';

/** A folded stream. */
export interface Memory {
  state: unknown;
  revision: number;
  position: Position;
  /** The last fact that is in it. */
  factId: string;
  account: string | undefined;
  /** Facts are among them that only a newer version knows. */
  isNewer?: true;
  /** The commands that led to the stream's facts; none where the decider tells repeats by itself. */
  handled: Handled;
}

interface Snapshot extends Omit<Memory, 'handled'> {
  /** Of the decider: the states of another one are not understood. */
  version: number;
  /** The rows the handled commands lie in, oldest first, written once each. */
  pieces: readonly string[];
}

/** Commands that came after those of the piece before it. */
interface Piece {
  handled: string;
}
type Kept = Pick<Snapshot, 'revision' | 'factId' | 'pieces'> & { commands: number };

const COLLECTION = 'snapshots';
const SAVE_EVERY = 2_000;
const NOTHING_KEPT: Kept = { revision: 0, factId: '', pieces: [], commands: 0 };
// Rows are found by organization, and a stream's is not known before it is read.
const keyOf = (id: string): { account: string; id: string } => ({ account: '', id });
/** By the facts it lies between: two processes, or a log before and after it was restored, never write over each other's. */
const pieceBetween = (stream: string, from: Kept, to: Memory): string => `${stream}/${from.factId}/${to.factId}`;

export class Snapshots {
  private readonly kept = new WeakMap<Memory, Kept>();
  private readonly saving = new Set<Memory>();

  /** `onTrouble` is told when one could not be kept; nobody has to act on it. */
  constructor(private readonly rows: ReadStore, private readonly events: EventStore, private readonly onTrouble: (stream: string, error: unknown) => void, private readonly every = SAVE_EVERY) {}

  prepare(): Promise<void> {
    return this.rows.prepare({ collection: COLLECTION, orders: [] });
  }

  /** The stream as it was once, if the log still says so; undefined for one to be read from its beginning. */
  async recall(version: number, stream: string): Promise<Memory | undefined> {
    const [row] = await this.rows.load(COLLECTION, [keyOf(stream)]);
    const snapshot = row?.view as Snapshot | undefined;
    if (snapshot?.version !== version) return undefined;
    const [pieces, [last]] = await Promise.all([
      this.rows.load(COLLECTION, snapshot.pieces.map(keyOf)),
      this.events.read(stream, snapshot.revision),
    ]);
    // A log that was restored goes on with other facts.
    const handled = pieces.map(({ view }) => (view as Piece | undefined)?.handled);
    if (last?.id !== snapshot.factId || !handled.every((text) => text !== undefined)) return undefined;
    const { state, revision, position, factId, account } = snapshot;
    const memory = { state, revision, position, factId, account, handled: Handled.of(handled) };
    this.kept.set(memory, { revision, factId, pieces: snapshot.pieces, commands: memory.handled.size });
    return memory;
  }

  /** Keeps it if it has grown enough since it was kept last; nobody waits for that. */
  consider(version: number, stream: string, memory: Memory): void {
    const kept = this.kept.get(memory) ?? NOTHING_KEPT;
    if (memory.revision - kept.revision < this.every || this.saving.has(memory)) return;
    const { handled, ...folded } = memory;
    const newest = pieceBetween(stream, kept, memory);
    const hasNew = handled.size > kept.commands;
    const pieces = hasNew ? [...kept.pieces, newest] : kept.pieces;
    const piece: Row[] = hasNew ? [{ ...keyOf(newest), view: { handled: handled.since(kept.commands) } satisfies Piece, position: memory.position }] : [];
    const snapshot: Row = { ...keyOf(stream), view: { ...folded, version, pieces } satisfies Snapshot, position: memory.position };
    const now: Kept = { revision: memory.revision, factId: memory.factId, pieces, commands: handled.size };
    this.saving.add(memory);
    this.save(piece, snapshot).then(() => this.kept.set(memory, now), (error: unknown) => this.onTrouble(stream, error)).finally(() => this.saving.delete(memory));
  }

  /** The piece first: a snapshot that names one which is not there is of no use. */
  private async save(piece: Row[], snapshot: Row): Promise<void> {
    if (piece.length > 0) await this.rows.save(COLLECTION, piece, '');
    await this.rows.save(COLLECTION, [snapshot], '');
  }
}
