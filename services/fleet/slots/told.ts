/** How far a machine has told by the time somebody says what is in its slots: what it told before is in that, however late it is heard here. */
import { linkState } from '@larder/contracts/device.js';
import type { ToldUpTo } from '@larder/contracts/device/machine-id.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Broken, type Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import type { Kit } from '@larder/kit/kit.js';

/** Somebody stands before the machine and waits for it. */
const PATIENCE_MS = 1_000;
const MOST_TRIES = 3;

/** Undefined where it has told nothing, and where nobody can say in time: a count is entered all the same, and what was told before it and is heard after it then comes off by clocks alone. */
export async function toldBy(kit: Kit, machineId: string, asked: Asked): Promise<ToldUpTo | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const link = await kit.ask(linkState, { machineId, account: accountOf(asked) }, { ...asked, caller: { kind: 'service', name: 'fleet' } }, PATIENCE_MS, true).catch(broken);
    if (link && !isRefusal(link)) return link.told && Object.keys(link.told).length > 0 ? link.told : undefined;
  }
  return undefined;
}

/** It stands in the log of whoever was asked. */
function broken(error: unknown): undefined {
  if (!(error instanceof Broken)) throw error;
}
