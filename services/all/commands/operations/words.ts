/** How facts and figures look in a terminal. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Lag } from '@larder/kit/operations/questions.js';

export const factLine = ({ revision, position, type, data, meta }: AnyFact): string =>
  `${String(revision).padStart(4)}  ${meta.at}  ${type}  ${JSON.stringify(data)}  by ${meta.actor}, at ${position}, request ${meta.correlationId}`;

export function lagLines({ views, relays }: Lag): string[] {
  const rows = [...views.map(({ view, facts }) => ({ name: view, facts })), ...relays.map(({ service, facts }) => ({ name: `publishing ${service}`, facts }))];
  const width = Math.max(...rows.map(({ name }) => name.length), 0);
  return rows.sort((a, b) => b.facts - a.facts || (a.name < b.name ? -1 : 1)).map(({ name, facts }) => `${name.padEnd(width)}  ${String(facts).padStart(8)}`);
}
