/** How many of a product a machine saw come back in a visit without taking them off the bill: after the visit was over, or in another slot. What was laid down and picked up again has not come back, and what a slot had more of before the door was open was there. */
import type { SessionFact } from '@larder/contracts/vending.js';

export function returnedUnpaid(visit: readonly SessionFact[], productId: string): number {
  const start = visit.find((fact) => fact.type === 'SessionStarted');
  const slots = new Set(start?.data.offers.filter((offer) => offer.productId === productId).map(({ slot }) => slot));
  const open = visit.findIndex(({ type }) => type === 'DoorOpened');
  return visit.reduce((sum, fact, n) => {
    if (fact.type !== 'UnplacedItemReported' || !slots.has(fact.data.slot) || (n < open && fact.data.why === 'not_held')) return sum;
    const { what, why, quantity } = fact.data;
    if (what === 'returned') return sum + quantity;
    return why === 'not_held' ? sum - quantity : sum;
  }, 0);
}
