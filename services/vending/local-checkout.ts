/** The test checkout of the embedded default: a page of our own that moves no money, behind the same port and the same signed messages. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { paymentMethod } from '@larder/contracts/vending.js';
import { BadSignature, type Checkout, type CheckoutEvent } from './checkout.js';

const message = z.object({
  eventId: z.string(), what: z.enum(['paid', 'abandoned']), providerRef: z.string(), sessionId: z.string(), amountCents: z.number().int(), currency: z.string(), method: paymentMethod, at: z.string(),
});

export interface LocalCheckout extends Checkout {
  /** Signs a message as the provider would. */
  sign(event: CheckoutEvent): { body: string; signature: string };
}

/** `secret` signs the messages; it need not outlive the process. */
export function openLocalCheckout(secret: string): LocalCheckout {
  const mac = (body: string): Buffer => createHmac('sha256', secret).update(body).digest();
  return {
    provider: 'local-test',
    async open({ key }) {
      const providerRef = `test_${createHash('sha256').update(`${secret}\n${key}`).digest('hex').slice(0, 32)}`;
      return { providerRef, url: `/checkout/${providerRef}` };
    },
    refund: async ({ key }) => ({ refundRef: `test_refund_${createHash('sha256').update(key).digest('hex').slice(0, 24)}` }),
    read(body, signature) {
      const given = Buffer.from(signature, 'hex');
      const right = mac(body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new BadSignature('The message is not signed by the test checkout');
      return message.parse(JSON.parse(body));
    },
    sign(event) {
      const body = JSON.stringify(event);
      return { body, signature: mac(body).toString('hex') };
    },
  };
}
