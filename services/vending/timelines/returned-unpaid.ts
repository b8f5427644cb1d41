/** How many of a product a machine saw come back in a visit without taking them off the bill: after the visit was over, or in another slot. */
import type { SessionFact } from '@larder/contracts/vending.js';

export function returnedUnpaid(visit: readonly SessionFact[], productId: string): number {
  const start = visit.find((fact) => fact.type === 'SessionStarted');
  const slots = new Set(start?.data.offers.filter((offer) => offer.productId === productId).map(({ slot }) => slot));
  return visit.reduce((sum, fact) => (fact.type === 'UnplacedItemReported' && fact.data.what === 'returned' && slots.has(fact.data.slot) ? sum + fact.data.quantity : sum), 0);
}
