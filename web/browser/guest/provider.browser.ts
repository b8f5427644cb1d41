/** Paying at a payment provider's own page, in a real browser: a declined card, a way back, a payment whose message comes twice or late. */
import { openStripeDouble, type StripeDouble } from '@larder/vending/checkouts/stripe-double/stripe-double.testing.js';
import type { Page } from 'playwright-core';
import { inBrowser, PHONE } from '../in-browser.js';
import { fits } from '../on-page.js';

const SECRET = 'whsec_of_the_test';
const settings: Record<string, string> = { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: SECRET };
let stripe: StripeDouble;
// Before the product starts: it is told where its provider answers.
beforeAll(async () => {
  stripe = await openStripeDouble({ webhookSecret: SECRET });
  settings.STRIPE_API_URL = stripe.url;
});
afterAll(() => stripe.close());
const product = inBrowser(settings);
beforeAll(() => void (stripe.messages.url = product.url('/api/webhooks/checkout')));

async function atTheCheckout(tag: string): Promise<Page> {
  const phone = await product.open(PHONE, `/vend/start?nfcSessionId=VM-001-${tag}`);
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByRole('heading', { name: /^Pay \d/ }).waitFor();
  expect(phone.url()).toContain(stripe.url);
  return phone;
}

it('a declined card can be followed by a good one, and its message counts once though it comes twice', async () => {
  stripe.messages.copies = 2;
  const phone = await atTheCheckout('001');
  await phone.getByRole('button', { name: 'Declined card' }).click();
  await phone.getByText('Your card was declined.').waitFor();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByText('Payment Successful!').waitFor();
  await phone.getByLabel('E-mail me the receipt').waitFor();
  expect(await fits(phone)).toBe(true);
}, 60_000);

it('who goes back has paid nothing and can pay later; the page waits for the provider\'s word, not for the browser\'s return', async () => {
  Object.assign(stripe.messages, { copies: 1, mode: 'keep' });
  const phone = await atTheCheckout('002');
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
  await phone.getByRole('link', { name: 'Return to Session' }).click();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByText('We are waiting for the payment provider to confirm').waitFor();
  await stripe.messages.deliver();
  await phone.getByText('Payment Successful!').waitFor();
}, 60_000);

it('who comes back before a slow payment fails is told then, and can pay again', async () => {
  Object.assign(stripe.messages, { copies: 1, mode: 'send' });
  const phone = await atTheCheckout('003');
  const checkout = phone.url().slice(phone.url().lastIndexOf('/') + 1);
  await phone.goto(product.url(`/vend/success?session_id=${checkout}`));
  await phone.getByRole('heading', { name: 'Payment in progress...' }).waitFor();
  await stripe.expire(checkout);
  await phone.getByRole('heading', { name: 'Payment Not Completed' }).waitFor();
  expect(await fits(phone)).toBe(true);
  await phone.getByRole('link', { name: 'Return to Session' }).click();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByText('Payment Successful!').waitFor();
}, 60_000);

it('who comes back from paying while nobody can say what became of it is told as soon as somebody can', async () => {
  Object.assign(stripe.messages, { copies: 1, mode: 'send' });
  const phone = await atTheCheckout('004');
  const [paid, left] = [await phone.getByRole('heading', { name: /^Pay \d/ }).textContent(), phone.url().slice(phone.url().lastIndexOf('/') + 1)];
  product.causes('net::ERR_FAILED', 503, 400);
  await phone.route('**/api/vend/session/*', (route) => route.abort(), { times: 1 });
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('alert').getByText('Network error. Please check your connection.').waitFor();
  await phone.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
  await phone.getByRole('link', { name: 'Return to Session' }).click();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  expect(await phone.getByRole('heading', { name: /^Pay \d/ }).textContent()).toBe(paid);
  await phone.route('**/api/vend/session/lookup?*', (route) => route.fulfill({ status: 503, json: { success: false, error: 'UNAVAILABLE', message: 'Please try again in a moment' } }), { times: 1 });
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByRole('alert').getByText('Please try again in a moment').waitFor();
  await phone.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await phone.goto(product.url(`/vend/cancel?session_id=${left}`));
  await phone.getByRole('heading', { name: 'Payment Successful!' }).waitFor(); // by the provider's name for it
}, 60_000);

it('who has just let the card be held is told to wait for the provider\'s word, not to do it again', async () => {
  Object.assign(stripe.messages, { copies: 1, mode: 'keep' });
  await product.call('PUT', '/api/cognito-auth/account', await product.bearer(), { paymentFlow: 'hold-first' });
  const phone = await product.open(PHONE, '/vend/start?nfcSessionId=VM-002-001');
  const authorize = phone.getByRole('button', { name: /^Authorize \$/ });
  await authorize.click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByText('We are waiting for the payment provider to confirm').waitFor();
  expect(await authorize.count()).toBe(0);
  expect(await fits(phone)).toBe(true);
  await stripe.messages.deliver();
  await phone.getByText('held on your card. You').waitFor();
}, 60_000);

it('who goes back from another checkout, after a hold that came to nothing, can let the card be held again', async () => {
  Object.assign(stripe.messages, { copies: 1, mode: 'send' });
  await product.call('PUT', '/api/cognito-auth/account', await product.bearer(), { paymentFlow: 'hold-first' });
  const phone = await product.open(PHONE, '/vend/start?nfcSessionId=VM-003-001');
  const authorize = phone.getByRole('button', { name: /^Authorize \$/ });
  await authorize.waitFor();
  // Where a checkout leads back to, once the provider has said that nothing is held by it.
  product.causes('net::ERR_FAILED');
  await phone.route('**/api/vend/session/*/events', (route) => route.abort());
  await phone.route(/\/api\/vend\/session\/[^/]+$/, async (route) => {
    const { data, ...envelope } = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...envelope, data: { ...data, checkoutUrl: undefined } } });
  });
  await phone.goto(`${phone.url()}?authorized=1`);
  await authorize.waitFor();
  await phone.unrouteAll({ behavior: 'wait' });
  await authorize.click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await phone.goBack();
  await authorize.click();
  await phone.getByRole('button', { name: 'Pay', exact: true }).click();
  await phone.getByText('held on your card. You').waitFor();
}, 60_000);
