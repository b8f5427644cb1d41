/** Machines of an organization whose ids would differ in capital letters alone: on labels and phones they are one, and what one has sold is found under both. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Kit } from '@larder/kit/kit.js';
import { machineView, type MachineRow } from './machine-view.js';
import { setupView, type SetupRow } from './setup/setup-view.js';

/** Why there can be no machine of that id; undefined when no other one that is there, or waits to be set up, is called like it. */
export async function twinOf(kit: Kit, account: string, machineId: string): Promise<Refusal | undefined> {
  const [machines, waiting] = await Promise.all([kit.views.all<MachineRow>(machineView, account), kit.views.all<SetupRow>(setupView, account)]);
  const twin = [...machines, ...waiting].find(({ machineId: its }) => its !== machineId && its.toLowerCase() === machineId.toLowerCase());
  return twin && refuse('CONFLICT', `There is a machine ${twin.machineId}, and ${machineId} would be another one. Please write it the same way, or choose another ID`, { machineId: twin.machineId });
}
