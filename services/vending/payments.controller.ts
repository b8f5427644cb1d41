/** What the payment provider and the test checkout page ask of vending. */
import { Controller, Inject } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { acceptWebhook, localCheckout, settleLocalCheckout } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/nest-bus.js';
import { BadSignature, CHECKOUT, type Checkout } from './checkout.js';
import type { LocalCheckout } from './local-checkout.js';
import { Payments } from './payments.js';
import { GUESTS, visitView, type Visit } from './visit-view.js';

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
    const { lines, amountCents, screen } = visit;
    return { checkoutId, sessionId: screen.sessionId, amountCents, currency: screen.currency, lines, machineName: screen.machine.name, state: screen.status === 'completed' ? 'paid' : 'open' };
  }

  @Answers(settleLocalCheckout)
  async settle({ checkoutId, outcome, method }: In<typeof settleLocalCheckout>, asked: Asked): Promise<Out<typeof settleLocalCheckout> | Refusal> {
    const visit = await this.visitOf(checkoutId);
    if (isRefusal(visit)) return visit;
    const { sessionId, currency } = visit.screen;
    if (outcome === 'abandon') return { returnUrl: `/vend/cancel?session_id=${encodeURIComponent(sessionId)}` };
    const { body, signature } = (this.checkout as LocalCheckout).sign({
      eventId: `${checkoutId}:paid`, what: 'paid', providerRef: checkoutId, sessionId, amountCents: visit.amountCents, currency, method, at: this.kit.clock.now().toISOString(),
    });
    const accepted = await this.payments.accept(body, signature, asked.correlationId);
    return isRefusal(accepted) ? accepted : { returnUrl: `/vend/success?session_id=${checkoutId}` };
  }

  private async visitOf(checkoutId: string): Promise<Visit | Refusal> {
    if (this.checkout.provider !== 'local-test') return refuse('NOT_FOUND', 'There is no test checkout here');
    const { rows: [visit] } = await this.kit.views.find<Visit>(visitView, GUESTS, { filter: { providerRef: checkoutId }, sort: { by: 'providerRef', order: 'asc' }, limit: 1 });
    return visit ?? refuse('NOT_FOUND', 'No session found');
  }
}
