/** The test checkout of the embedded default: a page of our own that moves no money, behind the same port and the same signed messages. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { paymentMethod } from '@larder/contracts/vending.js';
import { BadSignature, type Checkout, type CheckoutEvent } from './checkout.js';

const told = z.object({ eventId: z.string(), providerRef: z.string(), sessionId: z.string(), amountCents: z.number().int(), currency: z.string(), at: z.string() });
const message = z.discriminatedUnion('what', [
  told.extend({ what: z.literal('paid'), method: paymentMethod }), told.extend({ what: z.literal('held'), holdRef: z.string() }), told.extend({ what: z.literal('abandoned') }),
]);

export interface LocalCheckout extends Checkout {
  /** Signs a message as the provider would. */
  sign(event: CheckoutEvent): { body: string; signature: string };
  /** Remembers what happened at a checkout, for when nobody was told. */
  settled(event: CheckoutEvent): void;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `secret` signs the messages; it need not outlive the process, and neither does what the provider would remember. */
export function openLocalCheckout(secret: string): LocalCheckout {
  const mac = (body: string): Buffer => createHmac('sha256', secret).update(body).digest();
  const outcomes = new Map<string, CheckoutEvent>();
  return {
    provider: 'local-test',
    async open({ key }) {
      const providerRef = `test_${hash(`${secret}\n${key}`)}`;
      return { providerRef, url: `/checkout/${providerRef}` };
    },
    capture: async () => undefined,
    release: async () => undefined,
    refund: async ({ key }) => ({ refundRef: `test_refund_${hash(key)}` }),
    ask: async (providerRef) => outcomes.get(providerRef),
    settled: (event) => void outcomes.set(event.providerRef, event),
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
