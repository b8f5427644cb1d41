/** Where the payment provider reports; the bytes go on exactly as they came, and nothing in them is believed here. */
import { Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { acceptBillingWebhook } from '@larder/contracts/identity/billing.js';
import { isRefusal, refuse, type Envelope } from '@larder/contracts/reply.js';
import { acceptWebhook } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import { Refused } from './refused.js';

@Controller()
export class WebhooksController {
  constructor(private readonly kit: Kit) {}

  @Post('/api/webhooks/checkout')
  @HttpCode(200)
  async checkout(@Req() request: RawBodyRequest<FastifyRequest>, @Headers('stripe-signature') signature?: string): Promise<Envelope<unknown>> {
    if (!request.rawBody || !signature) throw new Refused(refuse('BAD_INPUT', 'The message is not signed by the payment provider'));
    const asked = { caller: { kind: 'service' as const, name: 'gateway' }, commandId: request.id, correlationId: request.id };
    const message = { body: request.rawBody.toString('utf8'), signature };
    const paid = await this.kit.ask(acceptWebhook, message, asked);
    // What is not about a guest's payment may be about a subscription; each verifies for itself.
    const accepted = isRefusal(paid) || paid.handled ? paid : await this.kit.ask(acceptBillingWebhook, message, asked);
    if (isRefusal(accepted)) throw new Refused(accepted);
    return { success: true, data: accepted };
  }
}
