/** What Lighthouse says of the pages that people see first: its four scores as a share of 100, on a phone with a slow network for the public, on a desk for operators. */
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { ARGUMENTS, executablePath, needChromium, signInAsOwner } from './chromium.mjs';
import { against, freshFolder, measureAgainst, report } from './measure.mjs';
import { call, freePort, startProduct } from './processes.mjs';

needChromium('Lighthouse');
const product = await startProduct();
const port = await freePort();
const context = await chromium.launchPersistentContext(freshFolder(), {
  executablePath, args: [`--remote-debugging-port=${port}`, ...ARGUMENTS],
});

/** A visit as it is seen by whoever has just tapped. */
async function tapped() {
  const page = await context.newPage();
  await page.goto(`${product.url}/vend/new`);
  const [machine] = await call(product, '/api/vend/machines');
  const { sessionId } = await page.evaluate(async (tag) => {
    const answer = await fetch('/api/vend/start', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ nfcSessionId: tag }) });
    return (await answer.json()).data;
  }, `${machine.machineId}-001`);
  await page.close();
  return `/vend/session/${sessionId}`;
}

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** What Lighthouse says of its own recording when that has gone wrong: it asks to be run again. */
const UNRECORDED = /^(NO_NAVSTART|NO_TRACING_STARTED|INVALID_SPEEDLINE)$/;
const AGAIN = 2;

/** The sign-in is kept: the dashboard is nothing to a stranger. */
async function scored(path, config, again = AGAIN) {
  const { lhr } = await lighthouse(product.url + path, { port, output: 'json', logLevel: 'silent', disableStorageReset: path.startsWith('/app'), onlyCategories: SCORES }, config);
  if (again > 0 && UNRECORDED.test(lhr.runtimeError?.code)) return scored(path, config, again - 1);
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  for (const { id, score, title, scoreDisplayMode } of Object.values(lhr.audits)) {
    if (process.env.VERBOSE && score !== null && score < 0.9 && scoreDisplayMode !== 'informative') process.stderr.write(`${path} ${id}: ${score} ${title}\n`);
  }
  return Object.fromEntries(SCORES.map((name) => [name, lhr.categories[name].score * 100]));
}

const pages = [['the landing page', '/', undefined, 95], ['a guest\'s visit', await tapped(), undefined, 98], ['an operator\'s dashboard', '/app/dashboard', desktopConfig, 90]];
for (const [name, path, config, aim] of pages) {
  // After the others: those are seen by strangers.
  if (path.startsWith('/app')) await signInAsOwner(context, product);
  const all = [];
  await measureAgainst(100, `Lighthouse, ${name}: performance`, { aim: `>= ${aim / 100}`, ours: async () => {
    all.push(await scored(path, config));
    return all.at(-1).performance;
  }, unit: '' });
  // Pages behind a sign-in are not for search engines.
  for (const score of SCORES.slice(1).filter((its) => its !== 'seo' || path === '/')) report(`Lighthouse, ${name}: ${score}`, against(100, all.map((its) => its[score])), { unit: '', aim: '>= 0.95' });
}
await context.close();
process.exit(0);
