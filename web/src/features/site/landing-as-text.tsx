/** For the build: the landing page as HTML. */
import { renderToString } from 'react-dom/server';
import { paths } from '../../lib/paths.js';
import { AddressContext } from './frame.js';
import { loadPage } from './pages.js';
import { WholePage } from './whole-page.js';

export async function landingAsText(): Promise<{ title: string; html: string }> {
  const { title, Page } = await loadPage(paths.home);
  return { title, html: renderToString(<AddressContext value={paths.home}><WholePage Page={Page} /></AddressContext>) };
}
