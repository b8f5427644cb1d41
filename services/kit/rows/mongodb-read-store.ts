/** The read store on MongoDB. Every write is guarded by the position of the fact behind it, so replays and several runners are harmless. */
import { MongoBulkWriteError, MongoServerError, type AnyBulkWriteOperation, type Collection, type Db, type MongoClient } from 'mongodb';
import type { Position } from '@larder/contracts/fact.js';
import { readFilter, toMongo } from './filter.js';
import { connectMongodb, type MongodbOptions } from './mongodb.js';
import { fieldsOf, type Found, type Query, type ReadStore, type Row, type Shape } from './read-store.js';
import { keyAt, seal } from '../seal.js';

/** A row as it is stored. A removed one has neither account nor view, so no query finds it, but its position still guards its id. */
interface Stored {
  _id: string;
  account?: string;
  view?: unknown;
  position: Position;
}

const CHECKPOINTS = 'checkpoints';
const DUPLICATE_KEY = 11000;

/** Rejects when no server has answered in time. */
export async function openMongodbReadStore(url: string, options: MongodbOptions = {}): Promise<ReadStore> {
  const { client, db } = await connectMongodb(url, options);
  return new MongodbReadStore(client, db);
}

/** The account is encoded, so that no two pairs of account and id look the same. */
const keyOf = ({ account, id }: { account: string; id: string }): string => `${encodeURIComponent(account)}|${id}`;

class MongodbReadStore implements ReadStore {
  private readonly shapes = new Map<string, Shape>();

  constructor(private readonly client: MongoClient, private readonly db: Db) {}

  async prepare(shape: Shape): Promise<void> {
    const rows = this.rows(shape.collection);
    await rows.createIndex({ account: 1, _id: 1 });
    for (const order of shape.orders) await rows.createIndex({ account: 1, ...Object.fromEntries(fieldsOf(order).map((field) => [`view.${field}`, 1 as const])), _id: 1 });
    this.shapes.set(shape.collection, shape);
  }

  async find<V>(collection: string, account: string, { filter = {}, sort, skip = 0, limit = 0 }: Query): Promise<Found<V>> {
    const wanted = { account, ...toMongo(readFilter(filter), 'view.') };
    const direction = sort?.order === 'desc' ? -1 : 1;
    const order: Record<string, 1 | -1> = sort ? { [`view.${sort.by}`]: direction, _id: direction } : { _id: 1 };
    const found = await this.rows(collection).find(wanted, { projection: { _id: 0, view: 1 } }).sort(order).skip(skip).limit(limit).toArray();
    const rows = found.map(({ view }) => seal(view) as V);
    const isLastPage = (rows.length > 0 || skip === 0) && (limit === 0 || rows.length < limit);
    return { rows, total: isLastPage ? skip + rows.length : await this.rows(collection).countDocuments(wanted) };
  }

  async load(collection: string, keys: readonly { account: string; id: string }[]): Promise<Row[]> {
    const found = await this.rows(collection).find({ _id: { $in: keys.map(keyOf) } }, { projection: { view: 1, position: 1 } }).toArray();
    const byKey = new Map(found.map((row) => [row._id, row]));
    return keys.map(({ account, id }) => {
      const row = byKey.get(keyOf({ account, id }));
      return { account, id, view: row?.view === undefined ? undefined : seal(row.view), position: row?.position ?? '' };
    });
  }

  async save(collection: string, rows: readonly Row[], checkpoint: Position): Promise<void> {
    const shape = this.shapes.get(collection);
    if (!shape) throw new Error(`${collection} was not prepared`);
    if (rows.length > 0) await allOrKnown(this.rows(collection).bulkWrite(rows.map((row) => guarded(shape, row)), { ordered: false }));
    const guard = { _id: collection, position: { $lt: checkpoint } };
    await allOrKnown(this.rows(CHECKPOINTS).replaceOne(guard, { position: checkpoint }, { upsert: true }));
  }

  /** The server keeps its indexes itself. */
  async settle(): Promise<void> {}

  async checkpoint(collection: string): Promise<Position | undefined> {
    return (await this.rows(CHECKPOINTS).findOne({ _id: collection }))?.position;
  }

  /** The checkpoint goes first: whoever finds none drops the collection again before filling it. */
  async drop(collection: string): Promise<void> {
    this.shapes.delete(collection);
    await this.rows(CHECKPOINTS).deleteOne({ _id: collection });
    await this.rows(collection).drop();
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private rows(collection: string): Collection<Stored> {
    return this.db.collection<Stored>(collection);
  }
}

/** Replaces a row that is at an earlier position; one at that position or later makes the insertion fail as a duplicate. */
function guarded({ orders }: Shape, row: Row): AnyBulkWriteOperation<Stored> {
  const { account, view, position } = row;
  if (view !== undefined) for (const field of orders.flatMap(fieldsOf)) keyAt(view, field);
  const replacement = view === undefined ? { position } : { account, view: seal(view), position };
  return { replaceOne: { filter: { _id: keyOf(row), position: { $lt: position } }, replacement, upsert: true } };
}

/** Resolves although some writes were refused, if they were refused only because a later one is there already. */
async function allOrKnown(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!isKnown(error)) throw error;
  }
}

function isKnown(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
  const refusals: { code?: number }[] = [error.writeErrors].flat();
  return refusals.length > 0 && refusals.every(({ code }) => code === DUPLICATE_KEY) && !error.err;
}
