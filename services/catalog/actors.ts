/** The names behind those who did something. */
import { listMembers, namesOfActors } from '@larder/contracts/identity/organization.js';
import type { Out } from '@larder/contracts/request.js';

const SYSTEMS: Record<string, string> = { 'system:sales': 'Import of sales', 'system:demo': 'Demo data' };

/** Answers a name for `user:<id>` and the like; empty for who is no member any more. */
export function nameOfActor(team: Out<typeof listMembers>): (actor: string) => string {
  const names = namesOfActors(team);
  return (actor) => names.get(actor) ?? SYSTEMS[actor] ?? (actor.startsWith('user:') ? '' : 'Larder');
}
