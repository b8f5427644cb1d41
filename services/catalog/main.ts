/** Catalog as a process of its own. */
import { start } from '@larder/kit/start.js';
import { CatalogModule } from './catalog.module.js';

await start('catalog', [CatalogModule]);
