/** What the payment provider and the test checkout page ask of vending. */
import { Controller, Inject } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { acceptWebhook, localCheckout, settleLocalCheckout } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { BadSignature, CHECKOUT, type Checkout, type CheckoutEvent } from '../checkouts/checkout.js';
import { holdRefOf, type LocalCheckout } from '../checkouts/local-checkout.js';
import { Payments } from './payments.js';
import { GUESTS, visitView, type Visit } from '../visit-view.js';

@Controller()
export class PaymentsController {
  constructor(private readonly kit: Kit, private readonly payments: Payments, @Inject(CHECKOUT) private readonly checkout: Checkout) {}

  @Answers(acceptWebhook)
  async webhook({ body, signature }: In<typeof acceptWebhook>, asked: Asked): Promise<Out<typeof acceptWebhook> | Refusal> {
    try {
      return await this.payments.accept(body, signature, asked.correlationId);
    } catch (error) {
      if (error instanceof BadSignature) return refuse('BAD_INPUT', 'The message is not signed by the payment provider');
      throw error;
    }
  }

  @Answers(localCheckout)
  async show({ checkoutId }: In<typeof localCheckout>): Promise<Out<typeof localCheckout> | Refusal> {
    const visit = await this.visitOf(checkoutId);
    if (isRefusal(visit)) return visit;
    const { lines, kind, screen } = visit;
    const isSettled = kind === 'hold' ? screen.hold?.state !== 'needed' : screen.status === 'completed';
    const state = isSettled ? 'paid' : (await this.isClosed(checkoutId)) ? 'abandoned' : 'open';
    return { checkoutId, kind, sessionId: screen.sessionId, amountCents: amountOf(visit), currency: screen.currency, lines: kind === 'hold' ? [] : lines, machineName: screen.machine.name, state };
  }

  @Answers(settleLocalCheckout)
  async settle({ checkoutId, outcome, method, delivery }: In<typeof settleLocalCheckout>, asked: Asked): Promise<Out<typeof settleLocalCheckout> | Refusal> {
    const visit = await this.visitOf(checkoutId);
    if (isRefusal(visit)) return visit;
    const { sessionId, currency } = visit.screen;
    if (outcome === 'decline') return refuse('CONFLICT', 'Your card was declined. Please try another one.');
    if (outcome !== 'abandon' && (await this.isClosed(checkoutId))) return refuse('SESSION_NOT_OPEN', 'This session has already ended');
    if (outcome === 'abandon') return { returnUrl: `/vend/cancel?session_id=${encodeURIComponent(sessionId)}` };
    const told = { eventId: `${checkoutId}:settled`, providerRef: checkoutId, sessionId, amountCents: amountOf(visit), currency, at: this.kit.clock.now().toISOString() };
    const refused = await this.report(visit.kind === 'hold' ? { ...told, what: 'held', holdRef: holdRefOf(checkoutId) } : { ...told, what: 'paid', method }, delivery, asked);
    if (refused) return refused;
    return { returnUrl: visit.kind === 'hold' ? `/vend/session/${encodeURIComponent(sessionId)}?authorized=1` : `/vend/success?session_id=${checkoutId}` };
  }

  private async report(event: CheckoutEvent, delivery: In<typeof settleLocalCheckout>['delivery'], asked: Asked): Promise<Refusal | undefined> {
    const checkout = this.checkout as LocalCheckout;
    await checkout.settle(event);
    const { body, signature } = checkout.sign(event);
    for (let n = { never: 0, once: 1, twice: 2 }[delivery]; n > 0; n--) {
      const accepted = await this.payments.accept(body, signature, asked.correlationId);
      if (isRefusal(accepted)) return accepted;
    }
    return undefined;
  }

  private isClosed = async (checkoutId: string): Promise<boolean> => (await this.checkout.ask(checkoutId))?.what === 'abandoned';

  private async visitOf(checkoutId: string): Promise<Visit | Refusal> {
    if (this.checkout.provider !== 'local-test') return refuse('NOT_FOUND', 'There is no test checkout here');
    const sessionId = await (this.checkout as LocalCheckout).visitOf(checkoutId);
    const visit = sessionId === undefined ? undefined : await this.kit.views.get<Visit>(visitView, GUESTS, sessionId);
    return visit?.providerRef === checkoutId ? visit : refuse('NOT_FOUND', 'No session found');
  }
}

/** What the open checkout is for. A hold that did not reach is followed by a charge for the rest. */
const amountOf = ({ kind, amountCents, screen }: Visit): number =>
  kind === 'hold' ? Math.round((screen.hold?.amount ?? 0) * 100) : amountCents - Math.round((screen.hold?.charged ?? 0) * 100);
