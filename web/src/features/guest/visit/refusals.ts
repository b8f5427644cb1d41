/** The sentences a guest reads when the server says no. */
import type { Failure } from '../call.js';

/** Why a visit cannot be cancelled. */
export function cancelRefusal(failure: Failure): string {
  if (failure.code === 'NETWORK') return 'Failed to cancel session. Please try again.';
  const items = failure.code === 'CANCELLATION_BLOCKED' ? itemsToReturn(failure.data) : [];
  if (items.length > 0) return `Cannot cancel - please return items first: ${items.map((item) => `${item.quantity}x ${item.name}`).join(', ')}`;
  return failure.message || 'Failed to cancel session';
}

interface ItemOut {
  name: string;
  quantity: number;
}
function itemsToReturn(data: unknown): ItemOut[] {
  const items = (data as { itemsToReturn?: ItemOut[] } | undefined)?.itemsToReturn;
  return Array.isArray(items) ? items : [];
}
