/** How many of a product a machine saw come back in a visit without taking them off the bill: after the visit was over, or in another slot. What was laid down and picked up again, or left after the bill was made, has not come back, and what a slot had more of before the door was open was there. */
import type { SessionFact } from '@larder/contracts/vending.js';

export function returnedUnpaid(visit: readonly SessionFact[], productId: string): number {
  const start = visit.find((fact) => fact.type === 'SessionStarted');
  const slots = new Set(start?.data.offers.filter((offer) => offer.productId === productId).map(({ slot }) => slot));
  const open = visit.findIndex(({ type }) => type === 'DoorOpened');
  const back = visit.reduce((sum, fact, n) => {
    if (fact.type !== 'UnplacedItemReported' || !slots.has(fact.data.slot) || (n < open && fact.data.why === 'not_held')) return sum;
    const { what, quantity } = fact.data;
    return what === 'returned' ? sum + quantity : sum - quantity;
  }, 0);
  return Math.max(0, back);
}
