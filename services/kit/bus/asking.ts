/** What every controller asks about the one who asks. */
import type { Asked } from './ask.js';

/** The organization of the member who asks. Doors for members are passed by members only, so anything else is a mistake of ours. */
export function accountOf({ caller }: Asked): string {
  if (caller.kind !== 'user') throw new Error(`A ${caller.kind} has no organization`);
  return caller.account;
}
