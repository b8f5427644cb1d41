/** Where keys and passes are kept: in files of this process, or in a MongoDB that its copies share. */
import { useFiles } from '@larder/kit/moving/in-use.js';
import { refuseLeftBehind } from '@larder/kit/moving/keep.js';
import type { Settings } from '@larder/kit/settings.js';
import { IDENTITY } from '../people.js';
import type { Passes } from './passes.js';
import { vaultFiles } from './stores/kept-files.js';
import { openSqlitePasses } from './stores/sqlite-passes.js';
import { openSqliteVault } from './stores/sqlite-vault.js';
import type { Vault } from './vault.js';

type Where = Pick<Settings, 'KEEP_URL' | 'VAULT_KEY' | 'VAULT_KEY_NEXT' | 'VAULT_KEY_PREVIOUS' | 'DATA_DIR' | 'EVENT_STORE_URL'>;

const isShared = ({ KEEP_URL }: Where): boolean => KEEP_URL.startsWith('mongodb');
const fileOf = ({ EVENT_STORE_URL, DATA_DIR }: Where, name: string): string => (EVENT_STORE_URL === 'sqlite::memory:' ? ':memory:' : `${DATA_DIR}/${name}`);

/** Rejects when the vault is in MongoDB and there is no key for it, or the wrong one, or when persons are in files still. */
export async function openVault(settings: Where): Promise<Vault> {
  if (!isShared(settings)) {
    // Silence would let somebody take the key away that everything is sealed with.
    const named = (['VAULT_KEY_NEXT', 'VAULT_KEY_PREVIOUS'] as const).find((name) => settings[name] !== undefined);
    if (named) throw new Error(`Settings: ${named}: goes with a KEEP_URL in MongoDB. With files the key is vault.db.key in DATA_DIR; rename it to vault.db.key.previous, and another one is made`);
    const release = useFiles(settings);
    const vault = openSqliteVault(fileOf(settings, 'vault.db'));
    return { ...vault, close: () => vault.close().finally(release) };
  }
  const { KEEP_URL, VAULT_KEY, VAULT_KEY_NEXT: next, VAULT_KEY_PREVIOUS: previous } = settings;
  if (VAULT_KEY === undefined) throw new Error('Settings: VAULT_KEY: needed when KEEP_URL is MongoDB, or the keys of persons would lie open there');
  await refuseLeftBehind(settings, vaultFiles);
  // Its client is large, so only those who use it load it.
  return (await import('./stores/mongodb-vault.js')).openMongodbVault(KEEP_URL, { inUse: VAULT_KEY, next, previous });
}

/**
 * For a log in which nothing is: who is in the vault was in a log. A new one would take everybody's place without a word, and what belongs to the old one would be forgotten.
 * Rejects, with what to do, when the vault knows anybody but identity itself, which has a key from the first start on.
 */
export async function refuseLostLog({ EVENT_STORE_URL, DATA_DIR }: Where, vault: Vault): Promise<void> {
  if (EVENT_STORE_URL === 'sqlite::memory:' || !(await vault.knowsOthersThan(IDENTITY))) return;
  await vault.close();
  throw new Error('Settings: EVENT_STORE_URL: there is nothing in this log, and the vault knows persons: it is another log than theirs, or theirs is lost. '
    + `Put it back from a backup; to begin anew, remove the vault, too: vault.db and vault.db.key in ${DATA_DIR}, or the database of KEEP_URL`);
}

/** Sign-ins and the like: in a file of their own, or where copies share them. */
export async function openPasses(settings: Where): Promise<Passes> {
  if (!isShared(settings)) return openSqlitePasses(fileOf(settings, 'passes.db'));
  return (await import('./stores/mongodb-passes.js')).openMongodbPasses(settings.KEEP_URL);
}
