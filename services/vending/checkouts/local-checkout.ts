/** The test checkout of the embedded default: a page of our own that moves no money, behind the same port and the same signed messages. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { checkoutEvent } from '@larder/contracts/vending/checkout.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Kit } from '@larder/kit/kit.js';
import { BadSignature, ProviderRefused, type Checkout, type CheckoutEvent } from './checkout.js';
import { TEST_PROVIDER, testAccount, type TestCommand } from './test-account.js';

export interface LocalCheckout extends Checkout {
  /** Signs a message as the provider would. */
  sign(event: CheckoutEvent): { body: string; signature: string };
  /** What happened at a checkout: it is remembered, for when nobody was told. */
  settle(event: CheckoutEvent): Promise<void>;
  /** The visit that a checkout was opened for; undefined where it knows no such checkout. */
  visitOf(providerRef: string): Promise<string | undefined>;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const HOLD = '_hold';
/** The hold's name says which checkout it came through. */
export const holdRefOf = (providerRef: string): string => `${providerRef}${HOLD}`;
const checkoutOf = (holdRef: string): string => holdRef.slice(0, -HOLD.length);

/** Signs and verifies messages. `secret` need not outlive the process. */
export function localSigning(secret: string) {
  const mac = (body: string): Buffer => createHmac('sha256', secret).update(body).digest();
  return {
    sign(event: CheckoutEvent): { body: string; signature: string } {
      const body = JSON.stringify(event);
      return { body, signature: mac(body).toString('hex') };
    },
    read(body: string, signature: string): CheckoutEvent {
      const given = Buffer.from(signature, 'hex');
      const right = mac(body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new BadSignature('The message is not signed by the test checkout');
      return checkoutEvent.parse(JSON.parse(body));
    },
  };
}

/** What it remembers lies in the log, in streams of its own, as if at somebody else's: a restart forgets nothing. */
export function openLocalCheckout(secret: string, kit: Pick<Kit, 'handle' | 'look' | 'clock'>): LocalCheckout {
  const now = (): string => kit.clock.now().toISOString();
  const order = async (providerRef: string, commandId: string, command: TestCommand): Promise<void> => {
    const done = await kit.handle(testAccount, providerRef, command, { commandId, account: TEST_PROVIDER, actor: 'system:local-test', correlationId: providerRef });
    if (isRefusal(done)) throw new ProviderRefused(done.message);
  };
  /** Another request under the same key must not pass for the first: it gets a command of its own, which the account refuses. */
  const once = (providerRef: string, command: Exclude<TestCommand, { type: 'Settle' }>, key: string): Promise<void> =>
    order(providerRef, `${key}:${'amountCents' in command ? command.amountCents : command.type === 'Open' ? command.order : ''}`, command);
  const settle = (event: CheckoutEvent): Promise<void> => order(event.providerRef, `${event.eventId}:${event.what}`, { type: 'Settle', event });
  const signing = localSigning(secret);
  return {
    provider: 'local-test',
    async open({ key, ...wanted }) {
      const providerRef = `test_${hash(key)}`;
      await once(providerRef, { type: 'Open', providerRef, sessionId: wanted.sessionId, order: hash(JSON.stringify(wanted)) }, key);
      return { providerRef, url: `/checkout/${providerRef}` };
    },
    capture: ({ key, holdRef, amountCents, currency }) => once(checkoutOf(holdRef), { type: 'Capture', key, amountCents, currency, at: now() }, key),
    release: ({ key, holdRef }) => once(checkoutOf(holdRef), { type: 'Release', key }, key),
    close: (checkout) => settle({ ...checkout, eventId: `${checkout.providerRef}:closed`, what: 'abandoned', at: now() }),
    async captured(holdRef) {
      const { hold, moneyCents } = await kit.look(testAccount, checkoutOf(holdRef));
      return hold === 'captured' ? moneyCents : undefined;
    },
    async refund({ key, providerRef, amountCents, currency }) {
      const refundRef = `test_refund_${hash(key)}`;
      await once(providerRef, { type: 'Refund', key, refundRef, amountCents, currency, at: now() }, key);
      return { refundRef };
    },
    ask: async (providerRef) => (await kit.look(testAccount, providerRef, TEST_PROVIDER)).outcome,
    settle,
    visitOf: async (providerRef) => (await kit.look(testAccount, providerRef, TEST_PROVIDER)).opened?.sessionId,
    sign: signing.sign,
    read: async (body, signature) => signing.read(body, signature),
  };
}
