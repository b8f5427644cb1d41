/** Where machines stood, as fleet knows it. */
import { machineStays, type Stay } from '@larder/contracts/places.js';
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

/** A sale holds the address as it was written then; where somebody has corrected it since, it is the corrected one. */
export function asWrittenNow<R extends { machineId: string; address: string }>(rows: readonly R[], stays: Stays): R[] {
  return rows.map((row) => {
    const its = stays.get(row.machineId) ?? [];
    const isStill = its.some(({ address }) => address === row.address);
    const corrected = isStill ? undefined : its.findLast(({ former }) => former.includes(row.address));
    return corrected ? { ...row, address: corrected.address } : row;
  });
}

/** Where a machine stood at a moment; of before it was here, where it stood first. */
export const stoodAt = (stays: readonly Stay[] = [], at: string): string | undefined => (stays.findLast(({ from }) => from <= at) ?? stays[0])?.address;
