/** Catalog as a process of its own. */
import { run } from '@larder/kit/run.js';
import { CatalogModule } from './catalog.module.js';

await run('catalog', CatalogModule);
