/** Which machine of this organization the purchases of an export's machine belong to. */
import { createHash } from 'node:crypto';
import { machineForVisit } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import type { SeedPurchase } from './seed-live.js';

export interface Place {
  machineId: string;
  name: string;
  address: string;
  timeZone: string;
  /** It is not there yet. */
  isNew: boolean;
}

/** @param timeZone of a machine that is not there yet. Rejects when nobody can say. */
export async function placeOf(kit: Kit, { machineId: usual, machineName, location }: SeedPurchase, { account, timeZone, asked }: { account: string; timeZone: string; asked: Asked }): Promise<Place> {
  const own = ownId(usual, account);
  const [atUsual, atOwn] = await Promise.all([usual, own].map((machineId) => find(kit, machineId, asked)));
  const isElsewhere = atUsual !== undefined && atUsual.account !== account;
  const known = atOwn ?? (isElsewhere ? undefined : atUsual);
  return { machineId: atOwn || isElsewhere ? own : usual, name: known?.name ?? machineName, address: known?.address ?? location, timeZone: known?.timeZone ?? timeZone, isNew: !known };
}

/** Names like 'Lobby' are given everywhere, and an id is one machine's: where another organization was first, this one's is told apart, the same in every import. */
export const ownId = (usual: string, account: string): string => `${usual.slice(0, 33)}-${createHash('sha256').update(`${account} ${usual}`).digest('hex').slice(0, 6)}`;

async function find(kit: Kit, machineId: string, asked: Asked): Promise<Out<typeof machineForVisit> | undefined> {
  const found = await kit.ask(machineForVisit, { tag: machineId, machineId }, asked);
  if (!isRefusal(found)) return found;
  if (found.refused !== 'NOT_FOUND') throw new Error(found.message);
  return undefined;
}
