/** When nothing is heard of a checkout, its provider is asked: after two minutes, then each time after twice as long, up to an hour. */
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Payments } from './payments.js';

const FIRST_MS = 2 * 60_000;
const LONGEST_MS = 3_600_000;

export const reconciling = (payments: Payments): DeadlineRules<PaymentFact | SessionFact> => ({
  name: 'checkout-deadlines',
  categories: ['payment', 'session'],
  on(fact) {
    const id = fact.data.sessionId;
    const after = (ms: number): { id: string; at: string } => ({ id, at: new Date(Date.parse(fact.meta.at) + ms).toISOString() });
    switch (fact.type) {
      case 'CheckoutOpened':
      case 'PaymentStarted': // long after it was opened, perhaps: nobody waits an hour to be believed
        return after(FIRST_MS);
      case 'CheckoutAbandoned':
      case 'HoldPlaced':
      case 'PaymentCaptured':
        // A last look, for what came through another checkout.
        return after(FIRST_MS);
      case 'CheckoutsAsked':
        return fact.data.isOver ? { id, met: true } : after(Math.min(FIRST_MS * 2 ** fact.data.times, LONGEST_MS));
      default:
        return undefined;
    }
  },
  run: ({ id, at, account }) => payments.reconcile(id, { commandId: `due:${id}:${at}`, account, actor: 'system:deadline', correlationId: id }),
});
