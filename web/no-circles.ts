/** A build plugin that fails when files of the build import each other in a circle: one of them would run before what it needs is there. */
import type { Plugin } from 'vite';

export function noCircles(): Plugin {
  return {
    name: 'larder:no-circles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const circle = circleIn(new Map(Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.imports : []])));
        if (circle) this.error(`These files import each other, so that one runs before what it needs: ${circle.join(' -> ')}. A group of modules in vite.config.ts holds too much.`);
      },
    },
  };
}

/** A way along what files import that ends where it began, if there is one. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const from = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    return firstFound(imports.get(file) ?? [], (next) => from(next, [...way, file]));
  };
  return firstFound(imports.keys(), (file) => from(file, []));
}

function firstFound(files: Iterable<string>, search: (file: string) => string[] | undefined): string[] | undefined {
  for (const file of files) {
    const found = search(file);
    if (found) return found;
  }
  return undefined;
}
