/** What machines are called and where they stand by now: an alert that is open may be older than that, and somebody goes there. */
import { machineCard } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Kit } from '@larder/kit/kit.js';
import type { AlertRow } from './alert-view.js';
import { askedFor } from './raising.js';

/** Those that are open; the others, and all while fleet is away, as they were raised. */
export async function placedNow(kit: Kit, account: string, rows: readonly AlertRow[]): Promise<AlertRow[]> {
  const open = new Set(rows.filter(({ isResolved }) => !isResolved).map(({ machine }) => machine.machineId));
  const cards = new Map(await Promise.all([...open].map(async (machineId) => [machineId, await kit.askLately(machineCard, { account, machineId }, askedFor(account))] as const)));
  return rows.map((row) => {
    const card = row.isResolved ? undefined : cards.get(row.machine.machineId);
    return card && !isRefusal(card) ? { ...row, machine: { machineId: card.machineId, name: card.name, location: { address: card.address } } } : row;
  });
}
