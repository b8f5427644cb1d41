/** How far a view has come, and in which log: views of another log, or of one that has lost its end, must not go on from there. */
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { EventStore } from '../events/event-store.js';

/** A fact by which a log is recognised. */
export type Witness = Pick<AnyFact, 'position' | 'stream' | 'revision' | 'id'>;

export interface Reached {
  /** Everything up to here is in the rows. */
  position: Position;
  /** A fact at that position or before; unknown in checkpoints of earlier versions. */
  witness?: Witness;
}

/** As it is kept with the rows: compares as positions do. */
export const toCheckpoint = (position: Position, witness: Witness): string => [position, witness.position, witness.stream, witness.revision, witness.id].join('\n');

/** The way back from {@link toCheckpoint}; also reads those that are a position alone. */
export function readCheckpoint(checkpoint: string): Reached {
  const [position = '', its, stream, revision, id] = checkpoint.split('\n');
  if (its === undefined || stream === undefined || id === undefined) return { position };
  return { position, witness: { position: its, stream, revision: Number(revision), id } };
}

/** Whether the log knows all that the view knows. */
export async function isOf(events: EventStore, { position, witness }: Reached): Promise<boolean> {
  if (position > (await events.head())) return false;
  if (!witness) return true;
  const [fact] = await events.read(witness.stream, witness.revision);
  return fact?.id === witness.id && fact.position === witness.position;
}

/** The later of two. */
export const later = (one: Witness | undefined, other: Witness | undefined): Witness | undefined => (!one || (other && other.position > one.position) ? other : one);
