/** Small questions every controller has about the one who asks. */
import type { Asked } from './ask.js';

/** The organization of the member who asks. Doors for members are passed by members only, so anything else is a mistake of ours. */
export function accountOf({ caller }: Asked): string {
  if (caller.kind !== 'user') throw new Error(`A ${caller.kind} has no organization`);
  return caller.account;
}

/** Text a person typed, as a pattern that means just that text. */
export const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
