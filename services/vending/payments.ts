/** Moves a visit's money along: asks for it, opens the checkout, believes only what the provider's signed messages say. */
import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Cause } from '@larder/kit/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { CHECKOUT, ProviderRefused, type Checkout, type CheckoutEvent } from './checkout.js';
import { payment } from './payment.js';
import { session } from './session.js';
import { GUESTS, visitView, type Visit } from './visit-view.js';

@Injectable()
export class Payments {
  constructor(private readonly kit: Kit, @Inject(CHECKOUT) private readonly checkout: Checkout) {}

  /** Opens a checkout for what was asked for, unless one is open or the money is there. Repeating opens no second one: the key follows from the session. */
  async openCheckout(sessionId: string, cause: Cause): Promise<void> {
    const { request, checkout, captured, attempts } = await this.kit.look(payment, sessionId, cause.account);
    if (!request || checkout || captured) return;
    const { paymentId, amountCents, currency, lines, machineName } = request;
    const key = `${sessionId}:checkout:${attempts + 1}`;
    const opened = await this.checkout.open({ key, sessionId, paymentId, amountCents, currency, lines, machineName });
    const noted = await this.kit.handle(payment, sessionId, { type: 'NoteCheckout', provider: this.checkout.provider, ...opened }, { ...cause, commandId: key });
    if (!isRefusal(noted)) await this.kit.views.reached(visitView, noted.position);
  }

  /** Asks the provider for a refund that was ordered. Repeating gives nothing back twice: the key follows from the refund. */
  async giveBack(sessionId: string, refundId: string, cause: Cause): Promise<void> {
    const { capture, refunds, request } = await this.kit.look(payment, sessionId, cause.account);
    const ordered = refunds[refundId];
    if (!capture || !request || !ordered?.isOpen) return;
    const command = await this.checkout.refund({ key: `${sessionId}:refund:${refundId}`, providerRef: capture.providerRef, amountCents: ordered.amountCents, currency: request.currency }).then(
      ({ refundRef }) => ({ type: 'NoteRefund' as const, refundId, refundRef, issuedAt: this.kit.clock.now().toISOString() }),
      async (error: unknown) => {
        if (!(error instanceof ProviderRefused)) throw error;
        const { start } = await this.kit.look(session, sessionId, cause.account);
        return { type: 'NoteRefundRefused' as const, refundId, machineId: start?.machineId ?? '', why: error.message };
      },
    );
    await this.kit.handle(payment, sessionId, command, { ...cause, commandId: `${sessionId}:refund:${refundId}` });
  }

  /** A provider's message: verified first, then handled once. Throws BadSignature. */
  async accept(body: string, signature: string, correlationId: string): Promise<{ handled: boolean } | Refusal> {
    const event = this.checkout.read(body, signature);
    if (!event) return { handled: false };
    const visit = await this.kit.views.get<Visit>(visitView, GUESTS, event.sessionId);
    if (!visit) return refuse('NOT_FOUND', 'No session found');
    const cause = { commandId: `webhook:${event.eventId}`, account: visit.account, actor: `system:${this.checkout.provider}`, correlationId };
    const done = await this.kit.handle(payment, event.sessionId, commandFor(event), cause);
    return isRefusal(done) ? done : { handled: true };
  }
}

const commandFor = ({ what, providerRef, amountCents, currency, method, at }: CheckoutEvent) =>
  what === 'paid'
    ? { type: 'CapturePayment' as const, providerRef, amountCents, currency, method, capturedAt: at }
    : { type: 'NoteAbandoned' as const, providerRef };
