/** What people do with machines, in a real browser: the list in its looks, a machine that is told, moved, filled and taken away. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds, offered, pick } from '../on-page.js';

const product = inBrowser();
async function more(page: Page, deed: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

it('a machine is moved to a house that others stand in by choosing it, also on the map', async () => {
  const page = await product.signedIn('/app/machines/VM-002', PHONE);
  const details = page.getByRole('region', { name: 'Details' });
  const there = (await product.call<MachineView>('GET', '/api/cognito-auth/machines/VM-003', await product.bearer())).location;
  await more(page, 'Edit…');
  await page.getByLabel('Location').fill('5 Lake Road');
  await page.getByText('On the map it stays where it was: please move it there, too.').waitFor();
  await holds(page);
  await page.getByLabel('Location').fill('maple');
  await pick(page, offered(page).getByText(there.address).last());
  await page.getByText('It goes there on the map, too.').waitFor();
  await holds(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Harbor Loft saved').waitFor();
  await details.getByText(there.address).waitFor();
  const moved = await product.call<MachineView>('GET', '/api/cognito-auth/machines/VM-002', await product.bearer());
  expect(moved.location).toMatchObject({ address: there.address, coordinates: there.coordinates });
  await product.call('PUT', '/api/cognito-auth/machines/VM-002', await product.bearer(), { location: { address: '88 River Street, Hoboken, NJ', coordinates: { lat: 40.7362, lon: -74.0291 } } });
});

it('the list is a table, cards or a map, sorted and narrowed, and the address bar says so', async () => {
  const page = await product.signedIn('/app/machines');
  await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  await holds(page);
  await page.getByText('Grid', { exact: true }).click();
  await page.waitForURL('**/app/machines?view=grid');
  await page.locator('.machine-grid').getByText('Harbor Loft').waitFor();
  await holds(page);
  await page.getByLabel('Sort by').click();
  await pick(page, offered(page).getByText('Name', { exact: true }));
  await page.getByRole('button', { name: 'Descending: turn round' }).click();
  await page.waitForURL('**/app/machines?sort=name&order=asc&view=grid');
  const names = page.locator('.machine-grid > li strong');
  await page.waitForFunction(() => document.querySelector('.machine-grid > li strong')?.textContent === 'Garden House');
  expect(await names.allInnerTexts()).toEqual(['Garden House', 'Harbor Loft', 'Seaside Lobby']);

  await page.getByText('Map', { exact: true }).click();
  const marker = page.getByRole('button', { name: 'Seaside Lobby: Online' });
  await marker.waitFor();
  await holds(page);
  const left = async (): Promise<number> => (await marker.boundingBox())?.x ?? Number.NaN;
  const before = await left();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((was) => Math.abs((document.querySelector('[aria-label="Seaside Lobby: Online"]')?.getBoundingClientRect().x ?? 0) - was + 60) < 2, before);
  for (let n = 0; n < 6; n++) await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: '3 machines' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await marker.click();
  expect(await marker.getAttribute('aria-pressed')).toBe('true');
  await page.locator('.map-list .chosen').getByText('Seaside Lobby').waitFor();
  // Whoever cannot drag it taps where its middle is to be.
  const { width, height } = (await page.locator('.map-area').boundingBox())!;
  const there = (await marker.boundingBox())!;
  await page.locator('.map-area').click({ position: { x: width / 2 - 50, y: height / 2 + 90 } });
  await page.waitForFunction(({ x, y }) => {
    const now = document.querySelector('[aria-label="Seaside Lobby: Online"]')?.getBoundingClientRect();
    return now && Math.abs(now.x - x) < 2 && Math.abs(now.y - y) < 2;
  }, { x: there.x + 50, y: there.y - 90 });
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Search').fill('harbor');
  await marker.waitFor({ state: 'detached' });
  expect(page.url()).toContain('search=harbor');
  await page.reload();
  await page.getByRole('button', { name: 'Harbor Loft: Online' }).waitFor();
}, 60_000);

it('what is chosen the moment the address has changed is added to it, however slow the device', async () => {
  const page = await product.signedIn('/app/machines');
  await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...change) => {
      history.pushState = push;
      push(...change);
      setTimeout(() => document.querySelector<HTMLElement>('[aria-label="Descending: turn round"]')?.click(), 20);
    };
  });
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.getByText('Grid', { exact: true }).click();
  await page.waitForURL(/order=asc/);
  expect(new URL(page.url()).searchParams.get('view')).toBe('grid');
}, 60_000);

it('a machine is told what to do, answers, and the timeline tells of it', async () => {
  const page = await product.signedIn('/app/machines/VM-001', DESK, 'operator');
  const hardware = page.locator('.facts.hardware');
  await hardware.getByText('-58 dBm, strong').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Restock mode…' }).click();
  await page.getByLabel('Reason (optional)').fill('the van is here');
  await holds(page);
  await page.getByRole('button', { name: 'Restock mode', exact: true }).click();
  const order = page.locator('.orders > li').first();
  await order.getByText('Done', { exact: true }).waitFor();
  await order.getByText('the van is here').waitFor();
  await hardware.getByText('Restocking').waitFor();
  await hardware.getByText(/^1[45]:\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText('Please give a reason').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await order.getByText(/^Lock/).first().waitFor();
  await order.getByText('Done', { exact: true }).waitFor();
  await hardware.getByText('Locked').first().waitFor();
  await page.locator('.machine-timeline').getByText('Went into restock mode').waitFor();
  await holds(page);
  expect(await page.getByRole('button', { name: /Re-setup|Delete/ }).count()).toBe(0);
}, 60_000);

it('slots are restocked, counted and taken out; name and place are changed, and who comes second sees both sides', async () => {
  const page = await product.signedIn('/app/machines/VM-002');
  const slot = page.locator('.slots > li').first();
  await slot.getByText('12 / 12').waitFor();
  const choose = async (deed: string) => {
    await page.getByRole('button', { name: 'More actions for slot A1' }).click();
    await page.getByRole('menuitem', { name: deed }).click();
  };
  await choose('Correct count…');
  await page.getByLabel('Units counted').fill('7');
  await page.getByLabel('Reason').fill('a crate was never put in');
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  await slot.getByText('7 / 12').waitFor();
  await page.getByRole('button', { name: 'Restock slot A1' }).click();
  await page.getByLabel('Units added').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Restock', exact: true }).click();
  await slot.getByText('10 / 12').waitFor();
  await page.getByRole('button', { name: 'More actions for slot B5' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.locator('.slots').getByText('B5').waitFor({ state: 'detached' });

  await more(page, 'Edit…');
  await page.getByLabel('Name').fill('Harbor House');
  await product.call('PUT', '/api/cognito-auth/machines/VM-002', await product.bearer(), { name: 'Harbor Hall' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this').waitFor();
  await page.getByRole('cell', { name: 'Harbor Hall' }).waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.getByRole('heading', { name: /Harbor House/ }).waitFor();
  product.causes(409);
}, 60_000);

it('a machine that is away cannot be told anything, and one that is not wanted is taken out of the fleet', async () => {
  const owner = await product.bearer();
  await product.call('POST', '/api/cognito-auth/machines', owner, { machineId: 'VM-950', name: 'Old Mill', location: { address: '1 Mill Lane, Trenton, NJ' } });
  const page = await product.signedIn('/app/machines/VM-950');
  await page.getByText('Hardware status unavailable').waitFor();
  expect(await page.getByRole('button', { name: 'Unlock…' }).count()).toBe(0);
  await holds(page);
  await more(page, 'Delete…');
  await page.getByText('is taken out of the fleet').waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Old Mill is deleted').waitFor();
  await page.waitForURL('**/app/machines');
  const { machines } = await product.call<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100', owner);
  expect(machines.some(({ machineId }) => machineId === 'VM-950')).toBe(false);
  await page.close();
  product.causes(404);
}, 60_000);

it('fits on a phone: list, cards, map, one machine, a pending one, the form', async () => {
  await product.call('POST', '/api/cognito-auth/setup-profiles', await product.bearer(), { machineId: 'VM-960', name: 'Hut', location: { address: '9 Hill Road' }, wifiSSID: 'Hut', wifiPassword: 'hut hut hut' });
  const page = await product.signedIn('/app/machines', PHONE);
  await page.locator('.cards').getByText('Seaside Lobby').waitFor();
  await holds(page);
  for (const [path, sign] of [['/app/machines?view=grid', 'Seaside Lobby'], ['/app/machines?view=map', 'Not on the map yet'], ['/app/machines/VM-001', 'Last check'], ['/app/machines/VM-960', 'Good for another'], ['/app/machines?add=true', 'Create Profile']] as const) {
    await page.goto(product.url(path));
    await page.getByText(sign).first().waitFor();
    await holds(page);
  }
}, 60_000);

it.each([['on a phone what is in a machine comes before its hardware', PHONE, ['Inventory', 'Hardware']], ['on a desk its hardware comes first', DESK, ['Hardware', 'Inventory']]] as const)('%s', async (_, viewport, order) => {
  const page = await product.signedIn('/app/machines/VM-001', viewport);
  await page.locator('.facts.hardware').waitFor();
  const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(titles.filter((title) => title === 'Inventory' || title === 'Hardware')).toEqual(order);
  await holds(page);
}, 60_000);

it('a viewer looks on', async () => {
  const page = await product.signedIn('/app/machines?view=grid', DESK, 'viewer');
  await page.getByText('Read-Only Mode').first().waitFor();
  expect(await page.getByRole('button', { name: 'Add Machine Profile' }).count()).toBe(0);
  await page.goto(product.url('/app/machines/VM-001'));
  await page.locator('.facts.hardware').waitFor();
  expect(await page.getByRole('button', { name: /Unlock|Reboot|Re-setup|More actions|Restock/ }).count()).toBe(0);
  await page.goto(product.url('/app/machines?view=map'));
  await page.getByRole('button', { name: 'Show Seaside Lobby on the map' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Move|Place)/ }).count()).toBe(0);
}, 60_000);
