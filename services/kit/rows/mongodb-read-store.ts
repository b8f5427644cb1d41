/** The read store on MongoDB. Every write is guarded by the position of the fact behind it, so replays and several runners are harmless. */
import type { Collection, Db, MongoClient } from 'mongodb';
import type { Position } from '@larder/contracts/fact.js';
import { readFilter, toMongo } from './filter.js';
import { connectMongodb, type MongodbOptions } from './mongodb.js';
import { writeGuarded, type Stored } from './mongodb-guarded.js';
import { fieldsOf, type Found, type Query, type ReadStore, type Row, type Shape } from './read-store.js';
import { keyAt, seal } from '../seal.js';

const CHECKPOINTS = 'checkpoints';

/** Rejects when no server has answered in time. */
export async function openMongodbReadStore(url: string, options: MongodbOptions = {}): Promise<ReadStore> {
  const { client, db } = await connectMongodb(url, options);
  return new MongodbReadStore(client, db);
}

/** The account is encoded, so that no two pairs of account and id look the same. */
const keyOf = ({ account, id }: { account: string; id: string }): string => `${encodeURIComponent(account)}|${id}`;

class MongodbReadStore implements ReadStore {
  readonly isShared = true;
  private readonly shapes = new Map<string, Shape>();

  constructor(private readonly client: MongoClient, private readonly db: Db) {}

  async prepare(shape: Shape): Promise<void> {
    const rows = this.rows(shape.collection);
    await rows.createIndex({ account: 1, _id: 1 });
    for (const order of shape.orders) await rows.createIndex({ account: 1, ...Object.fromEntries(fieldsOf(order).map((field) => [`view.${field}`, 1 as const])), _id: 1 });
    this.shapes.set(shape.collection, shape);
  }

  async find<V>(collection: string, account: string, { filter = {}, sort, skip = 0, limit = 0, counted = true }: Query): Promise<Found<V>> {
    const wanted = { account, ...toMongo(readFilter(filter), 'view.') };
    const direction = sort?.order === 'desc' ? -1 : 1;
    const order: Record<string, 1 | -1> = sort ? { [`view.${sort.by}`]: direction, _id: direction } : { _id: 1 };
    const found = await this.rows(collection).find(wanted, { projection: { _id: 0, view: 1 } }).sort(order).skip(skip).limit(limit).toArray();
    const rows = found.map(({ view }) => seal(view) as V);
    const isLastPage = (rows.length > 0 || skip === 0) && (limit === 0 || rows.length < limit);
    return { rows, total: isLastPage || !counted ? skip + rows.length : await this.rows(collection).countDocuments(wanted) };
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
    if (rows.length > 0) await writeGuarded(this.rows(collection), rows.map((row) => storedOf(shape, row)));
    await writeGuarded(this.rows(CHECKPOINTS), [{ _id: collection, position: checkpoint }]);
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

function storedOf({ orders }: Shape, row: Row): Stored {
  const { account, view, position } = row;
  if (view !== undefined) for (const field of orders.flatMap(fieldsOf)) keyAt(view, field);
  return { _id: keyOf(row), ...(view !== undefined && { account, view: seal(view) }), position };
}
