/** Who did something, by the name people know them by. */
import { listMembers, namesOfActors, NOBODY } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

/** The name behind an actor such as `user:<id>`; empty when it is not known any more. */
export type ActorNames = (actor: string) => string;

const SYSTEMS: Record<string, string> = { 'system:sales': 'Import of sales', 'system:demo': 'Demo data', 'user:demo': 'Demo data' };

export function actorNames(team: Out<typeof listMembers>): ActorNames {
  const names = namesOfActors(team);
  return (actor) => names.get(actor) ?? SYSTEMS[actor] ?? (actor.startsWith('user:') ? '' : actor.startsWith('device:') ? 'The machine' : 'Larder');
}

/** Of the organization that asks; without names while they cannot be had. */
export async function namesFor(kit: Kit, asked: Asked): Promise<ActorNames> {
  const team = await kit.ask(listMembers, {}, asked);
  return actorNames(isRefusal(team) ? NOBODY : team);
}
