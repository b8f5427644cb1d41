/** Which machine of this organization the purchases of an export's machine belong to. */
import { createHash } from 'node:crypto';
import { machineForVisit } from '@larder/contracts/fleet.js';
import { machineStays, type Stay } from '@larder/contracts/fleet/places.js';
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
  /** Where it has stood while it was known here. */
  stays: readonly Stay[];
}

/** @param timeZone of a machine that is not there yet. Rejects when nobody can say. */
export async function placeOf(kit: Kit, { machineId: usual, machineName, location }: SeedPurchase, { account, timeZone, asked }: { account: string; timeZone: string; asked: Asked }): Promise<Place> {
  const own = ownId(usual, account);
  const [atUsual, atOwn] = await Promise.all([usual, own].map((machineId) => find(kit, machineId, asked)));
  const isElsewhere = atUsual !== undefined && atUsual.account !== account;
  const known = atOwn ?? (isElsewhere ? undefined : atUsual);
  const machineId = atOwn || isElsewhere ? own : usual;
  return { machineId, name: known?.name ?? machineName, address: known?.address ?? location, timeZone: known?.timeZone ?? timeZone, isNew: !known, stays: await staysOf(kit, account, machineId, asked) };
}

async function staysOf(kit: Kit, account: string, machineId: string, asked: Asked): Promise<readonly Stay[]> {
  const found = await kit.ask(machineStays, { account, machineId }, asked);
  if (isRefusal(found)) throw new Error(found.message);
  return found[0]?.stays ?? [];
}

/** Where a machine stood, as far as it was known here by then; else the file says it. */
export const addressAt = (stays: readonly Stay[], at: string, inFile: string): string => stays.find(({ from, until }) => from <= at && (until === undefined || at < until))?.address ?? inFile;

/** Of each machine, in their order: it is added where it stood last. */
export function latestOfEach(purchases: readonly SeedPurchase[]): Iterable<SeedPurchase> {
  const latest = new Map<string, SeedPurchase>();
  for (const purchase of purchases) {
    const known = latest.get(purchase.machineId);
    if (!known || known.day < purchase.day) latest.set(purchase.machineId, purchase);
  }
  return latest.values();
}

/** How an id is written here already, by the last of those that differ in capital letters alone: they are one machine's. */
export function spelledHere(known: readonly { machineId: string }[]): (machineId: string) => string {
  const exact = new Set(known.map(({ machineId }) => machineId));
  const spelled = new Map(known.map(({ machineId }) => [machineId.toLowerCase(), machineId]));
  return (machineId) => (exact.has(machineId) ? machineId : (spelled.get(machineId.toLowerCase()) ?? machineId));
}

/** Names like 'Lobby' are given everywhere, and an id is one machine's: where another organization was first, this one's is told apart, the same in every import. */
export const ownId = (usual: string, account: string): string => `${usual.slice(0, 33)}-${createHash('sha256').update(`${account} ${usual}`).digest('hex').slice(0, 6)}`;

async function find(kit: Kit, machineId: string, asked: Asked): Promise<Out<typeof machineForVisit> | undefined> {
  const found = await kit.ask(machineForVisit, { tag: machineId, machineId }, asked);
  if (!isRefusal(found)) return found;
  if (found.refused !== 'NOT_FOUND') throw new Error(found.message);
  return undefined;
}
