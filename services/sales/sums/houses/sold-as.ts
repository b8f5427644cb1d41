/** Under which id the sales of a machine are found, whichever way its id is written. */
import { machineCard } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import type { DailySums } from '../daily-sums.js';

/** As the sales have it; undefined when none are its. Those of an id that differs in capital letters alone are not, where there is a machine of just that id. */
export async function soldAs(kit: Kit, sums: DailySums, account: string, machineId: string, asked: Asked): Promise<string | undefined> {
  const found = await sums.machine(account, machineId);
  if (found === undefined || found === machineId) return found;
  const itself = await kit.ask(machineCard, { account, machineId }, { ...asked, caller: { kind: 'service', name: 'sales' } });
  return isRefusal(itself) ? found : undefined;
}
