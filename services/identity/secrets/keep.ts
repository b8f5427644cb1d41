/** Where keys and passes are kept: in files of this process, or in a MongoDB that its copies share. */
import { useFiles } from '@larder/kit/moving/in-use.js';
import { refuseLeftBehind } from '@larder/kit/moving/keep.js';
import type { Settings } from '@larder/kit/settings.js';
import type { Passes } from './passes.js';
import { vaultFiles } from './stores/kept-files.js';
import { openSqlitePasses } from './stores/sqlite-passes.js';
import { openSqliteVault } from './stores/sqlite-vault.js';
import type { Vault } from './vault.js';

type Where = Pick<Settings, 'KEEP_URL' | 'VAULT_KEY' | 'DATA_DIR' | 'EVENT_STORE_URL'>;

const isShared = ({ KEEP_URL }: Where): boolean => KEEP_URL.startsWith('mongodb');
const fileOf = ({ EVENT_STORE_URL, DATA_DIR }: Where, name: string): string => (EVENT_STORE_URL === 'sqlite::memory:' ? ':memory:' : `${DATA_DIR}/${name}`);

/** Rejects when the vault is in MongoDB and there is no key for it, or the wrong one, or when persons are in files still. */
export async function openVault(settings: Where): Promise<Vault> {
  if (!isShared(settings)) {
    const release = useFiles(settings);
    const vault = openSqliteVault(fileOf(settings, 'vault.db'));
    return { ...vault, close: () => vault.close().finally(release) };
  }
  const { KEEP_URL, VAULT_KEY } = settings;
  if (VAULT_KEY === undefined) throw new Error('Settings: VAULT_KEY: needed when KEEP_URL is MongoDB, or the keys of persons would lie open there');
  await refuseLeftBehind(settings, vaultFiles);
  // Its client is large, so only those who use it load it.
  return (await import('./stores/mongodb-vault.js')).openMongodbVault(KEEP_URL, VAULT_KEY);
}

/** Sign-ins and the like: in a file of their own, or where copies share them. */
export async function openPasses(settings: Where): Promise<Passes> {
  if (!isShared(settings)) return openSqlitePasses(fileOf(settings, 'passes.db'));
  return (await import('./stores/mongodb-passes.js')).openMongodbPasses(settings.KEEP_URL);
}
