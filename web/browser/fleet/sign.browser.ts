/** How guests find the way in: the sign that is printed for a machine, and the address that is written to its tag. */
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { holds, offered, pick } from '../on-page.js';

const larder = inBrowser();

it.each([['a desk', DESK], ['a phone', PHONE]])('on %s a sign for guests is printed in their languages, and its address begins a visit', async (_, viewport) => {
  const page = await larder.signedIn('/app/machines/VM-003', viewport);
  await page.getByRole('link', { name: 'Sign and tag' }).click();
  const sign = page.getByRole('article', { name: 'Sign' });
  await sign.getByText('Hold your phone to the tag, or scan this code.').waitFor();
  for (const language of ['German', 'Arabic']) {
    await page.getByLabel('Languages').click();
    await page.keyboard.type(language);
    await pick(page, offered(page).getByText(language, { exact: true }));
    await page.keyboard.press('Escape');
  }
  await sign.getByText('Schließen Sie die Tür.').waitFor();
  expect(await sign.locator('ol').evaluateAll((all) => all.map((list) => [(list as HTMLElement).lang, (list as HTMLElement).dir]))).toEqual([['en', 'ltr'], ['de', 'ltr'], ['ar', 'rtl']]);
  expect(new URL(page.url()).searchParams.get('languages')).toBe('en,de,ar');
  await page.getByText('Guests\' phones cannot reach this address').waitFor(); // a test's product is on this computer alone
  await holds(page);

  await page.emulateMedia({ media: 'print' });
  expect(await sign.isVisible()).toBe(true);
  for (const other of [page.getByText('Address of the tag'), page.getByRole('heading', { name: 'Sign and tag' }), page.getByLabel('Languages')]) expect(await other.isVisible()).toBe(false);
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  const address = await page.locator('.shown-once code').textContent() ?? '';
  const phone = await larder.open(PHONE, new URL(address).pathname + new URL(address).search);
  await phone.getByText('Garden House').waitFor();
  await phone.getByText(/Session expires in/).waitFor();
}, 90_000);

it('a machine that is not there has no sign', async () => {
  larder.causes(404);
  const page = await larder.signedIn('/app/machines/VM-999/sign');
  await page.getByText('Machine not found').waitFor();
  expect(await page.getByRole('button', { name: 'Print the sign' }).count()).toBe(0);
}, 60_000);
