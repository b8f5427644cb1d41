/** A build plugin that lays a `.br` and a `.gz` beside every text file, at a strength that no server could afford per request. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function precompress(): Plugin {
  return {
    name: 'larder:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const output of Object.values(bundle)) {
        if (!/\.(js|css|html|svg)$/.test(output.fileName)) continue;
        const content = output.type === 'chunk' ? output.code : output.source;
        const file = join(dir, output.fileName);
        await Promise.all([writeFile(`${file}.br`, await brotli(content)), writeFile(`${file}.gz`, await zip(content, { level: 9 }))]);
      }
    },
  };
}
