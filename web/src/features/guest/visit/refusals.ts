/** The sentences a guest reads when the server says no. */
import type { Failure } from '../call.js';

/** Why a visit cannot be cancelled. */
export function cancelRefusal(failure: Failure): string {
  if (failure.code === 'NETWORK') return 'Failed to cancel session. Please try again.';
  const items = failure.code === 'CANCELLATION_BLOCKED' ? itemsToReturn(failure.data) : [];
  if (items.length > 0) return `Cannot cancel - please return items first: ${items.map((item) => `${item.quantity}x ${item.name}`).join(', ')}`;
  return failure.message || 'Failed to cancel session';
}

/** What is told when the page hears nothing of the visit: the machine has a connection of its own, and nothing is charged but at the checkout. */
export const unheard = ({ code, message }: Failure, isTaking: boolean): string =>
  (code === 'NETWORK' ? `${message} ${isTaking ? 'The machine counts what you take all the same. ' : ''}This screen catches up by itself.` : message);

/** Why the checkout did not open. @param isFirst no other was open, at which they may have paid */
export const payRefusal = ({ code, message }: Failure, isFirst: boolean): string =>
  (code === 'NETWORK' && isFirst ? `${message} Nothing was charged.` : message || 'Payment processing failed. Please try again.');

interface ItemOut {
  name: string;
  quantity: number;
}
function itemsToReturn(data: unknown): ItemOut[] {
  const items = (data as { itemsToReturn?: ItemOut[] } | undefined)?.itemsToReturn;
  return Array.isArray(items) ? items : [];
}
