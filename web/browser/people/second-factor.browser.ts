/** Two-step sign-in, and a phone that is lost. */
import { turnOnTwoStep } from '../authenticator.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { invitedElsewhere } from '../invited.js';
import { fits, press, seriousFindings } from '../on-page.js';

const larder = inBrowser();

it('turn on → keep recovery codes → lose the phone → sign in with one of them → nine are left → turn it off with the password', async () => {
  const page = await larder.signedIn('/app/organization', PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: /owner$/i }).click();
  const card = await turnOnTwoStep(page);

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not this one');
  await press(page, 'Show codes');
  await dialog.getByText('Your current password is not right.').waitFor();
  larder.causes(400);
  await dialog.getByLabel('Your password').fill(larder.demoPassword());
  await press(page, 'Show codes');
  const listed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await listed.first().waitFor();
  const codes = await listed.allInnerTexts();
  expect(codes).toHaveLength(10);
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await page.goBack(); // by a slip
  await page.getByText('It is not shown again.').waitFor();
  await press(page, 'Stay');
  await page.getByText('It is not shown again.').waitFor({ state: 'detached' });
  await press(page, 'I have kept them');
  await card.getByText('10 recovery codes are left', { exact: false }).waitFor();
  // Once they are kept nothing holds anybody up.
  await page.goBack();
  await card.waitFor({ state: 'detached' });

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
  larder.causes(400);
  expect(await seriousFindings(elsewhere)).toEqual([]);
  await ask.getByLabel('Your password').fill(larder.demoPassword());
  await press(elsewhere, 'Turn off');
  await profileCard.getByText('Off', { exact: true }).waitFor();
});

it('an organization asks it of everybody: whoever has none is led to it, turns it on and goes on', async () => {
  const member = await larder.signedIn('/app/machines', PHONE, 'viewer');
  await member.getByRole('heading', { name: 'Machines' }).waitFor();

  const owner = await larder.open(DESK, '/login');
  await larder.signIn(owner);
  const edit = async (): Promise<void> => {
    await owner.goto(larder.url('/app/organization'));
    await owner.getByRole('button', { name: 'Edit' }).click();
    await owner.getByRole('checkbox', { name: 'Ask everybody for two-step sign-in' }).click();
  };
  await edit();
  await owner.getByText(/Without it, and let in again once they have turned it on: .+/).waitFor();
  expect(await seriousFindings(owner)).toEqual([]);
  await press(owner, 'Save');
  await owner.getByText('Turn on two-step sign-in for yourself first, on your profile.').waitFor();
  larder.causes(409);
  await owner.goto(larder.url('/app/profile'));
  await turnOnTwoStep(owner);
  await edit();
  await press(owner, 'Save');
  await owner.getByText('Asked of everybody').waitFor();

  larder.causes(401); // what is live ends for a member who has no second factor
  await member.reload();
  await member.getByText('Seaside Stays asks everybody for two-step sign-in.').waitFor();
  expect([await fits(member), await seriousFindings(member)]).toEqual([true, []]);
  await member.goto(await invitedElsewhere(larder, 'viewer@larder.example'));
  await member.getByText('You belong to Seaside Stays, which lets you in once you have turned on two-step sign-in.', { exact: false }).waitFor();
  expect([await member.getByRole('button', { name: /Accept/ }).count(), await fits(member), await seriousFindings(member)]).toEqual([0, true, []]);
  await member.getByRole('button', { name: 'Go to your profile' }).click();
  await member.getByText('Seaside Stays lets you in once this is on.').waitFor();
  expect([await fits(member), await seriousFindings(member)]).toEqual([true, []]);
  await turnOnTwoStep(member);
  await member.getByRole('link', { name: 'Machines', includeHidden: true }).first().waitFor({ state: 'attached' });
  await member.getByRole('dialog').getByLabel('Your password').fill(larder.demoPassword());
  await press(member, 'Show codes');
  await press(member, 'I have kept them');
  await member.goto(larder.url('/app/machines'));
  await member.getByRole('heading', { name: 'Machines' }).waitFor();

  const team = await owner.goto(larder.url('/app/team')).then(() => owner.getByRole('row'));
  await team.filter({ hasText: 'viewer@' }).getByText('Two-step sign-in').waitFor();
  await team.filter({ hasText: 'operator@' }).getByText('Password only').waitFor();
  await team.filter({ hasText: 'viewer@' }).getByRole('button', { name: 'Actions for Viewer Demo' }).click();
  await owner.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click();
  await press(owner, 'Reset');
  await team.filter({ hasText: 'viewer@' }).getByText('Password only').waitFor();
  await owner.setViewportSize(PHONE);
  expect(await fits(owner)).toBe(true);
  await owner.goto(larder.url('/app/profile'));
  await owner.getByRole('button', { name: 'Turn off' }).click();
  const ask = owner.getByRole('dialog');
  await ask.getByLabel('Your password').fill(larder.demoPassword());
  await ask.getByRole('button', { name: 'Turn off' }).click();
  await ask.getByText('Your organization asks everybody for two-step sign-in, so it stays on.').waitFor();
  larder.causes(400);
}, 60_000);
