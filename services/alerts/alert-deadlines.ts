/** What becomes due about alerts: snoozes that are over, the next people to tell, notices to try again. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import type { DeadlineRules } from '@larder/kit/deadlines.js';
import type { Kit } from '@larder/kit/kit.js';
import { alert } from './alert.js';
import type { Raising } from './raising.js';

export const alertDeadlines = (kit: Kit, raising: Raising): DeadlineRules<AlertFact> => ({
  name: 'alert-deadlines',
  categories: [alert.category],
  on(fact) {
    if (fact.type !== 'AlertWakeSet') return undefined;
    const id = fact.stream.slice(`${alert.category}-`.length);
    return fact.data.at ? { id, at: fact.data.at } : { id, met: true };
  },
  async run({ id, at, account }) {
    const plan = await raising.plan(account);
    await kit.handle(alert, id, { type: 'Wake', now: kit.clock.now().toISOString(), plan }, { commandId: `wake:${id}:${at}`, account, actor: 'system:alerts', correlationId: `wake:${id}` });
  },
});
