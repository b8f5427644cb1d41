/** A plugin for `vite dev`: every address gets the page that the gateway would serve for it. */
import { applicationOf } from '@larder/contracts/pages.js';
import type { Plugin } from 'vite';

export function devPages(): Plugin {
  return {
    name: 'larder:dev-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const { url = '/', headers } = request;
        if (headers.accept?.includes('text/html') && !url.startsWith('/api/')) request.url = `/${applicationOf(url)}.html`;
        next();
      });
    },
  };
}
