/** What people do about alerts, in a real browser: one is raised by a guest's purchase and goes through everybody's hands. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { HardwareStatus } from '@larder/contracts/device/hardware.js';
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { until } from '@larder/kit/testing.js';
import type { Locator, Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { choose, holds, press } from '../on-page.js';

const product = inBrowser();

/** Every slot of a machine down to a quarter, so that the next thing anybody takes makes it low. */
async function nearlyLow(owner: string, machineId: string): Promise<void> {
  const { inventory } = await product.call<{ inventory: { slot: string; quantity: number }[] }>('GET', `/api/cognito-auth/machines/${machineId}`, owner);
  for (const { slot, quantity } of inventory) {
    if (quantity > 3) await product.call('POST', `/api/cognito-auth/machines/${machineId}/inventory/${slot}/adjust`, owner, { change: 3 - quantity, reason: 'counted' });
  }
}
async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

it('an alert is raised by a purchase, acknowledged, assigned, put off, escalated by e-mail, resolved and reopened, and counted', async () => {
  const owner = await product.bearer();
  const page = await product.signedIn('/app/alerts');
  await page.getByText('Great! No unresolved alerts.').waitFor();
  await holds(page);

  await nearlyLow(owner, 'VM-001');
  const phone = await product.open(PHONE, '/vend/start?nfcSessionId=VM-001-001');
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  // What is put back resolves its alert.
  await until('the guest has closed the door', async () => (await product.call<{ result: HardwareStatus }>('GET', '/api/hardware/status/VM-001', owner)).result.mode === 'locked');
  const [alert] = (await product.call<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false', owner)).alerts as [AlertView];
  const row = page.locator('.alerts > li', { hasText: alert.message });
  await row.getByText(/is running low in/).waitFor();
  await page.getByText(/^Times in .+ time$/).waitFor();
  await holds(page);

  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await row.getByText('Acknowledged').waitFor();
  await act(page, row, 'Assign…');
  await choose(page, page.getByRole('dialog').getByLabel('Assigned to'), /^Operator Demo/);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await row.getByText('Assigned to Operator Demo').waitFor();
  await act(page, row, 'Snooze…');
  await page.getByLabel('Reason (optional)').fill('the van is full');
  await choose(page, page.getByLabel('Until'), /^Tomorrow/);
  const wakesAt = /^That is (.+), New York time\.$/.exec(await page.getByText(/^That is /).innerText())?.[1];
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await row.getByText(`Snoozed until ${wakesAt}`).waitFor();
  await holds(page);

  await page.getByRole('button', { name: 'Alert Rules' }).click();
  await page.getByText('A machine is offline after 60 seconds of silence').waitFor();
  await page.getByRole('checkbox', { name: 'Medium' }).check();
  await page.getByRole('button', { name: 'Add Step' }).click();
  await page.getByLabel('Tell by e-mail').press('Backspace');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Each step tells somebody').waitFor();
  await holds(page);
  await page.getByLabel('Tell by e-mail').fill('janitor@example.com');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Alert rules saved').waitFor();

  await product.call('POST', `/api/admin/dashboard/alerts/${encodeURIComponent(alert._id)}/snooze`, owner, { until: new Date(Date.now() + 1_500).toISOString() });
  await row.getByRole('button', { name: 'Acknowledge' }).waitFor();
  await row.getByRole('button', { name: alert.message, exact: true }).click();
  await page.getByText('Why did this fire?').waitFor();
  await page.getByText('A guest took something').waitFor();
  await page.getByText('20% of the maximum').waitFor();
  await page.getByText('Came back: the snooze is over').waitFor();
  await page.getByText('Step 1 of the escalation: 1 notice sent out').waitFor();
  await page.getByText('delivered', { exact: true }).waitFor();
  expect(await page.getByRole('dialog').getByRole('link', { name: alert.machine.name }).getAttribute('href')).toContain('#slot-');
  expect(page.url()).toContain('alert=');
  await holds(page);
  const mails = await product.mails();
  expect(mails.filter(({ to }) => to === 'janitor@example.com').map(({ subject }) => subject)).toEqual([`[Medium] ${alert.message}`]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Why did this fire?').waitFor({ state: 'detached' });
  // Back goes to where one came from, not to what was closed.
  expect(page.url()).not.toContain('alert=');
  await page.goForward();
  await page.getByText('Why did this fire?').waitFor();
  await page.goBack();
  await page.getByText('Why did this fire?').waitFor({ state: 'detached' });

  await act(page, row, 'Resolve…');
  await press(page, /^Resolve$/);
  await page.getByText('Please give a reason').waitFor();
  await page.getByLabel('Reason').fill('filled it up');
  await press(page, /^Resolve$/);
  await page.getByText('Alert resolved').waitFor();
  await choose(page, page.getByLabel(/^Status/), /^Resolved$/);
  await row.getByText(/Resolved by Owner Demo/).waitFor();
  await row.getByRole('button', { name: 'Reopen…' }).click();
  await page.getByLabel('Reason').fill('still empty');
  await press(page, /^Reopen$/);
  await page.getByText('Alert reopened').waitFor();

  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByText('Resolution Rate').waitFor();
  await page.getByText('Machines with Most Alerts').waitFor();
  await page.locator('.apexcharts-canvas').waitFor();
  const stats = await product.call<{ total: number }>('GET', '/api/admin/dashboard/alerts/stats', owner);
  await page.getByRole('tab', { name: 'Alerts', exact: true }).click();
  await page.getByRole('button', { name: alert.message, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByText('Machines with Most Alerts').waitFor();
  expect(await page.getByRole('row', { name: /VM-001/ }).locator('td').nth(1).innerText()).toBe(String(stats.total));
  await holds(page);
}, 120_000);

it('a viewer looks on, and the dashboard offers what each role may do', async () => {
  const viewer = await product.signedIn('/app/alerts', DESK, 'viewer');
  await viewer.getByText('Read-Only Mode: Alert management disabled in simplified API').waitFor();
  await viewer.getByText('View Only Mode').waitFor();
  expect(await viewer.getByRole('button', { name: /Acknowledge|Resolve|More actions|Alert Rules/ }).count()).toBe(0);
  await viewer.goto(product.url('/app/dashboard'));
  await viewer.getByText('View Only', { exact: true }).first().waitFor();
  const links = (page: Page) => page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link').allInnerTexts();
  expect((await links(viewer)).map((text) => text.trim())).toEqual(['View Machines', 'Restock List']);

  const owner = await product.signedIn('/app/dashboard');
  await owner.getByRole('button', { name: /^Acknowledge:/ }).first().click();
  await owner.getByText('Acknowledged', { exact: true }).first().waitFor();
  expect((await links(owner)).map((text) => text.trim())).toEqual(['Add Product', 'View Products', 'Add Machine', 'View Machines', 'Restock List']);
  await product.call('POST', '/api/cognito-auth/machines', await product.bearer(), { machineId: 'VM-SILENT', name: 'Attic', location: { address: '1 Main Street' } });
  await product.call('PUT', '/api/cognito-auth/machines/VM-003', await product.bearer(), { status: 'maintenance' });
  await owner.getByRole('link', { name: '1 in maintenance' }).waitFor();
  await holds(owner);
  await owner.getByRole('link', { name: '1 offline' }).click();
  await owner.waitForURL('**/app/machines?status=offline');
  await owner.getByRole('link', { name: 'Attic' }).waitFor();
  await owner.goBack();
  await owner.getByRole('link', { name: 'View All Alerts' }).click();
  await owner.waitForURL('**/app/alerts');
}, 60_000);

it('fits on a phone: the list, one alert, the statistics, the rules', async () => {
  const page = await product.signedIn('/app/alerts', PHONE, 'admin');
  const row = page.locator('.alerts > li').first();
  await row.waitFor();
  // The first one is read without a search for it: what narrows the list is folded, and says what is chosen.
  expect(await row.locator('.alert-message').evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(PHONE.height - 100);
  const filters = page.getByRole('button', { name: /^Filters/ });
  expect([await filters.innerText(), await page.getByLabel('Severity').count()]).toEqual([expect.stringContaining('Unresolved'), 0]);
  await filters.click();
  await choose(page, page.getByLabel('Type'), /^Low Stock$/);
  await page.getByRole('button', { name: 'Filters Unresolved · Low Stock', expanded: true }).waitFor();
  await holds(page);
  await filters.click();
  await row.locator('.alert-message').click();
  await page.getByText('Why did this fire?').waitFor();
  await holds(page);
  const owner = await product.bearer();
  const [alert] = (await product.call<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false', owner)).alerts as [AlertView];
  await product.call('POST', `/api/admin/dashboard/alerts/${alert._id}/resolve`, owner, { reason: 'filled it up' });
  await page.goto(product.url('/app/alerts?tab=statistics'));
  await page.locator('.apexcharts-canvas').waitFor();
  // The widest table on this page: only there once something was resolved.
  await page.getByRole('columnheader', { name: 'Average' }).waitFor();
  await holds(page);
  await page.goto(product.url('/app/alerts?panel=rules'));
  await page.getByRole('button', { name: 'Save Rules' }).waitFor();
  await holds(page);
}, 60_000);

it('says what its machine is called as soon as that is changed, in the list as beside it, also to a colleague who looks on', async () => {
  const owner = await product.bearer();
  const { inventory: [slot] } = await product.call<{ inventory: [{ slot: string; quantity: number }] }>('GET', '/api/cognito-auth/machines/VM-001', owner);
  await product.call('POST', `/api/cognito-auth/machines/VM-001/inventory/${slot.slot}/adjust`, owner, { change: -slot.quantity, reason: 'counted' });
  const [page, colleague] = [await product.signedIn('/app/alerts'), await product.signedIn('/app/alerts', DESK, 'admin')];
  const soldOut = (on: Page, name: string) => on.getByRole('button', { name: new RegExp(`is sold out in ${name}$`) }).first();
  await soldOut(page, 'Seaside Lobby').waitFor();
  await soldOut(colleague, 'Seaside Lobby').waitFor();
  await page.locator('.alerts > li', { hasText: 'Seaside Lobby' }).getByRole('link', { name: 'VM-001' }).first().click();
  await page.getByRole('heading', { name: /Seaside Lobby/, level: 1 }).waitFor();
  await page.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Pool House');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: /Pool House/ }).waitFor();
  await soldOut(colleague, 'Pool House').waitFor();
  expect(await colleague.locator('.alerts').getByText('Seaside Lobby').count()).toBe(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).first().click();
  await soldOut(page, 'Pool House').waitFor();
  expect(await page.locator('.alerts').getByText('Seaside Lobby').count()).toBe(0);
}, 60_000);

it('says how old it is by the clock, however long ago the list was loaded: nothing need have changed since', async () => {
  const owner = await product.bearer();
  const { inventory: [full] } = await product.call<{ inventory: [{ slot: string; quantity: number }] }>('GET', '/api/cognito-auth/machines/VM-003', owner);
  await product.call('POST', `/api/cognito-auth/machines/VM-003/inventory/${full.slot}/adjust`, owner, { change: -full.quantity, reason: 'counted' });
  const page = await product.signedIn('/app/dashboard');
  await page.route((url) => url.pathname.endsWith('/dashboard/alerts'), async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { alerts: AlertView[] } };
    // As it was answered three hours ago, when it had just been raised.
    const alerts = answer.data.alerts.map((alert) => ({ ...alert, createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(), ageInHours: 0 }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, alerts } } });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).first().click();
  await page.locator('.alerts > li').first().getByText('3.0 h old').waitFor();
}, 60_000);

it('of somebody who has left is said to be a former member\'s, and is given to another one', async () => {
  const owner = await product.bearer();
  const { members } = await product.call<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members', owner);
  const { userId } = members.find(({ role }) => role === 'operator') as TeamMember;
  const { inventory: [full] } = await product.call<{ inventory: [{ slot: string; quantity: number }] }>('GET', '/api/cognito-auth/machines/VM-002', owner);
  await product.call('POST', `/api/cognito-auth/machines/VM-002/inventory/${full.slot}/adjust`, owner, { change: -full.quantity, reason: 'counted' });
  const alert = await until('it is sold out', async () => (await product.call<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false&type=low_stock', owner)).alerts.find(({ details }) => details.slot === full.slot));
  await product.call('POST', `/api/admin/dashboard/alerts/${alert._id}/assign`, owner, { userId });
  await product.call('DELETE', `/api/auth/organization/members/${userId}`, owner);
  const page = await product.signedIn('/app/alerts');
  const row = page.locator('.alerts > li', { hasText: alert.message });
  await row.getByText('Assigned to a former member').waitFor();
  await act(page, row, 'Assign…');
  await page.getByRole('dialog').getByText('A former member', { exact: true }).waitFor();
  await holds(page);
  await choose(page, page.getByRole('dialog').getByLabel('Assigned to'), /^Owner Demo/);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await row.getByText('Assigned to Owner Demo').waitFor();
}, 60_000);
