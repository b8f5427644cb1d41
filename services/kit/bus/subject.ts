/** Subjects: the dot-separated names of the bus, and how any text fits between their dots. */

/** Whether a listener's pattern (`*` for one part, `>` at the end for all below) covers the parts of a subject. */
export function covers(pattern: readonly string[], parts: readonly string[]): boolean {
  const open = pattern.at(-1) === '>';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? parts.length < pattern.length : parts.length !== pattern.length) return false;
  return fixed.every((part, n) => part === '*' || part === parts[n]);
}

/** Any text as one part of a NATS subject or as a NATS name: printable ASCII without dots, blanks and wildcards, and never empty. */
export const encodePart = (text: string): string =>
  text === '' ? '%' : encodeURIComponent(text).replace(/[.*]/g, (mark) => (mark === '.' ? '%2E' : '%2A'));

const decodePart = (part: string): string => (part === '%' ? '' : decodeURIComponent(part));

export const encodeSubject = (subject: string): string => subject.split('.').map(encodePart).join('.');

export const decodeSubject = (subject: string): string => subject.split('.').map(decodePart).join('.');

/** Like {@link encodeSubject}, but wildcards stay wildcards. */
export const encodePattern = (pattern: string): string =>
  pattern.split('.').map((part, n, all) => (part === '*' || (part === '>' && n === all.length - 1) ? part : encodePart(part))).join('.');
