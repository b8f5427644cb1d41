/** What the pages of a browser test ask their server for. */
import { until } from '@larder/kit/testing.js';
import type { Page, Request } from 'playwright-core';

const asked = new WeakMap<Page, Set<Request>>();
/** What each page asked for and was answered, with the moments. */
const trails = new WeakMap<Page, string[]>();

/** From now on. */
export function noteAsked(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  const trail: string[] = [];
  trails.set(page, trail);
  const note = (request: Request, what: string) => void trail.push(`${new Date().toISOString().slice(11, 23)} ${what} ${request.method()} ${request.url()}`);
  page.on('request', (request) => note(request, '->'));
  page.on('response', (response) => note(response.request(), String(response.status())));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  // What goes on being told has no end.
  page.on('request', (request) => /\/(api\/(?!live)|assets\/)/.test(request.url()) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

export const lastAsked = (page: Page): string[] => (trails.get(page) ?? []).slice(-20);

/** Resolves once everything that a page has asked for has come and was drawn. */
export async function hasCome(page: Page): Promise<void> {
  const isOpen = (): boolean => (asked.get(page)?.size ?? 0) > 0;
  const drawn = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await until('everything has come', async () => !isOpen() && (await drawn(), !isOpen()));
}
