/** The product in WebKit: what Safari's engine does otherwise than Chromium is met here before an iPhone meets it. */
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { SCREENS } from '../screens.js';
import { hasWebkit, Webkit } from '../webkit.js';

const title = 'In WebKit';
const isThere = hasWebkit();
if (!isThere) process.stderr.write(`${title}: did not run, it needs the programs WebKitWebDriver and Xvfb\n`);

(isThere ? describe : describe.skip)(isThere ? title : `${title} (did not run: no WebKitWebDriver and Xvfb)`, () => {
  const product = inBrowser();
  const webkit = new Webkit();
  beforeAll(() => webkit.start());
  afterAll(() => webkit.end());

  it('a guest taps, takes, pays, and has the receipt', async () => {
    await webkit.open(product.url('/vend/new'), PHONE);
    await webkit.shows('Tap NFC Tag');
    await webkit.press('Tap NFC Tag');
    await webkit.shows('Items removed - Payment required');
    expect(await webkit.fits()).toBe(true);
    await webkit.press('Pay $');
    await webkit.shows('TEST payment');
    await webkit.press('Pay $');
    await webkit.shows('Payment Successful!');
  }, 90_000);

  describe('a member', () => {
    beforeAll(async () => {
      await webkit.open(product.url('/login'), DESK);
      await webkit.shows('Password');
      await webkit.type('email', 'owner@larder.example');
      await webkit.type('password', product.demoPassword(), true);
      await webkit.shows('Machines Online');
    }, 60_000);

    it.each(SCREENS)('is shown %s', async (path, text) => {
      await webkit.open(product.url(path), DESK);
      await webkit.shows(text);
      expect(await webkit.fits()).toBe(true);
    }, 60_000);
  });
});
