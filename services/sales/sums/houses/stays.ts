/** Where machines stood, as fleet knows it. */
import { machineStays, type Stay } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

/** By machine, in their order. */
export type Stays = ReadonlyMap<string, readonly Stay[]>;

/** Of nobody while fleet is away for longer: then each sale counts where it says that it was. */
export async function readStays(kit: Kit, account: string, asked: Asked): Promise<Stays> {
  const machines = await kit.askLately(machineStays, { account }, { ...asked, caller: { kind: 'service', name: 'sales' } });
  return new Map(isRefusal(machines) ? [] : machines.map(({ machineId, stays }) => [machineId, stays]));
}

/** A sale holds the address as it was written then; where somebody has corrected it since, it is the corrected one. Of very many rows each address is looked up once. */
export function writtenNow(stays: Stays): <R extends { machineId: string; address: string }>(row: R) => R {
  const known = new Map<string, Map<string, string>>();
  const addressOf = (machineId: string, address: string): string => {
    const its = stays.get(machineId) ?? [];
    const isStill = its.some((stay) => stay.address === address);
    return (isStill ? undefined : its.findLast(({ former }) => former.includes(address))?.address) ?? address;
  };
  return (row) => {
    const { machineId, address } = row;
    let its = known.get(machineId);
    if (!its) known.set(machineId, (its = new Map()));
    let now = its.get(address);
    if (now === undefined) its.set(address, (now = addressOf(machineId, address)));
    return now === address ? row : { ...row, address: now };
  };
}

/** Where a machine stood at a moment; of before it was here, where it stood first. */
export const stoodAt = (stays: readonly Stay[] = [], at: string): string | undefined => (stays.findLast(({ from }) => from <= at) ?? stays[0])?.address;
