/** A build plugin that weighs what a page loads before its first view and fails when that is too much. */
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Budget {
  page: string;
  /** How the name of a module ends that the page loads late; with it, what the page loads until that is shown is weighed. */
  screen?: string;
  /** Of all scripts and styles that the page loads at once, each compressed by itself. */
  brotliBytes: number;
  /** Each is a request, and compiled by itself. */
  scripts?: number;
}

export function firstViewBudget({ page, screen, brotliBytes, scripts = Infinity }: Budget): Plugin {
  return {
    name: 'larder:first-view-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = firstView([page, ...(screen ? [screen] : [])], bundle);
        const weights = files.map((file) => ({ file, bytes: weight(bundle[file]) }));
        const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
        const count = files.filter((file) => bundle[file]?.type === 'chunk').length;
        const list = weights.map(({ file, bytes }) => `  ${bytes} ${file}`).join('\n');
        const allowed = `${brotliBytes}${scripts < Infinity ? ` and ${scripts}` : ''} are allowed`;
        const verdict = `${page} loads ${total} bytes (brotli) in ${count} scripts for its first view${screen ? ` of ${screen}` : ''}; ${allowed}.\n${list}`;
        if (total > brotliBytes || count > scripts) this.error(verdict);
        this.info(verdict);
      },
    },
  };
}

/** The modules with these names, everything that they import at once, and their styles. */
function firstView(names: string[], bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  for (const name of names) {
    const found = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(`/${name}`));
    if (!found) throw new Error(`${name} is not among the pages and screens that are built`);
    add(found.fileName);
  }
  return [...files];
}

const weight = (output: Rolldown.OutputBundle[string] | undefined): number =>
  output ? brotliCompressSync(output.type === 'chunk' ? output.code : output.source).length : 0;
