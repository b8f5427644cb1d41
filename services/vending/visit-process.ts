/** What follows by itself in a visit: the door is unlocked, the till freed, the payment asked for, the paid visit closed. */
import { Injectable } from '@nestjs/common';
import { linkState, sendOrder } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { PaymentFact, SessionFact } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { DeadlineRules, Due } from '@larder/kit/deadlines.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/react.js';
import type { Cause } from '@larder/kit/handle.js';
import { capturedCents, dueCents, payment } from './money/payment.js';
import { Payments } from './money/payments.js';
import { session } from './session.js';
import { till } from './till.js';

/** The order that unlocks a machine for a visit; what follows it in an id tells orders given again from each other. */
export const unlockOf = (sessionId: string): string => `${sessionId}:unlock`;

/** When a visit ends whose time begins now. */
export const visitEnd = ({ clock, settings }: Pick<Kit, 'clock' | 'settings'>): string => new Date(clock.now().getTime() + settings.SESSION_SECONDS * 1000).toISOString();

const UNLOCK_SECONDS = 30;
/** An order whose answer was lost is given again; until then it holds up the other visits. */
const ORDER_MS = 3_000;
/** A committed visit that is still unpaid after this long opens a case. */
const OVERDUE_MS = 15 * 60_000;

const FOLLOWED = [
  'SessionStarted', 'SessionHeld', 'SessionCommitted', 'SessionCancelled', 'SessionExpired',
  'HoldRequested', 'HoldPlaced', 'PaymentRequested', 'CaptureOrdered', 'CaptureFailed', 'ReleaseOrdered', 'PaymentCaptured', 'RefundOrdered',
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
        if (fact.data.flow === 'pay-after' || !holdCents) return this.unlock(heard, machineId, sessionId);
        await this.kit.handle(payment, sessionId, { type: 'RequestHold', sessionId, amountCents: holdCents, currency, machineName: machine.name, ...(statementDescriptor && { statementDescriptor }) }, cause);
        return;
      }
      case 'SessionHeld': {
        const { machineId, sessionId, expiresAt } = fact.data;
        if (expiresAt) await this.kit.handle(till, machineId, { type: 'ProlongTill', machineId, sessionId, expiresAt }, cause);
        return this.unlock(heard, machineId, sessionId);
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
      case 'SessionCancelled':
      case 'SessionExpired':
        await this.release(heard, fact.data);
        await this.kit.handle(payment, fact.data.sessionId, { type: 'OrderRelease' }, cause);
        return this.order(heard, fact.data.machineId, 'lock', fact.data.sessionId);
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
        await this.kit.handle(session, sessionId, { type: 'MarkPaid', paymentId, method, paidAt: capturedAt }, cause);
        return;
      }
      case 'RefundOrdered':
        return this.payments.giveBack(sessionId, fact.data.refundId, cause);
    }
  }

  readonly deadlines: DeadlineRules<SessionFact> = {
    name: 'visit-deadlines',
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
      const { status, start } = await this.kit.look(session, due.id, due.account);
      const command = status === 'active' && start
        ? { type: 'ExpireSession' as const, now: this.kit.clock.now().toISOString(), isSilent: await this.isSilent(start.machineId, cause) }
        : { type: 'NoteOverdue' as const, paidCents: capturedCents(await this.kit.look(payment, due.id, due.account)) };
      await this.kit.handle(session, due.id, command, cause);
    },
  };

  /** A machine whose link is down goes on with the visit it was unlocked for, and tells of it later. */
  private async isSilent(machineId: string, { account, commandId, correlationId }: Cause): Promise<boolean> {
    const link = await this.kit.ask(linkState, { machineId, account }, { caller: { kind: 'service', name: 'vending' }, commandId, correlationId }, ORDER_MS);
    return isRefusal(link) || !link.connected;
  }

  private async release(fact: AnyFact, { machineId, sessionId }: { machineId: string; sessionId: string }): Promise<void> {
    await this.kit.handle(till, machineId, { type: 'ReleaseTill', machineId, sessionId }, because(fact, 'vending'));
  }

  /** What the provider will not open is asked for again when the guest presses Pay; unpaid for long it becomes a case. */
  private async ask(sessionId: string, cause: Cause): Promise<void> {
    await this.payments.openCheckout(sessionId, cause);
  }

  /** Heard late, the visit may be over. */
  private async unlock(fact: AnyFact, machineId: string, sessionId: string): Promise<void> {
    const { status } = await this.kit.look(session, sessionId, fact.meta.account);
    if (status === 'active') await this.order(fact, machineId, 'unlock', sessionId);
  }

  /** For a guest who taps again before a door that has locked itself: an order of its own, as the machine has obeyed the former. Lost, the guest taps once more. */
  async unlockAgain(machineId: string, sessionId: string, asked: Asked, account: string): Promise<void> {
    const orderId = `${unlockOf(sessionId)}:${asked.commandId}`.slice(0, 80);
    await this.kit.ask(sendOrder, { machineId, account, orderId, action: 'unlock', ttlSeconds: UNLOCK_SECONDS, sessionId }, { ...asked, caller: { kind: 'service', name: 'vending' } }, ORDER_MS);
  }

  private async order(fact: AnyFact, machineId: string, action: 'unlock' | 'lock', sessionId: string): Promise<void> {
    const sent = await this.kit.ask(sendOrder, { machineId, account: fact.meta.account, orderId: action === 'unlock' ? unlockOf(sessionId) : `${sessionId}:lock`, action, ttlSeconds: UNLOCK_SECONDS, sessionId }, this.kit.because(fact, 'vending'), ORDER_MS);
    // A machine without a link cannot be told; the visit then simply expires.
    if (isRefusal(sent) && sent.refused === 'UNAVAILABLE') throw new Declined(sent);
  }
}
