/** What a SQLite log is made of: its rows, their positions, and the hash chain that ties every row to all before it. */
import { hash } from 'node:crypto';
import type { AnyFact, FactMeta, Position } from '@larder/contracts/fact.js';
import type { NewFact } from '../event-store.js';

// In Node since 20.12; one call instead of three objects a row. The installed types are older.
declare module 'node:crypto' {
  function hash(algorithm: 'sha256', data: string | Uint8Array, encoding: 'base64' | 'hex'): string;
}

/** A place in the chain: a position and the hash of everything up to it. */
export interface Mark {
  position: number;
  hash: string;
}

export const START: Mark = { position: 0, hash: '' };

/** A row as it is read; `data` and `meta` are JSON text. */
export type Row = [position: number, stream: string, revision: number, id: string, type: string, data: string, meta: string];

/** A fact whose content is already text, and what that text will be read as. */
export type Draft = Omit<NewFact, 'data' | 'meta'> & { data: string; meta: string; read: Pick<AnyFact, 'data' | 'meta'> };

export const toPosition = (position: number): Position => (position === 0 ? '' : String(position).padStart(16, '0'));

export const toFact = ([position, stream, revision, id, type, data, meta]: Row): AnyFact => ({
  id,
  type,
  data: JSON.parse(data) as unknown,
  meta: JSON.parse(meta) as FactMeta,
  stream,
  revision,
  position: toPosition(position),
});

/** The next link of the chain. `sqlite-log-check.ts` builds the same bytes in SQL: fields end with a line feed, records with a record separator. */
export const link = (previous: string, [position, stream, revision, id, type, data, meta]: Row): string =>
  hash('sha256', `${previous}\x1e${position}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${meta}`, 'base64');

export const seal = (name: string, position: Position): string => hash('sha256', `${name}\n${position}`, 'base64');

/** It was written because of a fact that lies in the log: nobody but the machinery waits for it. */
export const answersFact = ({ meta }: Pick<NewFact, 'meta'>): boolean => meta.causationId !== undefined;
