/** The names behind those who did something. */
import type { TeamMember } from '@larder/contracts/organization.js';

const SYSTEMS: Record<string, string> = { 'system:sales': 'Import of sales', 'system:demo': 'Demo data' };

/** Answers a name for `user:<id>` and the like; empty for who is no member any more. */
export function nameOfActor(members: readonly TeamMember[]): (actor: string) => string {
  const names = new Map(members.map(({ userId, firstName, lastName, email }) => [`user:${userId}`, `${firstName} ${lastName}`.trim() || email]));
  return (actor) => names.get(actor) ?? SYSTEMS[actor] ?? (actor.startsWith('user:') ? '' : 'Larder');
}
