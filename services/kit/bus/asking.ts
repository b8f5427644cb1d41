/** What every controller asks about the one who asks. */
import { isInsider } from '@larder/contracts/roles.js';
import type { Asked } from './ask.js';

/** The organization of the member or program that asks. Their doors are passed by them only, so anything else is a mistake of ours. */
export function accountOf({ caller }: Asked): string {
  if (!isInsider(caller)) throw new Error(`A ${caller.kind} has no organization`);
  return caller.account;
}
