/** `larder move-keep`: vault, passes, keys of setup profiles and pictures from files to MongoDB. */
import { imageFiles } from '@larder/catalog/images/kept-files.js';
import { wifiKeyFiles } from '@larder/fleet/setup/kept-files.js';
import { passFiles, vaultFiles } from '@larder/identity/secrets/stores/kept-files.js';
import { moveKeep } from '@larder/kit/moving/move-keep.js';
import type { Settings } from '@larder/kit/settings.js';
import type { Terminal } from '../terminal.js';
import { NotRunning, type AskRunning } from './running.js';

/** Rejects with a sentence. */
export async function moveKept(ask: AskRunning, settings: Settings, terminal: Terminal): Promise<void> {
  if (!settings.KEEP_URL.startsWith('mongodb')) throw new Error('Settings: KEEP_URL: has to be the MongoDB that takes what files keep');
  if (await isRunning(ask)) throw new Error('Larder runs: please stop it first, or what it keeps meanwhile would be left behind');
  const { copied, aside } = await moveKeep(settings, [vaultFiles, passFiles, wifiKeyFiles, imageFiles], terminal.progress);
  if (copied.length === 0) return terminal.say(`Nothing is left to move in ${settings.DATA_DIR}`);
  for (const { what, count, added } of copied) terminal.say(`${what}: ${count} in files, ${count} in MongoDB (${count - added} were before)`);
  terminal.say(`In ${settings.DATA_DIR} there are now ${aside.join(', ')}`);
  terminal.say('Delete them once people can sign in: whom Larder forgets from now on could still be read with them');
}

async function isRunning(ask: AskRunning): Promise<boolean> {
  try {
    await ask('lag');
    return true;
  } catch (error) {
    if (error instanceof NotRunning) return false;
    throw error;
  }
}
