/** What follows by itself in a visit: the door is unlocked, the till freed, the payment asked for, the paid visit closed. */
import { Injectable } from '@nestjs/common';
import { sendOrder } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { DeadlineRules, Due } from '@larder/kit/commands/deadlines.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { lostOf } from './money/chargebacks.js';
import { capturedCents, dueCents, payment } from './money/payment.js';
import { Payments } from './money/payments.js';
import { LONGEST_OPEN_MS, session } from './session.js';
import { till } from './till.js';

/** The order that unlocks a machine for a visit; what follows it in an id tells orders given again from each other. */
const unlockOf = (sessionId: string): string => `${sessionId}:unlock`;

const lockOf = (sessionId: string): string => `${sessionId}:lock`;
/** The visit for whose door a machine had an order, and which; undefined for other orders. */
export function doorOrder(orderId: string): { sessionId: string; action: 'lock' | 'unlock' } | undefined {
  const [sessionId = '', action] = orderId.split(':');
  return action === 'lock' || action === 'unlock' ? { sessionId, action } : undefined;
}

/** When a visit ends whose time begins now. */
export const visitEnd = ({ clock, settings }: Pick<Kit, 'clock' | 'settings'>): string => new Date(clock.now().getTime() + settings.SESSION_SECONDS * 1000).toISOString();

const UNLOCK_SECONDS = 30;
/** A machine that comes back within the time in which the visit waits for it is still to answer. */
const LOCK_SECONDS = LONGEST_OPEN_MS / 1000;
/** An order whose answer was lost is given again; until then it holds up the other visits. */
const ORDER_MS = 3_000;
/** A committed visit that is still unpaid after this long opens a case. */
const OVERDUE_MS = 15 * 60_000;

const FOLLOWED = [
  'SessionStarted', 'SessionHeld', 'SessionEndAsked', 'SessionCommitted', 'SessionCancelled', 'SessionExpired',
  'HoldRequested', 'HoldPlaced', 'CheckoutAbandoned', 'PaymentRequested', 'CaptureOrdered', 'CaptureFailed', 'ReleaseOrdered', 'PaymentCaptured', 'RefundOrdered',
] as const;
type Followed = Extract<SessionFact | PaymentFact, { type: (typeof FOLLOWED)[number] }>;

@Injectable()
export class VisitProcess implements Reaction {
  readonly source = 'vending';
  readonly concerns = only(...FOLLOWED);

  constructor(private readonly kit: Kit, private readonly payments: Payments) {}

  /** What one visit does to the door of a machine is done before what the next one does. Its money is a lane of its own: a provider that fails holds up no door. */
  laneOf = (heard: AnyFact): string => (heard as Stored<SessionFact>).data.machineId ?? heard.stream;

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<Followed>;
    const cause = because(heard, 'vending');
    switch (fact.type) {
      case 'SessionStarted': {
        const { sessionId, machineId, currency, machine, holdCents, statementDescriptor } = fact.data;
        if (fact.data.flow === 'pay-after' || !holdCents) return this.unlock(cause, machineId, sessionId);
        await this.kit.handle(payment, sessionId, { type: 'RequestHold', sessionId, amountCents: holdCents, currency, machineName: machine.name, ...(statementDescriptor && { statementDescriptor }) }, cause);
        return;
      }
      case 'SessionHeld': {
        const { machineId, sessionId, expiresAt } = fact.data;
        if (expiresAt) await this.kit.handle(till, machineId, { type: 'ProlongTill', machineId, sessionId, expiresAt }, cause);
        return this.unlock(cause, machineId, sessionId);
      }
      case 'SessionCommitted': {
        await this.release(heard, fact.data);
        const { sessionId, totalCents, currency, lines } = fact.data;
        const { start } = await this.kit.look(session, sessionId, heard.meta.account);
        const named = { machineName: start?.machine.name ?? fact.data.machineId, ...(start?.statementDescriptor && { statementDescriptor: start.statementDescriptor }) };
        await this.kit.handle(payment, sessionId, { type: 'RequestPayment', sessionId, amountCents: totalCents, currency, lines, ...named }, cause);
        await this.kit.handle(payment, sessionId, { type: 'OrderCapture' }, { ...cause, commandId: `${cause.commandId}:capture` });
        return;
      }
      case 'SessionEndAsked':
        return this.order(cause, fact.data.machineId, 'lock', fact.data.sessionId);
      case 'SessionCancelled':
      case 'SessionExpired':
        await this.release(heard, fact.data);
        await this.kit.handle(payment, fact.data.sessionId, { type: 'OrderRelease' }, cause);
        // Who cancelled, and whose time ran out, is waited for until it has locked; here it may have had an order before the one it refused.
        if (fact.type === 'SessionCancelled' && fact.data.why !== 'guest') await this.order(cause, fact.data.machineId, 'lock', fact.data.sessionId);
        return;
      default:
        return this.money(fact, cause);
    }
  }

  private async money(fact: Stored<Extract<Followed, PaymentFact>>, cause: Cause): Promise<void> {
    const { sessionId } = fact.data;
    switch (fact.type) {
      case 'HoldRequested':
      case 'PaymentRequested':
        return this.ask(sessionId, cause);
      case 'HoldPlaced': {
        const held = await this.kit.handle(session, sessionId, { type: 'NoteHold', holdCents: fact.data.amountCents, expiresAt: visitEnd(this.kit) }, cause);
        // It came when the visit was over: nothing will be taken out of it.
        if (isRefusal(held) || held.state.status !== 'active') await this.kit.handle(payment, sessionId, { type: 'OrderRelease' }, cause);
        return;
      }
      case 'CheckoutAbandoned':
        return this.payments.close(sessionId, fact.data.providerRef, cause);
      case 'CaptureOrdered':
        return this.payments.capture(sessionId, cause);
      case 'CaptureFailed':
        await this.kit.handle(payment, sessionId, { type: 'OrderRelease' }, cause);
        return this.ask(sessionId, cause);
      case 'ReleaseOrdered':
        return this.payments.release(sessionId, cause);
      case 'PaymentCaptured': {
        const { paymentId, method, capturedAt } = fact.data;
        const state = await this.kit.look(payment, sessionId, cause.account);
        // The hold did not reach for all of it: the guest is asked for the rest.
        if (dueCents(state) > 0) return this.ask(sessionId, cause);
        await this.kit.handle(session, sessionId, { type: 'MarkPaid', paymentId, method, paidAt: capturedAt, lost: lostOf(state.chargebacks) }, cause);
        return;
      }
      case 'RefundOrdered':
        return this.payments.giveBack(sessionId, fact.data.refundId, cause);
    }
  }

  readonly deadlines: DeadlineRules<SessionFact> = {
    name: 'visit-deadlines',
    version: 3,
    categories: ['session'],
    on(fact) {
      switch (fact.type) {
        case 'SessionStarted':
          return { id: fact.data.sessionId, at: fact.data.expiresAt };
        case 'SessionHeld':
          return fact.data.expiresAt ? { id: fact.data.sessionId, at: fact.data.expiresAt } : undefined;
        case 'SessionCommitted':
          return { id: fact.data.sessionId, at: new Date(Date.parse(fact.meta.at) + OVERDUE_MS).toISOString() };
        case 'SessionPaid':
        case 'SessionCancelled':
        case 'SessionExpired':
        case 'SessionOverdue':
          return { id: fact.data.sessionId, met: true };
        default:
          return undefined;
      }
    },
    run: async (due: Due) => {
      const cause = { commandId: `due:${due.id}:${due.at}`, account: due.account, actor: 'system:deadline', correlationId: due.id };
      const { status, start, endAskedBy, seen } = await this.kit.look(session, due.id, due.account);
      // What the machine was told may not have come to it.
      if (status === 'active' && start && endAskedBy) await this.order(cause, start.machineId, 'lock', due.id);
      if (status !== 'active') {
        await this.kit.handle(session, due.id, { type: 'NoteOverdue', paidCents: capturedCents(await this.kit.look(payment, due.id, due.account)) }, cause);
        return;
      }
      // It has more than one effect: the end is asked for, perhaps once more behind a door that was opened since, and then it is the end.
      const commandId = `${cause.commandId}:${seen.count}${endAskedBy ? ':asked' : ''}`;
      await this.kit.handle(session, due.id, { type: 'ExpireSession', now: this.kit.clock.now().toISOString() }, { ...cause, commandId });
    },
  };

  private async release(fact: AnyFact, { machineId, sessionId }: { machineId: string; sessionId: string }): Promise<void> {
    await this.kit.handle(till, machineId, { type: 'ReleaseTill', machineId, sessionId }, because(fact, 'vending'));
  }

  /** What the provider will not open is asked for again when the guest presses Pay; unpaid for long it becomes a case. */
  private async ask(sessionId: string, cause: Cause): Promise<void> {
    await this.payments.openCheckout(sessionId, cause);
  }

  /** Heard late, the visit may be over. */
  private async unlock(cause: Cause, machineId: string, sessionId: string): Promise<void> {
    const { status, endAskedBy } = await this.kit.look(session, sessionId, cause.account);
    if (status === 'active' && !endAskedBy) await this.order(cause, machineId, 'unlock', sessionId);
  }

  /** For a guest who taps again before a door that has locked itself: an order of its own, as the machine has obeyed the former. Lost, the guest taps once more. */
  async unlockAgain(machineId: string, sessionId: string, asked: Asked, account: string): Promise<void> {
    const orderId = `${unlockOf(sessionId)}:${asked.commandId}`.slice(0, 80);
    await this.kit.ask(sendOrder, { machineId, account, orderId, action: 'unlock', ttlSeconds: UNLOCK_SECONDS, sessionId }, { ...asked, caller: { kind: 'service', name: 'vending' } }, ORDER_MS);
  }

  private async order({ account, commandId, correlationId }: Cause, machineId: string, action: 'unlock' | 'lock', sessionId: string): Promise<void> {
    const what = action === 'unlock' ? { orderId: unlockOf(sessionId), ttlSeconds: UNLOCK_SECONDS } : { orderId: lockOf(sessionId), ttlSeconds: LOCK_SECONDS };
    const sent = await this.kit.ask(sendOrder, { machineId, account, action, sessionId, ...what }, { caller: { kind: 'service', name: 'vending' }, commandId, correlationId }, ORDER_MS);
    if (isRefusal(sent) && sent.refused === 'UNAVAILABLE') throw new Declined(sent);
  }
}
