/** What becomes due: snoozes that are over, the next people to tell, notices to try again, machines to service. */
import type { AlertFact, UpkeepFact } from '@larder/contracts/alerts.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import { alert } from './alert.js';
import type { Raising } from './watching/raising.js';
import { upkeep } from './watching/upkeep.js';
import type { Upkeeping } from './watching/upkeeping.js';

const UPKEEP = `${upkeep.category}-`;

export const alertDeadlines = (kit: Kit, raising: Raising, upkeeping: Upkeeping): DeadlineRules<AlertFact | UpkeepFact> => ({
  name: 'alert-deadlines',
  categories: [alert.category, upkeep.category],
  on: dueBy,
  async run(due) {
    const { id, account } = due;
    if (id.startsWith(UPKEEP)) return upkeeping.comeDue(id.slice(UPKEEP.length), due);
    const plan = await raising.plan(account);
    // Each time anew: the same moment comes again when a clock was put back or another copy's is behind, and what is not due changes nothing.
    await kit.handle(alert, id, { type: 'Wake', now: kit.clock.now().toISOString(), plan }, { commandId: kit.chance.uuid(), account, actor: 'system:alerts', correlationId: `wake:${id}` });
  },
});

function dueBy(fact: Stored<AlertFact | UpkeepFact>): { id: string; at: string } | { id: string; met: true } | undefined {
  switch (fact.type) {
    case 'AlertWakeSet': {
      const id = fact.stream.slice(`${alert.category}-`.length);
      return fact.data.at ? { id, at: fact.data.at } : { id, met: true };
    }
    case 'UpkeepCounted':
      return fact.data.dueAt ? { id: fact.stream, at: fact.data.dueAt } : { id: fact.stream, met: true };
    case 'MaintenanceCameDue':
    case 'UpkeepEnded':
      return { id: fact.stream, met: true };
    default:
      return undefined;
  }
}
