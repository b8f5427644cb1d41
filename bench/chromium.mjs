/** Chromium on this machine, and the demo's owner signed in to it. */
import { existsSync } from 'node:fs';
import { demoPassword } from './processes.mjs';

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Ends the measurement, by name, where there is no Chromium. */
export function needChromium(what) {
  if (existsSync(executablePath)) return;
  process.stderr.write(`${what}: not measured, Chromium is not installed\n`);
  process.exit(0);
}

/** Signs the owner in, in one page of `context`, for all of its pages. */
export async function signInAsOwner(context, product) {
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Email').fill('owner@larder.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(product));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/app/'));
  await page.close();
}
