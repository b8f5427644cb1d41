/** What each role sees and may do, screen by screen. */
import type { Page } from 'playwright-core';
import { roles, type Role } from '@larder/contracts/roles.js';
import { DESK, inBrowser } from '../in-browser.js';

const larder = inBrowser();
const MACHINE = 'VM-001';

/** From which role on something is there; `noOne` for what is there for nobody. */
type Since = Role;
const since = (role: Role, first: Since): boolean => roles.indexOf(role) >= roles.indexOf(first);

const menu: Record<string, Since> = {
  Dashboard: 'viewer', Machines: 'viewer', Sales: 'viewer', Alerts: 'viewer', Organization: 'viewer', Products: 'admin', Analytics: 'admin', 'Team Admin': 'admin', Subscription: 'admin',
};
/** Screen, what to look for once it is loaded, and the controls with the first role that has them. */
const screens: [path: string, loaded: string, first: Since, controls: Record<string, Since>][] = [
  ['/app/dashboard', 'Machines Online', 'viewer', { Refresh: 'viewer', 'Look back': 'viewer' }],
  ['/app/machines', 'Seaside Lobby', 'viewer', { 'Add Machine Profile': 'admin' }],
  [`/app/machines/${MACHINE}`, 'Inventory', 'viewer', { 'Add Product': 'operator', 'Re-setup ESP32': 'admin' }],
  ['/app/restock', 'Restock List', 'viewer', { Print: 'viewer' }],
  ['/app/products', 'Dark Chocolate 70%', 'admin', { 'Add Product': 'admin', Import: 'admin', 'Edit Dark Chocolate 70%': 'admin', 'Delete Dark Chocolate 70%': 'admin' }],
  ['/app/sales', 'Total Revenue', 'viewer', { 'Export Data': 'admin', Import: 'admin' }],
  ['/app/analytics', 'Total Profit', 'admin', { 'Export Sales as CSV': 'admin' }],
  ['/app/alerts', 'Total Alerts', 'viewer', { 'Alert Rules': 'admin' }],
  ['/app/organization', 'Usage Overview', 'viewer', { 'Invite User': 'admin', 'Issue Key': 'admin' }],
  ['/app/subscription', 'Current Plan', 'viewer', { 'Manage Billing': 'owner' }],
  ['/app/team', 'Team', 'admin', { 'Invite User': 'admin' }],
  ['/app/profile', 'Account Information', 'viewer', { 'Sign Out': 'viewer' }],
];

describe.each(roles)('As %s', (role) => {
  let page: Page;
  beforeAll(async () => {
    page = await larder.signedIn('/app/dashboard', DESK, role);
    page.setDefaultTimeout(8_000);
  }, 60_000);

  it('the menu leads where one may go', async () => {
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Dashboard' }).waitFor();
    for (const [label, first] of Object.entries(menu)) expect([label, await navigation.getByRole('link', { name: label, exact: true }).count()]).toEqual([label, since(role, first) ? 1 : 0]);
  });

  it.each(screens)('%s', async (path, loaded, first, controls) => {
    await page.goto(larder.url(path));
    if (!since(role, first)) {
      await page.getByText('Access Denied').waitFor();
      await page.getByRole('button', { name: 'Go Back' }).waitFor();
      return;
    }
    await page.getByText(loaded, { exact: true }).first().waitFor();
    for (const [name, from] of Object.entries(controls)) {
      const control = page.getByRole('button', { name: new RegExp(`(^| )${name.replace('%', '\\%')}$`) }); // an icon stands before some

      if (since(role, from)) await control.first().waitFor();
      else expect([name, await control.count()]).toEqual([name, 0]);
    }
  }, 60_000);
});

it('a machine can be switched by an operator, and only looked at by a viewer', async () => {
  const viewer = await larder.signedIn('/app/machines', DESK, 'viewer');
  await viewer.getByText('Read-Only Mode').first().waitFor();
  expect(await viewer.getByRole('switch').count()).toBe(0);
  const operator = await larder.signedIn('/app/machines', DESK, 'operator');
  await operator.getByRole('switch').first().waitFor();
  expect(await operator.getByText('Read-Only Mode').count()).toBe(0);
}, 60_000);
