import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(SRC, path), 'utf8');
/** The public pages and the guest's have their own; paper is white. */
const styles = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css') && !/^features[\\/](site|guest)[\\/]|^app[\\/](colours|print)\.css$/.test(path));

describe('The colours of the operator\'s screens', () => {
  it.each(styles)('in %s are named, so that each has its other one in the dark', (path) => {
    // What lies behind a menu is darkened either way.
    expect(read(path).replace('rgb(20 25 22 / 45%)', '').match(/#[\da-f]{3,8}\b(?![^{]*\{)|\brgba?\([^)]*\)/gi) ?? []).toEqual([]);
  });

  it.each(['app/colours.css', 'features/site/site.css'])('of %s are each there in the light and in the dark', (path) => {
    const [light = [], dark = []] = read(path).split('@media').map((part) => [...part.matchAll(/(--[\w-]+): #/g)].map(([, name]) => name as string).sort());
    expect(light.length).toBeGreaterThan(20);
    expect(dark).toEqual(light);
  });
});
