/** Values as SQL spells them. A truth is a blob, because SQLite orders nothing, numbers, texts, blobs: as the read store's port does. */
import type { Scalar } from './filter.js';

/** A literal ends at a zero character, so a text with one is given as bytes. */
export const text = (value: string): string => (value.includes('\0') ? `CAST(x'${Buffer.from(value).toString('hex')}' AS TEXT)` : `'${value.replaceAll("'", "''")}'`);

/** Safe to put into a statement as it is. */
export function literal(value: Scalar): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      return String(value);
    case 'boolean':
      return value ? "x'01'" : "x'00'";
    default:
      return 'NULL';
  }
}
