/** Writing rows of MongoDB guarded by their positions, so that replays and several runners are harmless. */
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection } from 'mongodb';
import type { Position } from '@larder/contracts/fact.js';

/** A row as it is stored. A removed one has neither account nor view, so no query finds it, but its position still guards its id. */
export interface Stored {
  _id: string;
  account?: string;
  view?: unknown;
  position: Position;
}

const DUPLICATE_KEY = 11000;

/** Resolves when a majority has each of these rows at its position or at a later one. */
export async function writeGuarded(rows: Pick<Collection<Stored>, 'bulkWrite'>, wanted: readonly Stored[]): Promise<void> {
  const refused = await refusedOf(rows, wanted);
  // Those are there now, most of them at that position or later. But where two runners insert the same row at once, the server refuses one of them, and that may be the one that is further.
  if (refused.length > 0) await rows.bulkWrite(refused.map((row) => replacing(row, false)), { ordered: false });
}

/** Writes what is new or later than what is there; resolves with those that the server would not insert because they are there. */
async function refusedOf(rows: Pick<Collection<Stored>, 'bulkWrite'>, wanted: readonly Stored[]): Promise<Stored[]> {
  try {
    await rows.bulkWrite(wanted.map((row) => replacing(row, true)), { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const refusals = [error.writeErrors].flat();
    if (refusals.length === 0 || refusals.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return refusals.map(({ index }) => wanted[index] as Stored);
  }
}

const replacing = ({ _id, ...replacement }: Stored, upsert: boolean): AnyBulkWriteOperation<Stored> => ({ replaceOne: { filter: { _id, position: { $lt: replacement.position } }, replacement, upsert } });
