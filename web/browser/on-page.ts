/** For browser tests: what people do on a page that takes more than one step, and what must hold on every page. */
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Download, Locator, Page } from 'playwright-core';

/** Nothing may stick out to the side. */
export const fits = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when nothing fades in or out any more: what is half there has half its contrast. Ten seconds at most. A button's spinner does not count: one that goes before it was seen has nothing to shrink from, and waits for ever to have left. */
export async function standsStill(): Promise<void> {
  const isMoving = (): boolean => document.querySelector(':is([class*="-enter-"], [class*="-leave-"], [class*="-appear-"]):not(.ant-btn-loading-icon)') !== null
    || document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity);
  for (const end = performance.now() + 10_000; isMoving() && performance.now() < end; ) await new Promise(requestAnimationFrame);
}

/** Clicks a button of the dialog that is open, once it stands where it opens to: on the way there a click misses it. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).waitFor();
  await page.evaluate(standsStill);
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** What keeps people from using the page as it is now: axe's findings of serious or critical impact, one line each with the places. Looking takes a second, in which a notice may have faded: what is found is looked for once more. With `rule` it is looked for that alone. */
export async function seriousFindings(page: Page, rule?: string): Promise<string[]> {
  // The page's policy forbids script tags that we add; what the debugger evaluates it does not forbid.
  await page.evaluate(axeSource);
  const found = await look(page, rule);
  return found.length > 0 ? look(page, rule) : found;
}

async function look(page: Page, rule?: string): Promise<string[]> {
  await page.evaluate(standsStill);
  const options: RunOptions = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) };
  const { violations } = await page.evaluate((its) => (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(its), options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What every page has to be at every moment: usable by everybody, and as wide as its window. */
export async function holds(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
}

/** What a person reads in a file they downloaded. */
export const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
export const downloadBy = async (page: Page, button: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return download;
};

/** Chooses of what a field offers. */
export async function choose(page: Page, field: Locator, option: RegExp): Promise<void> {
  await field.click();
  await pick(page, offered(page).getByText(option).first());
}

export const offered = (page: Page): Locator => page.locator('.ant-select-dropdown:visible');
/** Clicks what is offered, once it stands where it opens to. */
export async function pick(page: Page, option: Locator): Promise<void> {
  await option.waitFor();
  await page.evaluate(standsStill);
  await option.click();
}
