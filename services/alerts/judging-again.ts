/** When the limits change, alerts that are within the new ones are over. Others are raised with the next reading. */
import type { AlertRulesFact } from '@larder/contracts/alert-rules.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/react.js';
import { alert, alertStream } from './alert.js';
import { alertView, type AlertRow } from './alert-view.js';
import { isLowAt, temperatureMeaning, type Limits } from './conditions.js';

export async function judgeAgain(kit: Kit, fact: AnyFact): Promise<void> {
  const { account } = fact.meta;
  const limits = (fact as unknown as AlertRulesFact).data;
  for (const { condition } of (await kit.views.all<AlertRow>(alertView, account, { isResolved: false })).filter((row) => isOver(row, limits))) {
    await kit.handle(alert, alertStream(account, condition), { type: 'Clear' }, because(fact, 'alerts'));
  }
}

function isOver({ details: { currentStock, maxStock, temperatureC }, machine }: AlertRow, limits: Limits): boolean {
  if (currentStock !== undefined && maxStock !== undefined) return !isLowAt(currentStock, maxStock, limits);
  return temperatureC !== undefined && 'clear' in temperatureMeaning(machine.machineId, temperatureC, limits);
}
