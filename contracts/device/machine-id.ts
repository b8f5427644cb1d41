/** Machine ids and the tags guests tap. */
import { z } from 'zod';

/** An id goes on the wire as an MQTT topic level and a NATS token: letters, digits, hyphen, underscore. */
export const machineId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'Machine ID can only contain letters, numbers, hyphens, and underscores');

/** As people enter it. */
export const enteredMachineId = z.string({ error: 'Machine ID is required' }).trim().min(1, 'Machine ID is required').pipe(machineId);

/** How far a machine has told: by epoch of its memory, the highest number that was taken in. What it numbered up to there happened before. */
export const toldUpTo = z.record(z.string(), z.number().int());
export type ToldUpTo = z.infer<typeof toldUpTo>;

/** What a tag has of its own behind the machine's id. */
const OWN = /-\d{3}$/;

/**
 * Which machine a tag may belong to, best first; the first known one is meant. An explicit id wins, else the longest id that prefixes the tag
 * (`VM-001-042` is of `VM-001`), down to the text before the first hyphen. What is called like a whole tag comes behind the machine whose tag
 * it is: with such a name another organization would have its guests.
 */
export function machinesOfTag(tag: string, explicit?: string): string[] {
  if (explicit) return [explicit];
  const before: string[] = [];
  for (let end = tag.lastIndexOf('-'); end > 0; end = tag.lastIndexOf('-', end - 1)) before.push(tag.slice(0, end));
  return OWN.test(tag) ? [...before.slice(0, 1), tag, ...before.slice(1)] : [tag, ...before];
}
