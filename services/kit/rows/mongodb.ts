/** Connections to MongoDB: acknowledged is what a majority has. */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient, type Db } from 'mongodb';
import { DEFAULT_DATABASE } from '../settings.js';

export interface MongodbOptions {
  /** The database; by default the one the address names, else `larder`. */
  database?: string;
  /** How long to wait for a server that is not there yet; 60 000 by default. */
  patienceMs?: number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Rejects when no server has answered in time. */
export async function connectMongodb(url: string, { database = databaseOf(url), patienceMs = 60_000 }: MongodbOptions = {}): Promise<{ client: MongoClient; db: Db }> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: Math.min(LONGEST_PAUSE_MS, patienceMs), writeConcern: { w: 'majority' } });
  const began = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await client.connect();
      const db = client.db(database);
      await db.command({ ping: 1 });
      return { client, db };
    } catch (error) {
      if (performance.now() - began + pauseMs > patienceMs) {
        await client.close();
        throw error;
      }
      await pause(pauseMs);
    }
  }
}

const databaseOf = (url: string): string => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? DEFAULT_DATABASE;
