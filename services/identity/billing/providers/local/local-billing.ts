/** The test provider of the embedded default: the same port, pages of our own, a memory in the log, messages signed as a provider would. It moves no money. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import type { Kit } from '@larder/kit/kit.js';
import { BillingRefused, UnsignedMessage, type Billing, type BillingWord } from '../billing.js';
import { prorated, testBank, type BankCommand, type BankState } from './test-bank.js';

export interface LocalBilling extends Billing {
  /** Signs a message as the provider would. */
  sign(customerRef: string, eventId: string): { body: string; signature: string };
}

const message = z.object({ eventId: z.string(), customerRef: z.string() });
const PAGE_HOURS = 24;
const CUSTOMER = 'test_cus_';

export const customerOf = (account: string): string => `${CUSTOMER}${account}`;
export const accountOfPage = (pageRef: string): string => pageRef.slice(0, pageRef.lastIndexOf('~'));

/** `secret` signs messages and makes the names of pages; it should be the same after a restart. */
export function openLocalBilling(kit: Pick<Kit, 'handle' | 'look' | 'clock'>, secret: string): LocalBilling {
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const now = (): string => kit.clock.now().toISOString();
  const bank = (account: string): Promise<BankState> => kit.look(testBank, account, account);
  const accountOf = (customerRef: string): string => customerRef.slice(CUSTOMER.length);

  async function order(command: BankCommand, key: string): Promise<void> {
    const cause: Cause = { commandId: `bank:${key}`, account: command.accountId, actor: 'system:local-test', correlationId: key };
    const done = await kit.handle(testBank, command.accountId, command, cause);
    if (isRefusal(done)) throw new BillingRefused(done.message);
  }

  return {
    provider: 'local-test',
    customer: async (account) => ({ customerRef: customerOf(account) }),
    async open({ key, account, customerRef: _, returnPath, ...page }) {
      const pageRef = `${account}~${mac(key).toString('base64url').slice(0, 24)}`;
      const expiresAt = new Date(kit.clock.now().getTime() + PAGE_HOURS * 3_600_000).toISOString();
      await order({ type: 'OpenPage', accountId: account, page: { pageRef, returnPath, expiresAt, ...page } }, key);
      return { pageRef, url: `/billing/${encodeURIComponent(pageRef)}` };
    },
    change: (change) => order({ type: 'Change', accountId: accountOf(change.customerRef), order: change, now: now() }, change.key),
    async preview({ customerRef, subscriptionRef, plan }) {
      const { subscriptions, creditCents } = await bank(accountOf(customerRef));
      const held = subscriptions[subscriptionRef];
      if (!held) throw new BillingRefused('This subscription is over.');
      return prorated(held, plan, now(), creditCents);
    },
    ask: async (customerRef) => wordOf(await bank(accountOf(customerRef))),
    read(body, signature) {
      const given = Buffer.from(signature, 'hex');
      const right = mac(body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new UnsignedMessage('The message is not signed by the test provider');
      return { customerRef: message.parse(JSON.parse(body)).customerRef };
    },
    sign(customerRef, eventId) {
      const body = JSON.stringify({ eventId, customerRef });
      return { body, signature: mac(body).toString('hex') };
    },
  };
}

/** What it tells of all it remembers. */
function wordOf({ subscriptions, invoices, card }: BankState): BillingWord {
  const { failsLater: _, ...shown } = card ?? { failsLater: false };
  return {
    subscriptions: Object.values(subscriptions).map(({ pageRef: _page, ...told }) => told),
    invoices: Object.values(invoices).map(({ subscriptionRef: _ref, attempts: _attempts, ...told }) => told),
    ...(card && { card: shown as NonNullable<BillingWord['card']> }),
  };
}
