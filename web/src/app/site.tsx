/** The public pages' entry: React and its own styles, so that a visitor waits for nothing else. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { AddressContext } from '../features/site/frame.js';
import { loadPage } from '../features/site/pages.js';
import { WholePage } from '../features/site/whole-page.js';
import { bearTranslators } from '../lib/translated.js';
import '../features/site/site.css';

bearTranslators();
const { title, Page } = await loadPage(location.pathname);
document.title = title;

const root = document.getElementById('root') as HTMLElement;
const page = <AddressContext value={location.pathname}><WholePage Page={Page} /></AddressContext>;
// The landing page was written out when it was built; the others begin empty.
if (root.firstElementChild) hydrateRoot(root, page);
else createRoot(root).render(page);
