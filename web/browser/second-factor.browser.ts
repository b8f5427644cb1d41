/** Two-step sign-in, and a phone that is lost. */
import { Secret, TOTP } from 'otpauth';
import { DESK, fits, inBrowser, PHONE, press, seriousFindings } from './in-browser.js';

const larder = inBrowser();

it('turn on → keep recovery codes → lose the phone → sign in with one of them → nine are left → turn it off with the password', async () => {
  const page = await larder.open(PHONE, '/login');
  await larder.signIn(page);
  await page.goto(larder.url('/app/profile'));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-step sign-in' }) });
  await card.getByRole('button', { name: 'Turn on' }).click();
  const key = (await card.locator('.secret').innerText()).replace(/\s/g, '');
  await card.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await card.getByRole('button', { name: 'Confirm' }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not this one');
  await press(page, 'Show codes');
  await dialog.getByText('Your current password is not right.').waitFor();
  larder.forgetErrors();
  await dialog.getByLabel('Your password').fill(larder.demoPassword());
  await press(page, 'Show codes');
  const listed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await listed.first().waitFor();
  const codes = await listed.allInnerTexts();
  expect(codes).toHaveLength(10);
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await press(page, 'I have kept them');
  await card.getByText('10 recovery codes are left', { exact: false }).waitFor();

  const elsewhere = await larder.open(DESK, '/login');
  await elsewhere.getByLabel('Email').fill('owner@larder.example');
  await elsewhere.getByLabel('Password', { exact: true }).fill(larder.demoPassword());
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
  expect(await seriousFindings(elsewhere)).toEqual([]);
  await elsewhere.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
  await elsewhere.keyboard.press('Enter');
  await elsewhere.waitForURL('**/app/**');
  await elsewhere.goto(larder.url('/app/profile'));
  await elsewhere.getByText('9 recovery codes are left', { exact: false }).waitFor();

  const profileCard = elsewhere.locator('section').filter({ has: elsewhere.getByRole('heading', { name: 'Two-step sign-in' }) });
  await profileCard.getByRole('button', { name: 'Turn off' }).click();
  const ask = elsewhere.getByRole('dialog');
  await ask.getByLabel('Your password').fill('not this one');
  await press(elsewhere, 'Turn off');
  await ask.getByText('Your current password is not right.').waitFor();
  larder.forgetErrors();
  expect(await seriousFindings(elsewhere)).toEqual([]);
  await ask.getByLabel('Your password').fill(larder.demoPassword());
  await press(elsewhere, 'Turn off');
  await profileCard.getByText('Off', { exact: true }).waitFor();
});
