/** A build plugin by which a page loads only those contracts that it reads: schemas are made by calls, and of a call a bundler has to think that it changes something. */
import type { Plugin } from 'vite';

/** Says of each call that makes a contract that it changes nothing else, so the files of contracts must do nothing but declare. What functions do when they are called is left alone. */
export function unusedContracts(): Plugin {
  return {
    name: 'larder:unused-contracts',
    apply: 'build',
    transform: {
      filter: { id: /contracts[\\/]dist[\\/][\w\\/-]+\.js$/ },
      handler(code) {
        const fromTheEnd = [...new Set(callsIn(this.parse(code)))].sort((a, b) => b - a);
        return fromTheEnd.reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
      },
    },
  };
}

/** Where the calls begin that are made as a module is loaded. */
function* callsIn(node: unknown): Generator<number> {
  if (typeof node !== 'object' || node === null) return;
  const { type, start } = node as { type?: string; start?: number };
  if (type?.includes('Function')) return;
  if (type === 'CallExpression' && start !== undefined) yield start;
  for (const part of Object.values(node)) yield* callsIn(part);
}
