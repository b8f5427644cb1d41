/** What a screen shows first stays where it is when the rest of it comes: nobody presses what has just moved under their finger. */
import type { Page } from 'playwright-core';
import { hasCome } from '../asked.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { SCREENS } from '../screens.js';

const product = inBrowser({}, { moves: true });

/** How far a screen may move while it comes, as browsers measure it (the cumulative layout shift of the Layout Instability specification); up to 0.1 counts as good. */
const STEADY = 0.02;

interface Movement {
  far: number;
  /** Of each move: how far, and what. */
  moves: string[];
}

/** Each answer of the server's comes at another time, and all of them later than what needs none. Resolves a screen's movement once everything it asked for has come and was drawn. */
async function slowly(page: Page): Promise<() => Promise<Movement>> {
  await page.route('**/api/**', async (route) => {
    const letters = [...new URL(route.request().url()).pathname];
    await new Promise((resolve) => setTimeout(resolve, 100 + (letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7) % 5) * 120));
    await route.continue();
  });
  await page.addInitScript(() => {
    const movement: Movement = { far: 0, moves: [] };
    Object.assign(window, { movement });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        movement.far += value;
        movement.moves.push(`${value.toFixed(3)} ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await hasCome(page);
    return page.evaluate(() => (window as unknown as { movement: Movement }).movement);
  };
}

it.each([['phone', PHONE], ['desk', DESK]])('on a %s, screens stand still while what they show is coming', async (_, viewport) => {
  const page = await product.signedIn('/app/profile', viewport);
  const movement = await slowly(page);
  const unsteady: unknown[] = [];
  for (const [path, text] of SCREENS) {
    await page.goto(product.url(path));
    await page.getByText(text).first().waitFor();
    const { far, moves } = await movement();
    if (far > STEADY) unsteady.push({ path, far, moves });
  }
  expect(unsteady).toEqual([]);
}, 120_000);
