/** Sales that were brought from another system: checked and taken, looked at, and refunded by hand. */
import { exportOf } from '@larder/sales/testing.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds } from '../on-page.js';

const product = inBrowser();

describe('Sales from elsewhere', () => {
  it('are taken in the organization\'s time zone', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('America/New York', { exact: true }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOf([{ Product: 'Café' }, { Transaction: '2', Product: 'cola 0.33 L' }, { Transaction: '9', Type: 'Barter' }]).slice(1), 'latin1') });
    await dialog.getByRole('button', { name: 'Check file' }).click();
    await dialog.getByText('New', { exact: true }).waitFor();
    await dialog.getByText(/^cola 0\.33 L is added as a product of its own beside COLA-033/).waitFor();
    await holds(page);
    await dialog.getByRole('button', { name: 'Import 2 purchases' }).click();
    await dialog.getByText('2 purchases imported from export.csv').waitFor();
    await holds(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      await page.goto(product.url('/app/sales'));
      await page.getByRole('button', { name: 'Import' }).click();
      const past = page.getByRole('region', { name: 'Past imports' }).getByRole('listitem').filter({ hasText: 'export.csv' });
      await past.getByText('2 new purchases ($3.00), 0 already known').waitFor();
      await past.getByText('1 line quarantined').click();
      await past.getByText('Line 4: Unknown payment type: Barter').waitFor();
      await holds(page);
    }
  }, 60_000);

  it('come from a file that can be read: of another one it is said, and it can be chosen again', async () => {
    const page = await product.signedIn('/app/sales', PHONE, 'admin');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    // As a browser answers for a file on a stick that was taken out.
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = () => ((Blob.prototype.arrayBuffer = arrayBuffer), Promise.reject(new DOMException('', 'NotReadableError')));
    });
    const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOf([{ Transaction: '71' }])) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('alert').getByText('The file cannot be read. Please close it where it is open, and choose it again.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Check file' }).isDisabled()).toBe(true);
    await holds(page);
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('Choose another').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Check file' }).isEnabled()).toBe(true);
  });

  it('go on being taken while nobody answers how far they have come', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOf([{ Transaction: '72' }])) });
    let isAway = true;
    await page.route('**/admin/sales/import/*', (route) => (isAway ? route.abort() : route.continue()));
    product.causes('net::ERR_FAILED');
    await dialog.getByRole('button', { name: 'Check file' }).click();
    await dialog.getByText(/^How far it has come cannot be loaded just now; it goes on all the same/).waitFor();
    await dialog.getByText('Checking the file...').waitFor();
    await holds(page);
    isAway = false;
    await dialog.getByRole('button', { name: 'Import 1 purchase' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });

  it('are of long ago: the list of the last 30 days has none of them, and leads to them', async () => {
    for (const viewport of [DESK, PHONE]) {
      const page = await product.signedIn('/app/sales?paymentMethod=card', viewport, 'admin');
      await page.getByText('No sales transactions match your current filters.').waitFor();
      await holds(page);
      await page.getByRole('button', { name: 'Show all time' }).click();
      await page.getByText('cola 0.33 L').first().waitFor();
      expect(new URL(page.url()).search).toBe('?paymentMethod=card&timeframe=all');
      expect(await page.getByRole('button', { name: 'Show all time' }).count()).toBe(0);
      await page.goto(product.url('/app/sales?paymentMethod=mobile&timeframe=all'));
      await page.getByText('No sales transactions match your current filters.').waitFor();
      expect(await page.getByRole('button', { name: 'Show all time' }).count()).toBe(0);
    }
  }, 60_000);

  it('go to a machine that is called otherwise here, which is said before they do', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('America/New York', { exact: true }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({ name: 'named.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOf([{ Transaction: '77', Machine: 'VM 002' }])) });
    await dialog.getByRole('button', { name: 'Check file' }).click();
    await dialog.getByText('VM-002, known here as Harbor Loft').waitFor();
    await holds(page);
  }, 60_000);

  it('show on a phone, too, what a product with a long name has brought', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    const body = { fileName: 'x.csv', csv: exportOf([{ Transaction: '3', Product: 'Snack bar with a rather long descriptive name for a vending product', RPrice: '7.25', TransDate: 'Tuesday, February 1, 2022' }]) };
    await page.evaluate(async (sent) => {
      await fetch('/api/admin/sales/import', { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('larder.idToken')}` }, body: JSON.stringify(sent) });
    }, body);
    await page.setViewportSize(PHONE);
    await page.goto(product.url('/app/analytics?view=products&startDate=2022-02-01&endDate=2022-02-01'));
    const brought = page.getByRole('cell', { name: '$7.25' }).first();
    await brought.waitFor();
    const { x = PHONE.width, width = 0 } = (await brought.boundingBox()) ?? {};
    expect(x + width).toBeLessThan(PHONE.width);
    await holds(page);
  }, 60_000);

  it('are refunded by hand, which the dialog and its outcome say', async () => {
    const page = await product.signedIn('/app/sales?timeframe=all&machineId=Lake-House-x1', DESK, 'admin');
    await page.getByRole('button', { name: 'Refund Café' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^This refund is only recorded/).waitFor();
    await holds(page);
    await dialog.getByLabel('Reason').fill('It was warm');
    await dialog.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refund of $1.50 recorded').waitFor();
  }, 60_000);
});
