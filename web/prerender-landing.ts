/** A build plugin that writes the landing page out, as a stranger sees it: it is there to be read before any script has come. */
import { createServer, type Plugin } from 'vite';

export function prerenderLanding(): Plugin {
  return {
    name: 'larder:prerender-landing',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const site = bundle['site.html'];
        if (site?.type !== 'asset') return this.error('There is no site.html to write the landing page into');
        const { title, html } = await landing();
        const source = String(site.source).replace(/<title>.*<\/title>/, () => `<title>${title}</title>`).replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
        this.emitFile({ type: 'asset', fileName: 'landing.html', source });
      },
    },
  };
}

interface Written {
  title: string;
  html: string;
}

/** Runs the page's own source, here instead of in a browser. */
async function landing(): Promise<Written> {
  const server = await createServer({ configFile: false, root: import.meta.dirname, appType: 'custom', logLevel: 'error', server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true } });
  try {
    const { landingAsText } = (await server.ssrLoadModule('/src/features/site/landing-as-text.tsx')) as { landingAsText(): Promise<Written> };
    return await landingAsText();
  } finally {
    await server.close();
  }
}
