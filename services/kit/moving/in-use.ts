/** Who uses the files of a data folder, in whichever process or container: any number of services, or the one who moves them away. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { beginPrivateFile } from '../private-file.js';
import type { Settings } from '../settings.js';

/** An empty database, for the locks on it alone: they end with their process, however it ends. No part of a backup. */
export const IN_USE = 'in-use';

type Where = Pick<Settings, 'DATA_DIR' | 'EVENT_STORE_URL'>;

/** Until what it answers is called nobody moves the files away. Throws with a sentence when somebody does. */
export function useFiles({ DATA_DIR, EVENT_STORE_URL }: Where): () => void {
  // Files beside a log in memory are those of another one.
  if (EVENT_STORE_URL === 'sqlite::memory:') return () => undefined;
  return locked(join(DATA_DIR, IN_USE), 'BEGIN; SELECT count(*) FROM sqlite_master', `The files in ${DATA_DIR} are being moved by \`larder move-keep\`: please start again when that is done`);
}

/** Until what it answers is called no service begins to use the files. Throws with a sentence when one does. */
export function haveFilesAlone(DATA_DIR: string): () => void {
  if (!existsSync(DATA_DIR)) return () => undefined;
  return locked(join(DATA_DIR, IN_USE), 'BEGIN EXCLUSIVE', `A service of Larder uses the files in ${DATA_DIR}: please stop it first, or what it keeps meanwhile would be left behind`);
}

/** Until what it answers is called no other process has `file` like this, which takes no locks of its own for as long. Throws with `whyNot` when one does. */
export const haveAlone = (file: string, whyNot: string): (() => void) => locked(`${file}-${IN_USE}`, 'BEGIN EXCLUSIVE', whyNot);

function locked(file: string, how: string, whyNot: string): () => void {
  beginPrivateFile(file);
  const db = new Database(file);
  try {
    db.exec(how);
    return () => void db.close();
  } catch (error) {
    db.close();
    throw (error as { code?: unknown }).code === 'SQLITE_BUSY' ? new Error(whyNot) : new Error(`${file}, by which it is known who uses the files there, cannot be opened. Where it is damaged, remove it while no service of Larder uses them`, { cause: error });
  }
}
