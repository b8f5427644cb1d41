/** Since when each slot has something to sell, and when others had: an empty slot sells nothing, and that says nothing about how well it sells. */
import { PACE_DAYS } from '@larder/contracts/fleet/pace.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { Projection } from '@larder/kit/views/projection.js';

/** A product in a slot, from when the first unit was in it until the last was gone. */
export interface Offer {
  slot: string;
  productId: string;
  from: string;
  /** Missing while there is something in it. */
  until?: string;
}

export interface OfferRow {
  machineId: string;
  /** Those that ended more than 28 days before the last of them changed are left out. */
  offers: readonly Offer[];
}

export const offerView: Projection<FleetFact, OfferRow> = {
  collection: 'machine-offers',
  version: 1,
  orders: [],
  categories: ['machine'],
  rows: (fact) => (turnOf(fact) ? [{ account: fact.meta.account, id: fact.data.machineId }] : []),
  apply(row, fact) {
    const turn = turnOf(fact);
    if (!turn) return row;
    const { at } = fact.meta;
    const oldest = new Date(Date.parse(at) - PACE_DAYS * DAY_MS).toISOString();
    const { slot } = turn;
    const known = (row?.offers ?? []).filter(({ until }) => until === undefined || until >= oldest);
    const isOpen = (offer: Offer): boolean => offer.slot === slot && offer.until === undefined;
    const sells = known.find(isOpen)?.productId;
    // A slot is assigned, too, where only its par level is set.
    if (turn.what === 'assigned' ? sells === undefined || sells === turn.productId : turn.what === 'filled' && sells === turn.productId) return row;
    const ended = known.map((offer) => (isOpen(offer) ? { ...offer, until: at } : offer));
    return { machineId: fact.data.machineId, offers: turn.what === 'filled' ? [...ended, { slot, productId: turn.productId, from: at }] : ended };
  },
};
const DAY_MS = 86_400_000;

type Turn = { what: 'filled' | 'assigned'; slot: string; productId: string } | { what: 'emptied'; slot: string };

/** Most of what is taken leaves something in the slot, and is nothing here. */
function turnOf({ type, data }: Stored<FleetFact>): Turn | undefined {
  switch (type) {
    case 'SlotCleared':
      return { what: 'emptied', slot: data.slot };
    case 'SlotAssigned':
      return { what: 'assigned', slot: data.slot, productId: data.productId };
    case 'StockRestocked':
      return turned(data, data.added);
    case 'StockAdjusted':
      return turned(data, data.change);
    case 'StockReturned':
      return turned(data, data.quantity);
    case 'StockTaken':
      return turned(data, -data.quantity);
    default:
      return undefined;
  }
}

function turned({ slot, productId, left }: { slot: string; productId: string; left: number }, change: number): Turn | undefined {
  const before = left - change;
  if (left > 0 === before > 0) return undefined;
  return left > 0 ? { what: 'filled', slot, productId } : { what: 'emptied', slot };
}
