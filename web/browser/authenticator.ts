/** For browser tests: a phone with an authenticator app. */
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';

/** Turns two-step sign-in on, on the profile that is open, up to where recovery codes are shown for the password. Answers its card. */
export async function turnOnTwoStep(page: Page): Promise<Locator> {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-step sign-in' }) });
  await card.getByRole('button', { name: 'Turn on' }).click();
  const key = (await card.locator('.secret').innerText()).replace(/\s/g, '');
  await card.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await card.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').getByLabel('Your password').waitFor();
  return card;
}
