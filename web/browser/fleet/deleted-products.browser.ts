/** Products that were deleted, and had back. */
import { inBrowser, PHONE } from '../in-browser.js';
import { holds, press } from '../on-page.js';

const product = inBrowser();

it('a product that was deleted is had back at once, or later from among the deleted ones, unless its SKU is taken', async () => {
  const page = await product.signedIn('/app/products', PHONE, 'admin');
  const add = async (name: string, code: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add Product' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, text] of Object.entries({ SKU: code, Name: name, Category: 'Sweets', 'Price ($)': '2', 'Cost ($)': '1', 'Weight (grams)': '20' })) await dialog.getByLabel(label).fill(text);
    await dialog.getByRole('button', { name: 'Add Product' }).click();
    await page.getByRole('link', { name }).waitFor();
  };
  const remove = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await press(page, 'Delete');
    await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  };
  await add('Nougat', 'NOUGAT-1');
  await remove('Nougat');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Nougat is back').waitFor();
  await page.getByRole('link', { name: 'Nougat' }).waitFor();
  await remove('Nougat');
  await page.goto(product.url('/app/products?deleted=true&search=nougat'));
  await page.getByRole('button', { name: 'Restore Nougat' }).waitFor();
  await holds(page);
  await page.goto(product.url('/app/products'));
  await add('Turrón', 'NOUGAT-1');
  await page.goto(product.url('/app/products?deleted=true&search=nougat'));
  await page.getByRole('button', { name: 'Restore Nougat' }).click();
  await page.getByText('Failed to restore product. SKU NOUGAT-1 is that of Turrón by now. Give that one another SKU first.').waitFor();
  product.causes(409);
  await page.goto(product.url('/app/products'));
  await remove('Turrón');
  await page.goto(product.url('/app/products?deleted=true&search=nougat'));
  await page.getByRole('button', { name: 'Restore Nougat' }).click();
  await page.getByText('Nougat is back').waitFor();
  await page.getByRole('button', { name: 'Restore Nougat' }).waitFor({ state: 'detached' });
}, 60_000);

it('the page of a product that somebody has deleted says so, and has it back', async () => {
  const authorization = await product.bearer();
  const { product: halva } = await product.call<{ product: { id: string } }>('POST', '/api/cognito-auth/products', authorization, { sku: 'HALVA-1', name: 'Halva', category: 'Sweets', price: 2, cost: 1, weight: 20 });
  const page = await product.signedIn(`/app/products/${halva.id}`, PHONE, 'admin');
  await page.getByRole('heading', { name: 'Halva' }).waitFor();
  product.causes(404);
  await product.call('DELETE', `/api/cognito-auth/products/${halva.id}`, authorization);
  await page.getByText('This product was deleted').waitFor();
  await page.getByText(/^By .+ on .+\. What was sold keeps its name and price\.$/).waitFor();
  await page.getByText(/^Deleted by /).waitFor();
  await holds(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Halva is back').waitFor();
  await page.getByRole('heading', { name: 'Halva' }).waitFor();
  await page.getByText('This product was deleted').waitFor({ state: 'detached' });
}, 60_000);
