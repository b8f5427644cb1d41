/** What guests do about their money, in a real browser: held and released, declined and left, receipts by e-mail, things put back and things that were wrong; and what the operator decides. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds, press } from '../on-page.js';

const product = inBrowser();
const MACHINE = 'VM-001';

/** On a phone and on a desk. */
async function holdsEverywhere(page: Page): Promise<void> {
  await holds(page);
  await page.setViewportSize(DESK);
  await holds(page);
  await page.setViewportSize(PHONE);
}

/** A guest taps, takes what the simulated machine takes, and comes to where it is paid. */
async function taken(machine = MACHINE): Promise<Page> {
  const phone = await product.open(PHONE, `/vend/start?nfcSessionId=${machine}-0${String(Math.trunc(Date.now() / 10) % 90 + 10)}`);
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  return phone;
}
async function bought(machine = MACHINE): Promise<{ phone: Page; token: string }> {
  const phone = await taken(machine);
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('Payment Successful!').waitFor();
  const link = phone.getByRole('link', { name: 'this private address' });
  await link.waitFor();
  return { phone, token: ((await link.getAttribute('href')) ?? '').split('/').at(-1) as string };
}
async function say(phone: Page, what: 'I put it back' | 'Something was wrong', text?: string): Promise<void> {
  await phone.getByRole('button', { name: /^Something wrong with/ }).first().click();
  await phone.getByLabel(what).check();
  if (text) await phone.getByLabel(/Anything we should know/).fill(text);
  await holds(phone);
  await phone.getByRole('button', { name: 'Send', exact: true }).first().click();
}

it('the owner says what stands on card statements, and what is given back unseen', async () => {
  const page = await product.signedIn('/app/organization');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('Name on card statements').fill('1234');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The statement name must have at least 5 characters').waitFor();
  await page.getByLabel('Name on card statements').fill('12345');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The statement name must contain a letter').waitFor();
  await page.getByLabel('Name on card statements').fill('SEASIDE SNACKS');
  await page.getByLabel(/Refunded at once up to/).fill('50.00');
  await page.getByLabel('Days to say something was wrong').fill('21');
  await page.getByText('Card held first').click();
  await page.getByLabel(/Held on the card/).fill('100.00');
  await holds(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Organization updated').waitFor();
  await page.getByText('SEASIDE SNACKS').waitFor();

  await page.goto(product.url(`/app/machines/${MACHINE}`));
  await page.getByRole('button', { name: 'Change tax' }).click();
  await page.getByLabel('Tax in percent').fill('8.25');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('8.25% included in prices').waitFor();
}, 60_000);

it('a card is held first; the receipt says what was held, charged and released, and goes by e-mail', async () => {
  const phone = await product.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-002`);
  await phone.getByRole('button', { name: 'Authorize $100.00' }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: 'Hold $100.00' }).click();
  const held = phone.getByText(/^held \$100\.00 · charged \$\d+\.\d\d · released \$\d+\.\d\d$/);
  await held.waitFor({ timeout: 30_000 });
  const said = await held.innerText();
  const [, charged = '', released = ''] = /charged \$([\d.]+) · released \$([\d.]+)/.exec(said) ?? [];
  expect(Number(charged) + Number(released)).toBeCloseTo(100);
  await phone.getByRole('link', { name: 'See Receipt' }).click();
  await phone.getByText('Your receipt').waitFor();
  await phone.getByText(said).waitFor();
  await phone.getByText('Tax included (8.25%)').waitFor();
  await holdsEverywhere(phone);

  await phone.getByLabel('E-mail me the receipt').fill('nobody');
  await phone.getByRole('button', { name: 'Send' }).click();
  await phone.getByText('Please enter a valid email address').waitFor();
  await phone.getByLabel('E-mail me the receipt').fill('gus@example.com');
  await phone.getByRole('button', { name: 'Send' }).click();
  await phone.getByText('Receipt sent to gus@example.com').waitFor();
  await holds(phone);
  const mails = await product.mails();
  expect(mails.find(({ to }) => to === 'gus@example.com')?.text).toContain(`Held $100.00, charged $${charged}, released $${released}`);
  await product.call('PUT', '/api/cognito-auth/account', await product.bearer(), { paymentFlow: 'pay-after' });
}, 90_000);

it('what the hold did not reach for is asked afterwards, and no more than that', async () => {
  await product.call('PUT', '/api/cognito-auth/account', await product.bearer(), { paymentFlow: 'hold-first', holdCents: 100 });
  const phone = await product.open(PHONE, `/vend/start?nfcSessionId=${MACHINE}-003`);
  await phone.getByRole('button', { name: 'Authorize $1.00' }).click();
  await phone.getByRole('button', { name: 'Hold $1.00' }).click();
  const remainder = phone.getByRole('button', { name: /^Pay \$/, disabled: false });
  await remainder.waitFor({ timeout: 30_000 });
  const total = /Total\s+\$([\d.]+)/.exec(await phone.locator('.basket').innerText())?.[1];
  const asked = `Pay $${(Number(total) - 1).toFixed(2)}`;
  await phone.getByRole('button', { name: asked, disabled: false }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: asked }).click();
  await phone.getByText('Payment Successful!').waitFor();
  await product.call('PUT', '/api/cognito-auth/account', await product.bearer(), { paymentFlow: 'pay-after' });
}, 90_000);

it('a declined card can be followed by a good one at once', async () => {
  const phone = await taken();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByRole('button', { name: 'Decline the card' }).click();
  await phone.getByText('Your card was declined. Please try another one.').waitFor();
  product.causes(409);
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('Payment Successful!').waitFor();
}, 60_000);

it('a declined card and a checkout that was left charge nothing, and the visit can still be paid', async () => {
  const phone = await taken();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByRole('button', { name: 'Decline the card' }).click();
  await phone.getByText('Your card was declined. Please try another one.').waitFor();
  product.causes(409);
  await holds(phone);
  await phone.getByRole('button', { name: 'Leave without paying' }).click();
  await phone.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
  await holds(phone);
  await phone.getByRole('link', { name: 'Return to Session' }).click();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('Payment Successful!').waitFor();
  await holdsEverywhere(phone);
}, 90_000);

it('what was put back after the door had closed is refunded at once', async () => {
  // One that nobody buys from afterwards: its new credential ends its connection.
  const machine = 'VM-003';
  const { phone, token } = await bought(machine);
  const [item] = (await product.call<SessionView>('GET', `/api/vend/session/${token}`)).items;
  const owner = await product.bearer();
  const { inventory } = await product.call<MachineView>('GET', `/api/cognito-auth/machines/${machine}`, owner);
  const slot = inventory.find(({ product: { sku } }) => sku === item?.sku)?.slot;
  const { secret } = await product.call<{ secret: string }>('POST', `/api/cognito-auth/machines/${machine}/credential`, owner, {});
  await product.call('PUT', `/api/vend/session/${token}/item-returned`, `Basic ${Buffer.from(`${machine}:${secret}`).toString('base64')}`, { slot, quantity: item?.quantity });

  await phone.goto(product.url(`/vend/receipt/${token}`));
  await say(phone, 'I put it back');
  await phone.getByText(/^\$\d+\.\d\d refunded: the machine saw it come back\.$/).waitFor();
  await phone.getByText('Paid after refunds').waitFor();
  await holdsEverywhere(phone);
}, 90_000);

it('what was wrong is read by the operator, who gives back a part, and the guest\'s open page follows', async () => {
  const { phone } = await bought();
  await say(phone, 'Something was wrong', 'It was warm');
  await phone.getByText('Somebody is looking at it').waitFor();

  const page = await product.signedIn('/app/sales', DESK, 'operator');
  await page.getByRole('link', { name: /^Disputes/ }).getByText('1', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Disputes/ }).click();
  await page.getByText('It was warm').waitFor();
  await page.getByText('Nothing in the machine\'s reports speaks for it').waitFor();
  expect(await page.getByRole('link', { name: 'Payouts' }).count()).toBe(0);
  await holds(page);
  await page.getByRole('button', { name: /^Approve / }).click();
  await page.getByLabel('Another amount').check();
  await page.getByLabel('Amount in USD').fill('999');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText(/^At most \$/).waitFor();
  await page.getByLabel('Amount in USD').fill('0.50');
  await holds(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Refund of $0.50 is under way').waitFor();
  await phone.getByText('$0.50 refunded.', { exact: true }).waitFor();
  await holds(phone);

  await page.getByText('Decided', { exact: true }).click();
  await page.getByText('Approved: $0.50. Disputed by the guest').waitFor();
  await page.getByRole('link', { name: 'See the evidence' }).first().click();
  await page.getByText(/^Guest says: .* was wrong/).first().waitFor();
  await page.getByRole('cell', { name: 'Tax included (8.25%)' }).waitFor();
}, 90_000);

it('on a phone the operator declines, and the guest reads why', async () => {
  const { phone } = await bought();
  await say(phone, 'I put it back');
  await phone.getByText('Somebody is looking at it').waitFor();
  const page = await product.signedIn('/app/alerts', PHONE);
  await page.getByText(/: a guest says that something was put back and asks for \$/).first().click();
  await page.getByRole('link', { name: 'What happened in the visit' }).click();
  await page.getByText('Visit paid').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'What the guest wrote, and what the machine saw' }).click();
  await page.waitForURL('**/app/sales/disputes');
  await page.getByRole('button', { name: /^Decline / }).click();
  await press(page, /^Decline$/);
  await page.getByText('Please give a reason').waitFor();
  await page.getByLabel('Reason').fill('The slot is still empty');
  await holds(page);
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByText('No disputes are waiting').waitFor();
  await holds(page);
  await phone.getByText('Not refunded: The slot is still empty').waitFor();

  await page.getByRole('link', { name: 'Payouts' }).click();
  await page.getByText('No payouts yet').waitFor();
  await holds(page);
  await page.setViewportSize(DESK);
  await holds(page);
}, 90_000);

it('only the guest can say that something was wrong: in the browser it was bought with, or by the link of the e-mailed receipt', async () => {
  const { phone, token } = await bought();
  await phone.getByLabel('E-mail me the receipt').fill('zoe@example.com');
  await phone.getByRole('button', { name: 'Send' }).click();
  await phone.getByText('Receipt sent to zoe@example.com').waitFor();
  const mails = await product.mails();
  const link = /http\S+\/vend\/receipt\/\S+/.exec(mails.find(({ to }) => to === 'zoe@example.com')?.text ?? '')?.[0] as string;

  const elsewhere = await product.open(PHONE, `/vend/receipt/${token}`);
  await elsewhere.getByText('Open this page in the browser you bought with, or by the link in your e-mailed receipt.', { exact: false }).waitFor();
  expect(await elsewhere.getByRole('button', { name: /^Something wrong with/ }).count()).toBe(0);
  expect(await elsewhere.getByLabel('E-mail me the receipt').count()).toBe(0);
  await holdsEverywhere(elsewhere);
  await elsewhere.goto(link);
  await elsewhere.getByLabel('E-mail me the receipt').waitFor();
  await say(elsewhere, 'Something was wrong');
  await elsewhere.getByText('Somebody is looking at it').waitFor();
  await elsewhere.reload();
  await elsewhere.getByText('Somebody is looking at it').waitFor();
}, 90_000);
