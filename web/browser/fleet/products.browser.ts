/** The catalogue in a real browser: finding, adding, changing at the same time as somebody else, pictures, files, and prices of single machines. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds, offered, pick, press } from '../on-page.js';

const product = inBrowser();
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const opened = (path: string, viewport = DESK, role: 'owner' | 'admin' | 'operator' = 'admin'): Promise<Page> => product.signedIn(path, viewport, role);
const names = (page: Page): Promise<string[]> => page.locator('.product-card .row-main > a').allInnerTexts();
const dialog = (page: Page) => page.getByRole('dialog');
const fill = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(text);
};

it('what the catalogue is narrowed to stands in the address, and comes back with it', async () => {
  const page = await opened('/app/products');
  await page.getByRole('link', { name: 'Cola 0.33 l' }).waitFor();
  expect((await names(page)).length).toBe(10);
  await holds(page);
  await page.getByLabel('Search').fill('bar');
  await page.waitForURL(/search=bar/);
  await page.getByRole('link', { name: 'Cola 0.33 l' }).waitFor({ state: 'detached' });
  expect(await names(page)).toEqual(['Oat & Honey Bar']);
  await page.reload();
  await page.getByRole('link', { name: 'Oat & Honey Bar' }).waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('bar');
  await page.getByLabel('Search').fill('nothing like it');
  await page.getByText('No products match your current filters.').waitFor();
  await page.goto(product.url('/app/products?deleted=true'));
  await page.getByText('None of your products is deleted.').waitFor();
  await page.goto(product.url('/app/products?category=Drinks&sortBy=price&sortOrder=asc'));
  await page.getByRole('link', { name: 'Cola 0.33 l' }).waitFor();
  expect(await names(page)).toEqual(['Still Water 0.5 l', 'Cola 0.33 l', 'Orange Juice 0.25 l', 'Iced Espresso']);
}, 60_000);

it('a product is added with a picture; what is wrong is said at its field, and nothing can be sent until it is right', async () => {
  const page = await opened('/app/products', PHONE);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await fill(page, { SKU: 'MINT 1', Name: 'Mints', Category: 'Sweets', 'Price ($)': '1', 'Cost ($)': '2', 'Weight (grams)': '20.5', 'Tax in percent': '99' });
  await dialog(page).getByLabel('Name').focus();
  for (const sentence of ['SKU can only contain letters, numbers, hyphens, and underscores', 'Cost cannot be greater than price', 'Weight must be a whole number (no decimals)', 'Tax must be at most 50%']) await dialog(page).getByText(sentence).waitFor();
  const send = dialog(page).getByRole('button', { name: 'Add Product' });
  expect(await send.isDisabled()).toBe(true);
  await holds(page);
  await fill(page, { SKU: 'COLA-033', 'Price ($)': '2.5', 'Weight (grams)': '20', 'Tax in percent': '8,25' });
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') });
  await dialog(page).getByText('Only PNG, JPEG and WebP pictures can be used').waitFor();
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'mints.png', mimeType: 'image/png', buffer: PNG });
  await dialog(page).locator('img[src^="/images/"]').waitFor();
  await send.click();
  await dialog(page).getByText('SKU COLA-033 is already in use').waitFor();
  product.causes(400, 409);
  await fill(page, { SKU: 'MINT-1' });
  await send.click();
  await page.getByRole('link', { name: 'Mints' }).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.product-card img[src^="/images/"]').waitFor();
  await holds(page);
  await page.getByRole('link', { name: 'Mints' }).click();
  await page.locator('dt', { hasText: 'Tax in its price' }).locator('xpath=following-sibling::dd').getByText('8.25%').waitFor();
}, 60_000);

/** As a phone takes it: of many pixels that differ, and several times what is kept. */
const photo = (page: Page): Promise<string> => page.evaluate(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 2_400, height: 1_200 });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const pixels = context.createImageData(canvas.width, canvas.height);
  for (let from = 0; from < pixels.data.length; from += 65_536) crypto.getRandomValues(new Uint8Array(pixels.data.buffer, from, Math.min(65_536, pixels.data.length - from)));
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1] as string;
});

it('a photo as a phone takes it is made smaller, and one that is none says so', async () => {
  const page = await opened('/app/products?search=mint', PHONE);
  await page.getByRole('button', { name: 'Edit Mints' }).click();
  const file = dialog(page).locator('input[type=file]');
  const before = await dialog(page).locator('img[src^="/images/"]').getAttribute('src');
  await file.setInputFiles({ name: 'evil.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2 * 1024 * 1024, 'no picture') });
  await dialog(page).getByText('The picture is larger than 1 MB, and could not be made smaller here').waitFor();
  const buffer = Buffer.from(await photo(page), 'base64');
  expect(buffer.length).toBeGreaterThan(4_000_000);
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  const shown = dialog(page).locator(`img[src^="/images/"]:not([src="${before}"])`);
  await shown.waitFor();
  await holds(page);
  const kept = await fetch(product.url((await shown.getAttribute('src')) ?? ''));
  expect([kept.headers.get('content-type'), (await kept.arrayBuffer()).byteLength <= 1024 * 1024]).toEqual(['image/jpeg', true]);
  expect(await shown.evaluate(async (picture: HTMLImageElement) => (await picture.decode(), [picture.naturalWidth, picture.naturalHeight]))).toEqual([1_600, 800]);
}, 60_000);

it('a form waits for a picture that is on its way: it would be sent without', async () => {
  const page = await opened('/app/products?search=mint', PHONE);
  await page.getByRole('button', { name: 'Edit Mints' }).click();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((done) => (arrive = done));
  await page.route('**/products/images', async (route) => {
    await arrived;
    await route.continue();
  });
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'mints.png', mimeType: 'image/png', buffer: PNG });
  await dialog(page).getByRole('button', { name: 'Save', disabled: true }).waitFor();
  arrive();
  await dialog(page).getByRole('button', { name: 'Save', disabled: false }).waitFor();
}, 60_000);

it('who changes what somebody else changed meanwhile sees both sides and chooses', async () => {
  const [mine, theirs] = await Promise.all([opened('/app/products?search=mint'), opened('/app/products?search=mint', DESK, 'owner')]);
  for (const page of [mine, theirs]) await page.getByRole('button', { name: 'Edit Mints' }).click();
  await fill(theirs, { 'Price ($)': '3.25' });
  await dialog(theirs).getByRole('button', { name: 'Save' }).click();
  await dialog(theirs).waitFor({ state: 'detached' });
  await fill(mine, { 'Cost ($)': '0.75' });
  await dialog(mine).getByRole('button', { name: 'Save' }).click();
  await dialog(mine).getByText('Somebody else changed this').waitFor();
  product.causes(409);
  expect(await dialog(mine).locator('.conflict tbody').innerText()).toBe('Price\t$3.25\t$2.50\nCost\t$2.00\t$0.75');
  await holds(mine);
  await dialog(mine).getByRole('button', { name: 'Save mine' }).click();
  await dialog(mine).waitFor({ state: 'detached' });
  await mine.getByRole('link', { name: 'Mints' }).click();
  await mine.getByText('Price: $3.25 → $2.50').waitFor();
  await mine.getByText('Changed by Owner Demo').waitFor();
  await holds(mine);
}, 60_000);

it('a product costs in one machine what it costs nowhere else, and cannot be deleted while it is in there', async () => {
  const page = await opened('/app/products?search=cola');
  await page.getByRole('link', { name: 'Cola 0.33 l' }).click();
  await page.getByRole('link', { name: 'View Inventory' }).click();
  await page.waitForURL(/\/app\/products\/[^/]+#machines$/);
  await page.getByRole('button', { name: 'Set price in Harbor Loft, slot A2' }).click();
  await dialog(page).getByLabel('Price').fill('2.95');
  await holds(page);
  await dialog(page).getByRole('button', { name: 'Set price' }).click();
  await page.getByText('Own price').waitFor();
  expect(await page.locator('.product-price').allInnerTexts()).toEqual(['$2.75\nProduct price', '$2.95\nOwn price', '$2.75\nProduct price']);
  await page.getByRole('checkbox', { name: 'Choose Garden House, slot A2' }).check();
  await page.getByRole('checkbox', { name: 'Choose Harbor Loft, slot A2' }).check();
  await holds(page);
  await page.getByRole('button', { name: 'Set price in 2 slots' }).click();
  await dialog(page).getByLabel('Price').fill('3.10');
  await page.route('**/machines/VM-002/inventory/A2/price', (route) => route.abort(), { times: 1 });
  await dialog(page).getByRole('button', { name: 'Set price' }).click();
  await dialog(page).getByText('The price is set in 1 of 2 slots, and not yet in Harbor Loft, slot A2: send it again to go on').waitFor();
  product.causes('net::ERR_FAILED');
  await holds(page);
  await dialog(page).getByRole('button', { name: 'Set price' }).click();
  await page.getByText('Cola 0.33 l costs $3.10 in 2 slots').waitFor();
  await page.locator('.product-price', { hasText: '$3.10' }).nth(1).waitFor();
  expect(await page.locator('.product-price').allInnerTexts()).toEqual(['$3.10\nOwn price', '$3.10\nOwn price', '$2.75\nProduct price']);
  await page.getByRole('checkbox', { name: 'Choose Harbor Loft, slot A2' }).uncheck();
  await page.getByRole('button', { name: 'Set price in 1 slot' }).click();
  await press(page, /^Use product price/);
  await page.getByText('Cola 0.33 l costs $2.75 in Garden House').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Price').fill('3');
  await dialog(page).getByText('The price stays as it is in Harbor Loft (A2): a price of its own is set there.').waitFor();
  await holds(page);
  await dialog(page).getByLabel('Price').fill('2.75');
  await dialog(page).getByText('a price of its own is set there.').waitFor({ state: 'detached' });
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await press(page, 'Delete');
  await dialog(page).getByText('Cola 0.33 l is still in Garden House (A2), Harbor Loft (A2), Seaside Lobby (A2).').waitFor();
  product.causes(409);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Back to Products' }).click();
  await page.waitForURL(/\/app\/products$/);
}, 60_000);

it('a file is looked at before it is taken', async () => {
  const page = await opened('/app/products', PHONE);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file][accept*=csv]').setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('SKU,Name,Category,Price,Cost,Weight (g)\nGUM-1,Gum,Sweets,1.50,0.40,15\nGUM-2,Bad Gum,Sweets,1.50,2.00,15\nCOLA-033,Cola,Drinks,2.80,0.80,350\n') });
  await dialog(page).getByRole('button', { name: 'Check file' }).click();
  await dialog(page).getByText('Cost cannot be greater than price').waitFor();
  await holds(page);
  expect(await dialog(page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await dialog(page).getByRole('button', { name: 'Import 2 products' }).click();
  await dialog(page).getByText('1 product added, 1 changed').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Gum', exact: true }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(file.suggestedFilename()).toBe('products.csv');
}, 60_000);

it('prices come with the currency they are in, and are in none where nobody can say which one that is', async () => {
  const page = await opened('/app/profile');
  let refuse = (): void => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/api/cognito-auth/account', async (route) => {
    await refused;
    await route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL', message: 'Out of order' } });
  });
  const listed = page.waitForResponse((response) => response.url().includes('/cognito-auth/products?'));
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
  await (await listed).finished();
  await page.getByRole('status', { name: 'Loading products' }).waitFor();
  refuse();
  const card = page.locator('.product-card').first();
  await card.getByText(/^¤\d+\.\d\d$/).first().waitFor();
  await card.getByRole('button', { name: /^Edit / }).click();
  await dialog(page).getByLabel('Price (¤)').waitFor();
  await page.unrouteAll();
  await page.route('**/api/cognito-auth/account', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { account: object } };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, account: { ...answer.data.account, currency: 'EUR' } } } });
  });
  await page.reload();
  await card.getByText(/^€\d+\.\d\d$/).first().waitFor();
  await card.getByRole('link').first().click();
  await page.getByRole('region', { name: 'Pricing' }).getByText(/^€\d+\.\d\d$/).first().waitFor();
  product.causes(500);
}, 60_000);

it('allergens stay as they were chosen when their field is left by Tab', async () => {
  const page = await opened('/app/products?add=true');
  const field = dialog(page).getByLabel('Allergens');
  const chosen = dialog(page).locator('.ant-select-multiple');
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Tab');
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'detached' });
  };
  await field.click();
  // While the list opens nothing in it can be pressed: it would be scrolled for, and move away below the pointer.
  await page.locator('.ant-select-dropdown:visible:not([class*="ant-slide-"])').waitFor();
  await pick(page, offered(page).getByText('milk'));
  await leave();
  expect(await chosen.innerText()).toBe('milk');
  await field.fill('soy');
  await page.keyboard.press('Enter');
  await leave();
  expect((await chosen.innerText()).split('\n')).toEqual(['milk', 'soy']);
  await field.fill('fish');
  await leave();
  expect((await chosen.innerText()).split('\n')).toEqual(['milk', 'soy', 'fish']);
}, 60_000);

it('the catalogue and its menu entry are for admins and owners', async () => {
  const page = await opened('/app/dashboard', DESK, 'operator');
  await page.getByRole('link', { name: 'Machines', exact: true }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Products', exact: true }).count()).toBe(0);
  await page.goto(product.url('/app/products'));
  await page.getByText('Access Denied').waitFor();
}, 60_000);
