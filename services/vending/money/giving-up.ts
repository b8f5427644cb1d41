/** A rest that a hold did not reach for and that nobody pays is given up in the end: what did come is a sale. */
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import { session } from '../session.js';
import { lostOf } from './chargebacks.js';
import { capturedCents, isAskedAbout, payment, paymentIdOf } from './payment.js';

const GIVEN_UP_MS = 7 * 86_400_000;

export const givingUp = (kit: Kit): DeadlineRules<PaymentFact | SessionFact> => ({
  name: 'rest-deadlines',
  categories: ['payment', 'session'],
  on(fact) {
    const id = fact.data.sessionId;
    switch (fact.type) {
      case 'CaptureOrdered':
        return { id, at: new Date(Date.parse(fact.meta.at) + GIVEN_UP_MS).toISOString() };
      case 'CaptureFailed':
      case 'SessionPaid':
        return { id, met: true };
      default:
        return undefined;
    }
  },
  async run({ id, at, account }) {
    const money = await kit.look(payment, id, account);
    const last = money.captures.at(-1);
    // Paid at a checkout that is still open, it would be money without a sale.
    if (!last || isAskedAbout(money)) return;
    const command = { type: 'SettleInPart' as const, paidCents: capturedCents(money), paymentId: paymentIdOf(id), method: last.method, paidAt: last.capturedAt, lost: lostOf(money.chargebacks) };
    await kit.handle(session, id, command, { commandId: `due:${id}:${at}`, account, actor: 'system:deadline', correlationId: id });
  },
});
