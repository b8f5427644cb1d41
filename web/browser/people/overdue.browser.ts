/** A renewal that could not be charged: said on every screen of the owner's, with a way to mend it, and gone by itself once it is paid. And what is left when the subscription has ended. */
import { openBillingDouble, type BillingDouble } from '@larder/identity/billing/providers/stripe/stripe-double.testing.js';
import type { Page } from 'playwright-core';
import Stripe from 'stripe';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits, press, seriousFindings } from '../on-page.js';

const SECRET = 'whsec_of_the_test';
const settings: Record<string, string> = { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET };
let stripe: BillingDouble;
// Before the product starts: it is told where its provider answers.
beforeAll(async () => {
  stripe = await openBillingDouble(() => Date.now());
  settings.STRIPE_API_URL = `http://127.0.0.1:${stripe.port}`;
});
afterAll(() => stripe.close());
const larder = inBrowser(settings);

async function tell(type: string, customer: string): Promise<void> {
  const payload = JSON.stringify({ id: `evt_${type}`, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object: { customer } } });
  const response = await fetch(larder.url('/api/webhooks/checkout'), { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET }) }, body: payload });
  expect(response.status).toBe(200);
}
const keepsNobodyOut = async (page: Page): Promise<void> => expect([page.url(), await seriousFindings(page), await fits(page)]).toEqual([page.url(), [], true]);

it('a renewal that fails is said and mended', async () => {
  const page = await larder.signedIn('/app/subscription?plan=growth');
  // Stripe's checkout is elsewhere; who pays there comes back.
  await page.route('https://checkout.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Checkout</title>' }));
  await press(page, 'Continue to payment');
  await page.waitForURL('https://checkout.example/**');
  const customer = stripe.calls.find(({ path }) => path === '/v1/checkout/sessions')?.form.customer as string;
  stripe.pay(page.url().split('/').at(-1) as string);
  // No message has come yet: coming back asks.
  await page.goto(larder.url('/app/subscription?checkout=done'));
  await page.getByText('Subscription plan updated successfully').waitFor();
  await page.getByRole('button', { name: 'Current Plan: Growth' }).waitFor();

  await page.goto(larder.url('/app/dashboard'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  stripe.renew(customer, false);
  await tell('invoice.payment_failed', customer);
  const note = page.getByRole('alert').filter({ hasText: 'The last payment for Growth did not go through.' });
  await note.waitFor();
  await note.getByText(/Everything stays as it is until .* Guests can go on buying\. We try again on /).waitFor();
  await page.setViewportSize(PHONE);
  await keepsNobodyOut(page);
  await note.getByRole('link', { name: 'See your subscription' }).click();
  await note.getByRole('button', { name: 'Update payment method' }).waitFor();
  await page.getByRole('main').getByText('Past due').first().waitFor();
  await keepsNobodyOut(page);
  await page.setViewportSize(DESK);
  await keepsNobodyOut(page);

  stripe.renew(customer, true);
  await tell('invoice.paid', customer);
  await note.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByText('Active').first().waitFor();
}, 90_000);

it('with the subscription ended, machines beyond what is left can be looked at, and say the way out', async () => {
  const owner = await larder.bearer();
  // The demo has three.
  for (let n = 1; n <= 4; n++) await larder.call('POST', '/api/cognito-auth/machines', owner, { machineId: `OVER-${n}`, name: `Hall ${n}`, location: { address: 'Here' } });
  const { form: { customer } } = stripe.calls.find(({ path }) => path === '/v1/checkout/sessions') as unknown as { form: { customer: string } };
  const { data: [subscription] } = (await (await fetch(`${settings.STRIPE_API_URL}/v1/subscriptions?customer=${customer}`)).json()) as { data: { id: string }[] };
  await fetch(`${settings.STRIPE_API_URL}/v1/subscriptions/${subscription?.id}`, { method: 'DELETE' });
  await tell('customer.subscription.deleted', customer);

  const page = await larder.signedIn('/app/machines/OVER-4', DESK, 'admin');
  await page.getByText('This machine can be looked at, not changed').waitFor();
  await page.getByText('Your plan has room for 5 of your 7 machines, and this is one of the newest. Guests can go on buying. Machines that are no longer needed can be removed. Your subscription has ended. An owner of your organization can choose another plan.', { exact: false }).waitFor();
  await page.getByRole('switch', { name: 'Hall 4 in service' }).click();
  await press(page, 'Maintenance');
  const refused = page.getByRole('dialog').getByText('Your plan has room for 5 of your 7 machines. The newest', { exact: false });
  await refused.getByRole('link', { name: 'See the plans' }).waitFor();
  expect(await refused.innerText()).toContain('Your subscription has ended. An owner of your organization can choose another plan.');
  await press(page, 'Cancel');
  larder.causes(402);
  await page.setViewportSize(PHONE);
  await keepsNobodyOut(page);
  await page.goto(larder.url('/app/machines/OVER-2'));
  await page.getByRole('heading', { name: 'Hall 2' }).waitFor();
  expect(await page.getByText('This machine can be looked at, not changed').count()).toBe(0);
  await page.goto(larder.url('/app/analytics?view=trends'));
  await page.getByText('Trends is part of the Growth and Enterprise plans').waitFor();
  await page.getByText('Your plan shows the overview and top products. Your subscription has ended. An owner of your organization can choose another plan.', { exact: false }).waitFor();
  await keepsNobodyOut(page);
  for (const screen of ['/app/organization', '/app/subscription']) {
    await page.goto(larder.url(screen));
    await page.getByText('Your plan has room for 5 of your 7 machines. The newest ones go on selling, and can be looked at, not changed.', { exact: false }).waitFor();
    await page.getByText('Nothing is charged.', { exact: false }).waitFor();
    expect(await page.getByText('Everything keeps working', { exact: false }).count()).toBe(0);
    await keepsNobodyOut(page);
  }
}, 90_000);
