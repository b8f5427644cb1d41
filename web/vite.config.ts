/** How the three pages are built: `index.html` for operators, `vend.html` for guests, `site.html` for everybody, once more as `landing.html` with the landing page in it. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devPages } from './dev-pages.js';
import { firstViewBudget } from './first-view-budget.js';
import { noCircles } from './no-circles.js';
import { precompress } from './precompress.js';
import { prerenderLanding } from './prerender-landing.js';
import { unusedContracts } from './unused-contracts.js';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Without what it imports: that has a file of its own, or is of others, too. */
const alone = { includeDependenciesRecursively: false };

/** The operator's area in whose own folder a plain module lies: what it asks the server for, and words as the same on all its screens. Components come with the screens that show them. */
const areaOf = (file: string): string | null => /src[\\/]features[\\/](?!guest|site)([\w-]+)[\\/][\w-]+\.ts$/.exec(file)?.[1] ?? null;

export default defineConfig({
  plugins: [
    react(),
    // React alone is about 60 kB; the guest's page may add little to it.
    firstViewBudget({ page: 'vend.html', brotliBytes: 72_000 }),
    firstViewBudget({ page: 'site.html', brotliBytes: 75_000 }),
    // The frame around the operator's screens; each screen, and the charts, come when they are looked at.
    firstViewBudget({ page: 'index.html', brotliBytes: 235_000 }),
    // A file of what screens share that brings a table or a chart with it would bring it to this screen, too.
    firstViewBudget({ page: 'index.html', screen: 'dashboard-page.tsx', brotliBytes: 275_000, scripts: 20 }),
    noCircles(),
    prerenderLanding(),
    unusedContracts(),
    precompress(),
    devPages(),
  ],
  // The sign-in library expects a global object by Node's name.
  // It asks for Node's module where that could be: that alone would put a helper into what every page loads.
  define: { global: 'globalThis', 'typeof require': '"undefined"' },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The chart library is this large and loads only where a chart is.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: [page('index.html'), page('vend.html'), page('site.html')],
      output: {
        // Without this the schema library tries whether it may make functions from text, which the page's security policy forbids and reports.
        banner: (chunk) => (chunk.name === 'contracts' ? 'globalThis.__zod_globalConfig={jitless:true};' : ''),
        codeSplitting: {
          groups: [
            // What all pages share, in one file instead of five small ones.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper|src[\\/]lib[\\/](guest-paths|money-and-time|patience|storage|time[\\/]use-now)\.ts|contracts[\\/]dist[\\/](currencies|vending[\\/]guest-languages)\.js/, priority: 4 },
            // What comes after a visit, in one file.
            { name: 'after-visit', test: /src[\\/]features[\\/]guest[\\/](pages[\\/](success|cancelled|receipt)-page|receipt[\\/]|visit[\\/](left-checkout|until-answered))/, priority: 2 },
            // In one file, too, as what is loaded later shares much with it.
            { name: 'guest', test: /src[\\/]features[\\/]guest[\\/](?!pages[\\/](simulator|checkout-page|success-page|cancelled-page|receipt-page)|receipt[\\/]|visit[\\/](left-checkout|until-answered)|simulated-tag|words[\\/](in|stand-ins)[\\/])/, priority: 3 },
            // What public pages and operators share.
            { name: 'frame', test: /src[\\/](ui[\\/](wordmark|full-notes)|lib[\\/](paths|translated|session[\\/](tokens|authorize|authorized-fetch)))\./, priority: 2 },
            // Free of schemas, for the public pages.
            { name: 'price-list', test: /contracts[\\/]dist[\\/]identity[\\/](price-list|roi)\.js/, priority: 3 },
            // Only a chart imports these, so only a chart loads them.
            { name: 'charts', test: /node_modules[\\/]apexcharts[\\/]/, priority: 2 },
            // The days that stand on goods are of screens that are loaded late.
            { name: 'contracts', test: /node_modules[\\/]zod[\\/]|contracts[\\/]dist[\\/](?!fleet[\\/]best-before\.js)/, priority: 2 },
            { name: 'state', test: /node_modules[\\/](@reduxjs|react-redux|redux|redux-thunk|reselect|immer|react-router|@remix-run)[\\/]/, priority: 1 },
            // What the operator's page needs at once. From here on the component library is apart from what is written here, so that it stays in browsers when a release changes screens.
            { name: 'components', test: /node_modules[\\/]/, tags: ['$initial'] },
            { name: 'operator', test: /src[\\/](?!features[\\/](guest|site)|app[\\/].*\.(tsx|css))/, tags: ['$initial'] },
            // What screens share: what is small, or of nearly all screens, in a few files instead of fifty on each screen. A large component stays a file by itself, for those that show it.
            { name: 'icons', test: /node_modules[\\/]@ant-design[\\/]icons/, minShareCount: 2, ...alone },
            { name: 'most-screens', test: /node_modules[\\/](@babel[\\/]runtime|@rc-component[\\/](util|form|async-validator)|antd[\\/]es[\\/](_util|style|space|form))[\\/]/, minShareCount: 10, ...alone },
            { name: 'input', test: /node_modules[\\/](@rc-component|antd[\\/]es)[\\/]input[\\/]/, minShareCount: 10, ...alone },
            { name: 'dialog', test: /src[\\/]ui[\\/](confirm-)?dialog\.tsx/, ...alone },
            // Without what brings a large component with it.
            { name: 'shared', test: /src[\\/](lib[\\/](?!session)|ui[\\/](?!chart|date-field|.*dialog|download-progress|figures-table|form|machine-field|more-menu|qr))|dist[\\/]fleet[\\/]best-before/, minShareCount: 2, ...alone },
            { name: areaOf, debugName: 'an area', minShareCount: 2, ...alone },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
