/** The public pages' entry: React and its own styles, so that a visitor waits for nothing else. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from '../features/site/frame.js';
import { loadPage } from '../features/site/pages.js';
import { ErrorBoundary } from '../ui/full-notes.js';
import '../features/site/site.css';

const { title, Page } = await loadPage(location.pathname);
document.title = title;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <Frame>
        <Page />
      </Frame>
    </ErrorBoundary>
  </StrictMode>,
);
