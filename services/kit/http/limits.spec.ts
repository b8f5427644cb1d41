import { isDeeper } from './limits.js';

/** Objects and lists in turn. */
function nested(levels: number): unknown {
  let value: unknown = 'inside';
  for (let n = 0; n < levels; n++) value = n % 2 === 0 ? { in: value } : [value];
  return value;
}

describe('Nesting', () => {
  it('is counted in objects and lists alike, and the deepest branch counts', () => {
    expect(isDeeper(nested(32), 32)).toBe(false);
    expect(isDeeper(nested(33), 32)).toBe(true);
    expect(isDeeper({ flat: 1, list: [1, 2], deep: nested(32) }, 32)).toBe(true);
  });

  it('of a million levels is counted without running out of stack', () => {
    expect(isDeeper(nested(1_000_000), 32)).toBe(true);
  });

  it('is none of what is no object', () => {
    for (const value of [undefined, null, 'text', 7, Buffer.from('bytes'), {}, []]) expect(isDeeper(value, 1)).toBe(false);
  });
});
