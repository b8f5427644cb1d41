/** The person who asks, in an organization or not. */
import { roles, type Role } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';

/** Doors for people are passed by people only, so anything else is a mistake of ours. */
export function personOf({ caller }: Asked): string {
  if (caller.kind !== 'user' && caller.kind !== 'person') throw new Error(`A ${caller.kind} is nobody in person`);
  return caller.id;
}

/** Nobody sees to a role above their own. */
export const isAbove = (role: Role, { caller }: Asked): boolean => caller.kind === 'user' && roles.indexOf(role) > roles.indexOf(caller.role);
