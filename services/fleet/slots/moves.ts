/** What machines see move in a slot, and what of it counts. */
import type { FleetFact, PassedOverWhy } from '@larder/contracts/fleet.js';
import { explained, isDatedBefore, isNumberedBefore } from './counts.js';
import { pricedThen, type Slot } from './slots.js';

/** What guests do. `productId`: what was moved, where that is known; the slot may have another product by now. `number`: of the machine's report, `<epoch>:<sequence>`. `happenedAt`: when, where it was told after. `knownSince`: the slot's when the visit began. `isBilled`: on a guest's bill, or off it again. `isAfterEnd`: the visit that the machine named had ended. */
export interface StockMove {
  type: 'TakeStock' | 'ReturnStock';
  slot: string;
  productId?: string;
  quantity: number;
  sessionId?: string;
  number?: string;
  happenedAt?: string;
  knownSince?: string | undefined;
  isBilled?: boolean;
  isAfterEnd?: boolean;
}

/** What comes of a move. One that counts for nothing is noted: heard again, after a crash, it would count in a slot that was laid out, filled or emptied since. */
export function decideMove(move: StockMove, slots: readonly Slot[], machineId: string): FleetFact[] {
  const { slot, quantity, sessionId } = move;
  const what = move.type === 'TakeStock' ? 'taken' : 'returned';
  const passedOver = (why: PassedOverWhy): FleetFact[] => [{ type: 'StockMovePassedOver', data: { machineId, slot, what, quantity, why, ...(sessionId !== undefined && { sessionId }) } }];
  const at = slots.find((s) => s.slot === slot);
  if (!at) return passedOver('not_laid_out');
  if (move.productId !== undefined && move.productId !== at.productId) return passedOver('other_product');
  if (isCounted(move, at)) return explainedBy(move, at, machineId) ?? passedOver('counted');
  const { productId, maxQuantity, left, goneAlone } = at;
  const moved = (change: number, before = left) => ({ machineId, slot, productId, left: before + change, maxQuantity, quantity: Math.abs(change), sessionId });
  const outside = (change: number) => ({ ...moved(change), ...(sessionId !== undefined && { afterEnd: true as const }), ...pricedThen(at) });
  const isOutside = sessionId === undefined || move.isAfterEnd;
  if (what === 'taken') return [{ type: 'StockTaken', data: isOutside ? outside(-quantity) : moved(-quantity) }];
  if (!isOutside) return [{ type: 'StockReturned', data: moved(quantity) }];
  // Nobody knows where what comes back while nobody is served is from; after a visit it may be of those that its guest has paid for.
  const back = Math.min(quantity, Math.max(0, goneAlone ?? (sessionId === undefined ? Infinity : 0)));
  const others = sessionId === undefined ? 0 : quantity - back;
  const facts: FleetFact[] = [...(back > 0 ? [{ type: 'StockReturned' as const, data: outside(back) }] : []), ...(others > 0 ? [{ type: 'StockReturned' as const, data: moved(others, left + back) }] : [])];
  return facts.length > 0 ? facts : passedOver('not_gone');
}

/** Told or heard after, it was before whoever counted the slot, or put this product there, saw what is in it. */
const isCounted = (move: StockMove, { knownSince, toldUpTo }: Slot): boolean =>
  // A visit that began after the count is after it; the clock may have been put back in between.
  isNumberedBefore(move, { toldUpTo }) || (move.knownSince !== knownSince && isDatedBefore(move, { at: knownSince }));

/** What is on nobody's bill stays what the count made of it. */
function explainedBy({ type, quantity, sessionId, number, happenedAt, isBilled }: StockMove, at: Slot, machineId: string): FleetFact[] | undefined {
  const told = isBilled && sessionId !== undefined ? explained(at, { type, quantity, sessionId, number, happenedAt }) : undefined;
  return told && [{ type: 'StockCountExplained', data: { machineId, slot: at.slot, productId: at.productId, ...told, ...pricedThen(at) } }];
}
