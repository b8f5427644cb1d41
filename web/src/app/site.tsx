/** The public pages' entry: React and its own styles, so that a visitor waits for nothing else. */
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { AddressContext } from '../features/site/frame.js';
import { loadPage } from '../features/site/pages.js';
import { WholePage } from '../features/site/whole-page.js';
import { browserTokens } from '../lib/session/tokens.js';
import { bearTranslators } from '../lib/translated.js';
import { SomethingWrong } from '../ui/full-notes.js';
import '../features/site/site.css';

bearTranslators();
// A page that could not be loaded would stay empty.
const { title, Page } = await loadPage(location.pathname).catch(() => ({ title: 'Larder', Page: SomethingWrong }));
document.title = title;

const root = document.getElementById('root') as HTMLElement;
const page = <AddressContext value={location.pathname}><WholePage Page={Page} /></AddressContext>;
// The landing page was written out when it was built; the others begin empty. What a translator has changed of it by now React would throw away, and a stranger needs no more than what stands there.
const isTranslated = root.querySelector('font') !== null;
if (root.firstElementChild && !isTranslated) flushSync(() => hydrateRoot(root, page)); // at once: it could be translated in between
else if (!root.firstElementChild || browserTokens.read('idToken') !== null) createRoot(root).render(page);
