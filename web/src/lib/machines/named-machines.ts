/** Machines as people find them in a field: by their names, or by what their ids are. */
import { plain } from '@larder/contracts/names.js';

export interface NamedMachine {
  machineId: string;
  name: string;
}

/** People know names: one that a single machine has stands for its id, unless it is the id of another one; everything else is taken for an id as it is. */
export function machineIdFor(text: string, machines: readonly NamedMachine[]): string {
  if (machines.some(({ machineId }) => machineId === text.trim())) return text.trim();
  const [found, ...others] = machines.filter(({ name }) => plain(name.trim()) === plain(text.trim()));
  return found && others.length === 0 ? found.machineId : text;
}

/** Offered while somebody types: first the one whose id that is, because Enter takes the first that begins with it, and VM-1 is no VM-10. */
export const offeredFor = (text: string, machines: readonly NamedMachine[]): NamedMachine[] => {
  const exact = machines.filter(({ machineId }) => machineId === text.trim());
  return [...exact, ...machines.filter((machine) => !exact.includes(machine))];
};
