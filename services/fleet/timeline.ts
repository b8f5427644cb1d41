/** What happened to a machine, fact by fact, in words. */
import type { FleetFact, MachineTimeline } from '@larder/contracts/fleet.js';
import type { Stored } from '@larder/contracts/fact.js';
import { formatCents } from '@larder/contracts/money.js';
import type { TeamMember } from '@larder/contracts/organization.js';
import { formatTaxRate } from '@larder/contracts/tax.js';
import { never } from '@larder/kit/decider.js';

type Entry = MachineTimeline['entries'][number];

export interface Names {
  /** The name behind an actor such as `user:<id>`. */
  actor(actor: string): string;
  product(productId: string): string;
  currency: string;
}

export function entryOf({ id, meta, ...fact }: Stored<FleetFact>, names: Names): Entry {
  const reason = 'reason' in fact.data ? fact.data.reason : undefined;
  return { id, at: meta.at, type: fact.type, what: wordsOf(fact, names), by: witnessOf(fact) ?? names.actor(meta.actor), ...(reason && { reason }) };
}

function wordsOf({ type, data }: FleetFact, { product, currency }: Names): string {
  switch (type) {
    case 'MachineRegistered':
      return `Added as ${data.name}, ${data.address}`;
    case 'ModeIntended':
      return data.mode === 'maintenance' ? 'Put into maintenance' : 'Put in service';
    case 'SlotAssigned':
      return `Slot ${data.slot} holds up to ${data.maxQuantity} of ${product(data.productId)}`;
    case 'SlotCleared':
      return `Slot ${data.slot} emptied and given free`;
    case 'SlotPriced':
      return data.priceCents === null ? `Slot ${data.slot} follows the product's price again` : `Slot ${data.slot} priced at ${formatCents(data.priceCents, currency)}`;
    case 'StockRestocked':
      return `${data.added} ${product(data.productId)} added to slot ${data.slot}, ${data.left} in it`;
    case 'StockAdjusted':
      return `Count of ${product(data.productId)} in slot ${data.slot} corrected by ${data.change > 0 ? '+' : ''}${data.change}, ${data.left} in it`;
    case 'StockTaken':
      return `${data.quantity} ${product(data.productId)} taken from slot ${data.slot}, ${data.left} left`;
    case 'StockReturned':
      return `${data.quantity} ${product(data.productId)} put back into slot ${data.slot}, ${data.left} in it`;
    case 'MachineTaxed':
      return data.taxBasisPoints === 0 ? 'Prices include no tax' : `Prices include ${formatTaxRate(data.taxBasisPoints)} tax`;
    case 'MachineCameOnline':
      return 'Came online';
    case 'MachineWentOffline':
      return 'Went silent';
    default:
      return never(type);
  }
}

/** Who told of it, where that is not who ordered it. */
function witnessOf({ type }: Pick<FleetFact, 'type'>): string | undefined {
  if (type === 'StockTaken' || type === 'StockReturned' || type === 'MachineCameOnline') return 'The machine';
  return type === 'MachineWentOffline' ? 'Larder' : undefined;
}

const SYSTEMS: Record<string, string> = { 'system:sales': 'Import of sales', 'system:demo': 'Demo data' };

export function actorNames(members: readonly TeamMember[]): Names['actor'] {
  const names = new Map(members.map(({ userId, firstName, lastName, email }) => [`user:${userId}`, `${firstName} ${lastName}`.trim() || email]));
  return (actor) => names.get(actor) ?? SYSTEMS[actor] ?? (actor.startsWith('user:') ? '' : 'Larder');
}
