/** What somebody waits for: the compressed bytes of a page's first view, and when its largest part is painted, in Chromium on this machine. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ARGUMENTS, executablePath, needChromium, signInAsOwner } from './chromium.mjs';
import { against, measureAgainst, pause, report, root } from './measure.mjs';
import { addMachines, ask, named, signIn, start, startProduct } from './processes.mjs';

const GUEST_BYTES = 72_000;
/** All of the application in one bundle has 710 kB (gzip). */
const OPERATOR_BYTES = 710_000 / 2;
const GUEST_S = 1.2;
const OPERATOR_S = 2;
const PAINTED_MS = 500;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };
/** As Lighthouse plays a phone on a slow mobile network. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOW_PROCESSOR = 4;
const built = join(root, 'web/dist');

/** The page itself and what it names: its script, all that this imports at once, and their styles. */
const namedBy = (page) => [page, ...[...readFileSync(join(built, page), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file)];
const bytesOf = (files, ending) => files.reduce((sum, file) => sum + statSync(join(built, `${file}.${ending}`)).size, 0);

report('first view of the guest page, brotli', against(GUEST_BYTES, [bytesOf(namedBy('vend.html'), 'br')]), { unit: 'kB', aim: '<= 1', digits: 3 });

needChromium('first views in a browser');
const product = await startProduct();
/** A dashboard shows charts only when something was sold. */
const guests = start('guests.mjs');
await ask(guests, { port: product.port, mqttPort: product.mqttPort, machines: await addMachines(product, await signIn(product), named(1)) });
await ask(guests, { ms: 1_000 });

const browser = await chromium.launch({ executablePath, args: ARGUMENTS });

/** Opens an address with an empty cache until `shown` is visible; answers when the largest part was painted, in seconds, which files were there by then, and which in the end. */
async function view(context, path, shown, slow) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (slow) {
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
  }
  await page.goto(product.url + path);
  await shown(page).first().waitFor();
  await pause(PAINTED_MS);
  const seconds = await page.evaluate(() => new Promise((found) => {
    new PerformanceObserver((list) => found(list.getEntries().at(-1).startTime / 1000)).observe({ type: 'largest-contentful-paint', buffered: true });
  }));
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name, responseEnd }) => ({ path: new URL(name).pathname, seconds: responseEnd / 1000 })));
  await page.close();
  const files = loaded.filter(({ path: its }) => its.startsWith('/assets/')).map(({ path: its, seconds: at }) => ({ file: its.slice(1), at }));
  return { seconds, first: files.filter(({ at }) => at <= seconds).map(({ file }) => file), all: files.map(({ file }) => file) };
}

async function signedIn() {
  const context = await browser.newContext({ viewport: DESK });
  await signInAsOwner(context, product);
  return context;
}

const guest = await browser.newContext({ viewport: PHONE });
const operator = await signedIn();
const tap = (page) => page.getByRole('button', { name: 'Tap NFC Tag' });
const email = (page) => page.getByLabel('Email');
const charts = (page) => page.locator('.apexcharts-canvas');
const stranger = await browser.newContext({ viewport: DESK });

for (const [name, context, path, shown] of [['the sign-in page', stranger, '/login', email], ['an operator\'s dashboard', operator, '/app/dashboard', charts]]) {
  // On a slow network: on a fast one the rest comes within the milliseconds in which the largest part is painted, or not, by chance.
  const { first, all } = await view(context, path, shown, true);
  const bytes = (files) => against(OPERATOR_BYTES, [bytesOf(['index.html', ...files], 'gz')]);
  report(`first view of ${name}, gzip, until its largest part is painted`, bytes(first), { unit: 'kB', aim: '<= 1', digits: 3 });
  report(`all that ${name} loads, gzip`, bytes(all), { unit: 'kB', digits: 3 });
}
const painted = (name, limit, [context, path, shown], slow) => measureAgainst(limit, `${name}, largest part painted${slow ? ', slow phone and network' : ''}`, {
  unit: 's', aim: slow ? '-' : '<= 1', ours: async () => (await view(context, path, shown, slow)).seconds,
});
await painted('the guest page', GUEST_S, [guest, '/vend/new', tap]);
await painted('an operator\'s dashboard', OPERATOR_S, [operator, '/app/dashboard', charts]);
await painted('the guest page', GUEST_S, [guest, '/vend/new', tap], true);
await browser.close();
process.exit(0);
