/** Judges again what no reading comes for: everything when the limits change, a slot when its par level or its product does, goods when nobody is to bring them any more. */
import { isDeepStrictEqual } from 'node:util';
import { describeProducts, type CatalogFact } from '@larder/contracts/catalog.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { isLow, stockOf, type FleetFact } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import { alert, alertStream } from '../alert.js';
import { alertRules } from '../alert-rules.js';
import { alertView, type AlertRow } from '../alert-view.js';
import { stock, stockCondition, temperatureMeaning, type Limits } from './conditions.js';
import { askedFor, placeOf, type Raising } from './raising.js';

/** Alerts that are within the limits of now are over, slots that have become low by them raise one; temperatures are read every few seconds anyhow. Those that were set may be others by now, when they are heard again. */
export async function judgeAgain(kit: Kit, raising: Raising, fact: AnyFact): Promise<void> {
  const { account } = fact.meta;
  const [limits, before] = await Promise.all([raising.rules(account), limitsBefore(kit, fact)]);
  // Whom alerts are told is no reason to judge anew what somebody has resolved, or opened again.
  if (limits.lowStockPercent === before.lowStockPercent && isDeepStrictEqual(limits.temperature, before.temperature)) return;
  for (const { condition } of (await kit.views.all<AlertRow>(alertView, account, { isResolved: false })).filter((row) => isOver(row, limits))) {
    await kit.handle(alert, alertStream(account, condition), { type: 'Clear', heard: placeOf(fact) }, because(fact, 'alerts'));
  }
  if (limits.lowStockPercent <= before.lowStockPercent) return;
  const slots = await filled(kit, { account });
  for (const slot of slots.filter(({ left, maxQuantity }) => isLow(left, maxQuantity, limits.lowStockPercent) && !isLow(left, maxQuantity, before.lowStockPercent))) await follow(raising, slot, limits, fact);
}

async function limitsBefore(kit: Kit, { revision, meta: { account } }: AnyFact): Promise<Limits> {
  const facts = await kit.history(alertRules, account, account);
  return facts.filter((one) => one.revision < revision).reduce(alertRules.evolve, alertRules.initial).rules;
}

/** Goods that were set inactive: nobody brings more of them, so what told that they run low is over. */
export const isSetInactive = (fact: AnyFact): boolean => {
  const { type, data } = fact as unknown as CatalogFact;
  return type === 'ProductChanged' && !data.isActive;
};

export async function endRunningLow(kit: Kit, fact: AnyFact): Promise<void> {
  const { account } = fact.meta;
  const { productId } = (fact as unknown as CatalogFact).data;
  const found = await kit.ask(describeProducts, { account, ids: [productId], position: fact.position }, askedFor(account));
  if (isRefusal(found)) throw new Declined(found); // later
  if (found[0]?.isActive !== false) return; // heard late, and brought again by now
  for (const { condition, details } of await kit.views.all<AlertRow>(alertView, account, { isResolved: false, type: 'low_stock' })) {
    const stream = alertStream(account, condition);
    const { last } = details.currentStock === 0 ? {} : await kit.look(alert, stream, account);
    if (last?.product?.productId === productId) await kit.handle(alert, stream, { type: 'Clear' }, because(fact, 'alerts'));
  }
}

export const isParSet = ({ type }: { type: string }): boolean => type === 'SlotAssigned';

/** What lies in the slot may be enough now, or not any more; nobody waits for what it held before. */
export async function judgeSlot(kit: Kit, raising: Raising, fact: AnyFact): Promise<void> {
  const { account } = fact.meta;
  const { machineId, slot, productId } = (fact as unknown as Extract<FleetFact, { type: 'SlotAssigned' }>).data;
  const found = (await filled(kit, { account, machineId })).find((one) => one.slot === slot);
  if (found) await follow(raising, found, await raising.rules(account), fact);
  else await kit.handle(alert, alertStream(account, stockCondition(machineId, slot)), { type: 'ClearOther', productId, heard: placeOf(fact) }, because(fact, 'alerts'));
}

const follow = (raising: Raising, slot: Out<typeof stockOf>[number], limits: Pick<Limits, 'lowStockPercent'>, fact: AnyFact): Promise<void> =>
  raising.follow(stock(slot, limits), { type: fact.type, id: fact.id, at: fact.meta.at }, because(fact, 'alerts'), placeOf(fact));

/** One that is empty has told so already, or waits to be filled for the first time. Throws while fleet is away. */
async function filled(kit: Kit, which: In<typeof stockOf>): Promise<Out<typeof stockOf>> {
  const found = await kit.ask(stockOf, which, askedFor(which.account));
  if (isRefusal(found)) throw new Declined(found); // later
  return found.filter(({ left }) => left > 0);
}

function isOver({ details: { currentStock, maxStock, temperatureC }, machine }: AlertRow, limits: Limits): boolean {
  if (currentStock !== undefined && maxStock !== undefined) return !isLow(currentStock, maxStock, limits.lowStockPercent);
  return temperatureC !== undefined && 'clear' in temperatureMeaning(machine.machineId, temperatureC, limits);
}
