/** A build plugin that weighs what a page loads before its first view and fails when that is too much. */
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Budget {
  page: string;
  /** Of all scripts and styles that the page loads at once, each compressed by itself. */
  brotliBytes: number;
}

export function firstViewBudget({ page, brotliBytes }: Budget): Plugin {
  return {
    name: 'larder:first-view-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = firstView(page, bundle);
        const weights = files.map((file) => ({ file, bytes: weight(bundle[file]) }));
        const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
        const list = weights.map(({ file, bytes }) => `  ${bytes} ${file}`).join('\n');
        const verdict = `${page} loads ${total} bytes (brotli) for its first view; ${brotliBytes} are allowed.\n${list}`;
        if (total > brotliBytes) this.error(verdict);
        this.info(verdict);
      },
    },
  };
}

/** The page's entry, everything that it imports at once, and their styles. */
function firstView(page: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith(page)) add(chunk.fileName);
  }
  if (files.size === 0) throw new Error(`${page} is not among the pages that are built`);
  return [...files];
}

const weight = (output: Rolldown.OutputBundle[string] | undefined): number =>
  output ? brotliCompressSync(output.type === 'chunk' ? output.code : output.source).length : 0;
