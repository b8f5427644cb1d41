/** Puts what several services know of a sale into one order. */
import type { BlackBox, TimelineEntry } from '@larder/contracts/vending/black-box.js';
import { listMembers, namesOfActors } from '@larder/contracts/identity/organization.js';
import type { Out } from '@larder/contracts/request.js';

/** By the server's clock, then by the place in the log. What a machine reported and the visit took is one entry. */
export function inOneOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const reported = new Map(entries.filter(({ source, report }) => source === 'machine' && report).map((entry) => [entry.report, entry]));
  const taken = new Set(entries.filter(({ source, report }) => source !== 'machine' && report).map(({ report }) => report));
  return entries
    .filter((entry) => entry.source !== 'machine' || !taken.has(entry.report))
    .map((entry) => joined(entry, entry.source === 'machine' ? undefined : reported.get(entry.report)))
    .sort((a, b) => compare(a.at, b.at) || compare(a.position, b.position));
}

/** The machine is who did it; the visit says what it meant. */
function joined(entry: TimelineEntry, report: TimelineEntry | undefined): TimelineEntry {
  if (!report || entry.report === undefined) return entry;
  return { ...entry, ...(report.deviceAt && { deviceAt: report.deviceAt }), actor: report.actor, facts: [...report.facts, ...entry.facts] };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const SYSTEMS: Record<string, string> = { stripe: 'Payment provider', 'local-test': 'Test checkout' };

/** Actors by the names people know them by. */
export function namesOf(team: Out<typeof listMembers>): (actor: string) => string {
  const names = namesOfActors(team);
  return (actor) => {
    const [kind = '', ...rest] = actor.split(':');
    const id = rest.join(':');
    switch (kind) {
      case 'user': return names.get(actor) ?? 'Somebody who has left';
      case 'program': return names.get(actor) ?? 'A program';
      case 'guest': return 'Guest';
      case 'device': return `Machine ${id}`;
      default: return SYSTEMS[id] ?? 'Larder';
    }
  };
}

export const named = (timeline: readonly TimelineEntry[], nameOf: (actor: string) => string): BlackBox['timeline'] => timeline.map(({ position: _, ...entry }) => ({ ...entry, actorName: nameOf(entry.actor) }));
