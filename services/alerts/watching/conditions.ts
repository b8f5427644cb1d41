/** Which facts raise or clear which condition. What is said of it begins with names, which are looked up only when something is raised (`sentences.ts`). */
import { isLow, OFFLINE_AFTER_SECONDS, type FleetFact, type stockOf } from '@larder/contracts/fleet.js';
import { PASSING_REFUSALS, type CopyFact, type CredentialFact, type Heartbeat, type JournalFact } from '@larder/contracts/device.js';
import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import type { AlertFact, UpkeepFact } from '@larder/contracts/alerts.js';
import type { AlertRules } from '@larder/contracts/alert-rules.js';
import { formatCents } from '@larder/contracts/money.js';
import type { Out } from '@larder/contracts/request.js';
import type { LateItems, PaymentFact, SessionFact, TillFact, UnplacedWhy } from '@larder/contracts/vending.js';
import { beyond } from '../sentences.js';
import { maintenanceCondition } from './upkeep.js';

export type Heard = FleetFact | SessionFact | TillFact | PaymentFact | JournalFact | CopyFact | CredentialFact | UpkeepFact | DisputeFact;
type Raised = Extract<AlertFact, { type: 'AlertRaised' }>['data'];
/** What an organization has set. */
export type Limits = Pick<AlertRules, 'lowStockPercent' | 'temperature'>;

type Said = Pick<Raised, 'type' | 'severity' | 'details' | 'telling'>;
export type Meaning =
  | { condition: string; clear: true }
  /** @param timeZone where the machine stands */
  | { condition: string; machineId: string; productId?: string; alert(timeZone?: string): Said };

/** What nobody has to go there for any more once a machine is removed. */
const overWith = (machineId: string): string[] => ['machine_offline', 'temperature', 'door_left_open', 'journal_gap', 'copied_memory', 'shelf_shifted', 'refuses_guests', 'unseen_slot', 'checkout_refused'].map((of) => `${of}.${machineId}`);
/** Whether a condition is over with its machine, and its slots. */
export const isOverWith = (machineId: string, condition: string): boolean => overWith(machineId).includes(condition) || condition.startsWith(stockCondition(machineId, ''));

type Meanings = { [F in Heard as F['type']]?: (data: F['data'], limits: Limits) => Meaning | readonly Meaning[] | undefined };

const meanings: Meanings = {
  StockTaken: stock,
  StockReturned: stock,
  StockRestocked: stock,
  StockAdjusted: stock,
  SlotCleared: ({ machineId, slot }) => ({ condition: stockCondition(machineId, slot), clear: true }),
  // Out of service, over the winter say, it may be without power: it is told of once it is to sell again and still silent.
  MachineWentOffline: ({ machineId, lastHeartbeatAt, mode }) => (mode === 'maintenance' ? undefined : offline(machineId, lastHeartbeatAt)),
  ModeIntended: ({ machineId, mode, silentSince }) => (mode === 'maintenance' ? { condition: offlineCondition(machineId), clear: true } : silentSince === undefined ? undefined : offline(machineId, silentSince)),
  // Its slots are cleared with it; a visit that was not paid for is still owed.
  MachineRemoved: ({ machineId }) => overWith(machineId).map((condition) => ({ condition, clear: true })),
  MachineCameOnline: ({ machineId }) => ({ condition: offlineCondition(machineId), clear: true }),
  MaintenanceCameDue: ({ machineId, from, days }) =>
    ({ condition: maintenanceCondition(machineId), machineId, alert: () => ({ type: 'maintenance_due', severity: 'medium', details: { since: from, maintenanceDays: days } }) }),
  UpkeepCounted: ({ machineId }) => ({ condition: maintenanceCondition(machineId), clear: true }),
  UpkeepEnded: ({ machineId }) => ({ condition: maintenanceCondition(machineId), clear: true }),
  DeviceGapFound: ({ machineId, missing, completeTo }) => unusual(`journal_gap.${machineId}`, machineId, 'journal_gap', 'medium', `: reports complete to ${completeTo}, ${missing.length} missing`),
  DeviceGapClosed: ({ machineId }) => ({ condition: `journal_gap.${machineId}`, clear: true }),
  DeviceShelfShifted: ({ machineId, slots, grams, happenedAt, receivedAt }) =>
    unusual(shiftedCondition(machineId), machineId, 'shelf_shifted', 'medium', (timeZone) => `: the shelf with ${slots.join(', ')} became ${Math.abs(grams)} g ${grams < 0 ? 'lighter' : 'heavier'} behind its closed door, and no items explain that. Please look at the shelf and count what is on it${lateWords(happenedAt, receivedAt, timeZone)}`, slots[0] === undefined ? {} : { slot: slots[0] }),
  // Somebody of the organization's has been there.
  DeviceDoorClosed: ({ machineId, mode }) => (mode === 'restocking' || mode === 'service' ? [shiftedCondition(machineId), refusingCondition(machineId)].map((condition) => ({ condition, clear: true })) : undefined),
  UnseenSlotsFound: unseen,
  DeviceCommandDone: refusing,
  DeviceCopyFound: ({ machineId, by }) => unusual(copiedCondition(machineId), machineId, 'copied_memory', 'high', `: ${COPIED[by]}`),
  // Whoever is set up now knows it alone.
  CredentialIssued: ({ machineId }) => ({ condition: copiedCondition(machineId), clear: true }),
  // Known before the bill is made: the door may stand open for an hour.
  SessionEndAsked: ({ by, totalCents, currency, ...visit }) => (by === 'clock' && totalCents !== undefined && currency ? unpaid({ ...visit, totalCents, currency }, 'the time ran out with items out and the door open') : undefined),
  SessionExpired: nothingOwed,
  SessionCancelled: nothingOwed,
  SessionCommitted: (visit) => (visit.why === 'expired' ? unpaid(visit, 'the time ran out with items out') : undefined),
  SessionOverdue: (visit) => unpaid({ ...visit, totalCents: visit.dueCents ?? visit.totalCents }, 'items were taken and not paid for'),
  // Money that never came stays for the operator to close.
  SessionPaid: ({ sessionId, machineId, unpaidCents }) => [...(unpaidCents ? [] : [nothingOwed({ sessionId })]), checkoutsOpen(machineId)],
  SessionHeld: ({ machineId }) => checkoutsOpen(machineId),
  CheckoutRefused: ({ machineId, sessionId, amountCents, currency, why }) =>
    unusual(refusedCondition(machineId), machineId, 'payment_failure', 'high', `: the payment provider opens no checkout for ${formatCents(amountCents, currency)}: ${why}`, { sessionId, amountCents, currency }),
  RefundFailed: ({ machineId, refundId, line, amountCents, currency, why, sessionId }) =>
    unusual(line === undefined ? `refund.${refundId}` : refundCondition(sessionId, line), machineId, 'payment_failure', 'high', `: a refund of ${formatCents(amountCents, currency)} was refused: ${why}`, { sessionId, amountCents, currency }),
  RefundIssued: ({ sessionId, line }) => (line === undefined ? undefined : { condition: refundCondition(sessionId, line), clear: true }),
  RefundReturned: ({ machineId, refundRef, amountCents, currency, why, sessionId }) =>
    unusual(`refund.${refundRef}`, machineId, 'payment_failure', 'high', `: a refund of ${formatCents(amountCents, currency)} came back from the guest's bank (${why}); give it back another way`, { sessionId, amountCents, currency }),
  ChargebackOpened: (opened) => chargeback(opened, `: the guest's bank ${opened.isInquiry ? 'asks about' : 'has taken back'} ${formatCents(opened.amountCents, opened.currency)} (${opened.why}); ${answerTo(opened)}`),
  ChargebackClosed: (closed) =>
    (closed.outcome === 'won' ? { condition: chargebackCondition(closed), clear: true } : chargeback(closed, `: the chargeback of ${formatCents(closed.amountCents, closed.currency)} is lost, the guest's bank keeps the money; nothing is left to do`)),
  // A guest waits for an answer, and the log does not give it.
  DisputeOpened: (opened) => (opened.waits ? disputed(opened) : undefined),
  DisputeApproved: ({ disputeId }) => ({ condition: disputeCondition(disputeId), clear: true }),
  DisputeDeclined: ({ disputeId }) => ({ condition: disputeCondition(disputeId), clear: true }),
  DoorOpenedWithoutSession: (opened) => withoutSession(opened, 'high', 'the door was opened without a session'),
  ItemTakenWithoutSession: (taken) => withoutSession(taken, 'high', `${taken.quantity}x from slot ${taken.slot} left without a session`),
  ItemReturnedWithoutSession: ({ slot, quantity, back, ...data }) =>
    withoutSession({ slot, ...data }, 'medium', `${quantity}x more in slot ${slot} without a session${back > 0 ? `, ${back} of which had left it so before` : ''}. Please count what is in it`),
  UnplacedItemReported: unplaced,
};

type Alone = Pick<Extract<TillFact, { type: 'DoorOpenedWithoutSession' }>['data'], 'machineId' | 'key' | 'incident' | 'happenedAt'> & { slot?: string };
/** One alert for all that belongs together: somebody goes there once. `first`: what is said while it is all. */
function withoutSession({ machineId, key, incident, happenedAt, slot }: Alone, severity: Raised['severity'], first: string): Meaning {
  const condition = `door_without_session.${machineId}.${incident?.key ?? key}`;
  const isFirst = !incident || incident.key === key;
  return unusual(condition, machineId, 'door_without_session', isFirst ? severity : incident.opened || incident.left > 0 ? 'high' : 'medium', (timeZone) => `: ${isFirst ? first : allOf(incident)}${lateWords(happenedAt, incident?.at, timeZone, isFirst ? 'That' : 'The last of it')}`, slot === undefined || (incident && incident.slots.length > 1) ? {} : { slot });
}

/** What is told within it is news. */
const NEWS_MS = 60_000;
/** Whoever asks who was there wants to know when that was: a machine that had been cut off tells of it hours later. */
function lateWords(happenedAt: string | undefined, toldAt: string | undefined, timeZone = 'UTC', what = 'That'): string {
  if (happenedAt === undefined || (toldAt !== undefined && Date.parse(toldAt) - Date.parse(happenedAt) < NEWS_MS)) return '';
  return `. ${what} was on ${new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(happenedAt))} where it stands, and is told only now`;
}

function allOf({ opened, left, cameIn, slots }: NonNullable<Alone['incident']>): string {
  const what = [opened && 'the door was opened', left > 0 && `${left}x left`, cameIn > 0 && `${cameIn}x came in`].filter((part) => part !== false);
  return `without a session ${new Intl.ListFormat('en').format(what)}${slots.length > 0 ? ` (${slots.join(', ')}). Please count what is in there` : ''}`;
}

const offlineCondition = (machineId: string): string => `machine_offline.${machineId}`;
const offline = (machineId: string, since: string): Meaning =>
  ({ condition: offlineCondition(machineId), machineId, alert: () => ({ type: 'machine_offline', severity: 'high', details: { since, offlineAfterSeconds: OFFLINE_AFTER_SECONDS } }) });

function unseen({ machineId, unseen: [slot, ...others], seen }: Extract<FleetFact, { type: 'UnseenSlotsFound' }>['data']): Meaning {
  const condition = `unseen_slot.${machineId}`;
  if (slot === undefined) return { condition, clear: true };
  const has = seen.length > 0 ? `only for ${seen.join(', ')}` : 'for none';
  return unusual(condition, machineId, 'unseen_slot', 'high', ` has no sensor for ${[slot, ...others].join(', ')}, ${has}: what guests take there is not charged. Tell its board the slot on its console ("larder slot ${slot} …"), or lay the goods out in a slot that it sees`, { slot });
}

const refusingCondition = (machineId: string): string => `refuses_guests.${machineId}`;

/** Of orders to unlock for a visit. Whoever only hears of guests that were turned away would never know that all are. */
function refusing({ machineId, orderId, ok, why = 'it does not say why' }: Extract<JournalFact, { type: 'DeviceCommandDone' }>['data']): Meaning | undefined {
  const [sessionId, action] = orderId.split(':');
  if (action !== 'unlock' || (!ok && PASSING_REFUSALS.has(why))) return undefined;
  if (ok) return { condition: refusingCondition(machineId), clear: true };
  return refused(machineId, why, sessionId === undefined ? {} : { sessionId });
}

/** The same as its heartbeats tell it, before a guest is turned away; nothing where they do not, or while somebody of the operator's is there. */
export function shutMeaning({ machineId, shut, mode }: Pick<Heartbeat, 'machineId' | 'shut' | 'mode'>): Meaning | undefined {
  if (shut === undefined || mode === 'restocking' || mode === 'service') return undefined;
  return shut === '' ? { condition: refusingCondition(machineId), clear: true } : refused(machineId, shut);
}

const refused = (machineId: string, why: string, details: Raised['details'] = {}): Meaning =>
  unusual(refusingCondition(machineId), machineId, 'refuses_guests', 'high', ` does not unlock for guests: ${why}`, details);

const shiftedCondition = (machineId: string): string => `shelf_shifted.${machineId}`;
const copiedCondition = (machineId: string): string => `copied_memory.${machineId}`;
const COPIED = {
  number: 'reports come under numbers that others had, and what they tell is lost. Two boards hold a copy of the same memory, or one was put back to an older state. Take the other one off power, type "larder format yes" on the console of the one that stays, and choose Re-setup ESP32 on the machine\'s page',
  uptime: 'two boards report as this machine in turns. Take the one that does not belong there off power, and choose Re-setup ESP32 on the machine\'s page, so that only one knows its credential',
};

/** A sensor that breaks may go to and fro a hundred times in a visit: that is told once, and is as broken when it has come back. */
function unplaced({ machineId, slot, quantity, what, why, sessionId, key, late }: Extract<SessionFact, { type: 'UnplacedItemReported' }>['data']): Meaning | undefined {
  if (why === 'not_there' && what === 'returned') return undefined;
  const said = late && late.taken + late.returned > quantity ? lateText(late) : unplacedText(`${quantity}x`, slot, what, why);
  return unusual(`late_item.${machineId}.${late ? sessionId : why === 'not_there' ? `${sessionId}.${slot}` : key}`, machineId, 'late_item', 'medium', `: ${said}`, { ...(!late || late.slots.length === 1 ? { slot } : {}), sessionId });
}

/** A visit whose machine was cut off is told at once when it is back, item by item. */
function lateText({ taken, returned, slots }: LateItems): string {
  const [out, back] = [taken > 0 && `${taken}x were reported taken and not charged`, returned > 0 && `${returned}x returned, for which nothing came off the bill`];
  return `after the visit had ended ${[out, back].filter(Boolean).join(', and ')} (${slots.join(', ')})`;
}

function unplacedText(many: string, slot: string, what: 'taken' | 'returned', why: UnplacedWhy): string {
  if (why === 'not_there') return `${many} of slot ${slot} reported taken beyond what can have been in it, not charged. Please look at its sensor, and at the guest's bill`;
  if (what === 'taken') return `${many} of slot ${slot} reported taken but not charged`;
  return why === 'not_held' ? `${many} more in slot ${slot} than the guest had taken of it; nothing came off the bill. Please count what is in it` : `${many} of slot ${slot} reported returned; nothing came off the bill`;
}

/** Whether facts of a type can mean anything to an operator's attention. */
export const isMeaningful = ({ type }: { type: string }): boolean => Object.hasOwn(meanings, type);

/** What a fact means to an operator's attention; most mean nothing. */
export const meaningsOf = (fact: Heard, limits: Limits): readonly Meaning[] =>
  isMeaningful(fact) ? [(meanings[fact.type] as (data: Heard['data'], limits: Limits) => Meaning | readonly Meaning[] | undefined)(fact.data, limits) ?? []].flat() : [];

export const stockCondition = (machineId: string, slot: string): string => `low_stock.${machineId}.${slot}`;

/** A slot that is low by what was set, or is not. */
export function stock({ machineId, slot, productId, left, maxQuantity }: Out<typeof stockOf>[number], limits: Pick<Limits, 'lowStockPercent'>): Meaning {
  const condition = stockCondition(machineId, slot);
  if (!isLow(left, maxQuantity, limits.lowStockPercent)) return { condition, clear: true };
  const currentStock = Math.max(0, left);
  const details = { slot, currentStock, maxStock: maxQuantity, percentage: Math.round((currentStock / maxQuantity) * 100), lowStockPercent: limits.lowStockPercent };
  return {
    condition, machineId, productId,
    alert: () => ({ type: 'low_stock', severity: currentStock === 0 ? 'high' : 'medium', details }),
  };
}

/** A reading outside the limits, or back inside. */
export function temperatureMeaning(machineId: string, temperatureC: number, { temperature: { minC, maxC } }: Limits): Meaning {
  const condition = `temperature.${machineId}`;
  if (!beyond(temperatureC, { minC, maxC })) return { condition, clear: true };
  const details = { reason: 'temperature' as const, temperatureC, ...(minC !== null && { minC }), ...(maxC !== null && { maxC }) };
  return { condition, machineId, alert: () => ({ type: 'unusual_activity', severity: 'high', details }) };
}

/** Open, and nobody of the organization at work there, or not any more: until it is closed the machine goes on being theirs, and refuses guests by a reason that passes. */
export function doorMeaning({ machineId, doorOpen, mode, secondsLeft = 0 }: Pick<Heartbeat, 'machineId' | 'doorOpen' | 'mode' | 'secondsLeft'>): Meaning {
  const condition = `door_left_open.${machineId}`;
  const isTheirs = mode === 'restocking' || mode === 'service';
  if (!doorOpen || (isTheirs && secondsLeft > 0)) return { condition, clear: true };
  return unusual(condition, machineId, 'door_left_open', 'high', `: ${isTheirs ? `the door stands open, and the time for ${mode} is over. No guest is served until it is closed` : 'the door was left open'}`);
}

const unpaidCondition = (sessionId: string): string => `unpaid_session.${sessionId}`;
function nothingOwed({ sessionId }: { sessionId: string }): Meaning {
  return { condition: unpaidCondition(sessionId), clear: true };
}

type Unpaid = Pick<Extract<SessionFact, { type: 'SessionOverdue' }>['data'], 'sessionId' | 'machineId' | 'totalCents' | 'currency' | 'lines'>;
function unpaid({ sessionId, machineId, totalCents, currency, lines }: Unpaid, how: string): Meaning {
  const items = lines?.map(({ name, quantity }) => ({ name, quantity }));
  return unusual(unpaidCondition(sessionId), machineId, 'unpaid_session', 'high', `: ${how} (${formatCents(totalCents, currency)})`, { sessionId, amountCents: totalCents, currency, ...(items && { items }) });
}

const refusedCondition = (machineId: string): string => `checkout_refused.${machineId}`;
const checkoutsOpen = (machineId: string): Meaning => ({ condition: refusedCondition(machineId), clear: true });

/** Of a sold line: what is given back of it after all is what was to be done. */
const refundCondition = (sessionId: string, line: number): string => `refund.${sessionId}.${line}`;

const chargebackCondition = ({ chargebackRef }: { chargebackRef: string }): string => `chargeback.${chargebackRef}`;

function chargeback(about: { chargebackRef: string; machineId: string; sessionId: string; amountCents: number; currency: string }, telling: string): Meaning {
  return unusual(chargebackCondition(about), about.machineId, 'payment_failure', 'high', telling, { sessionId: about.sessionId, amountCents: about.amountCents, currency: about.currency });
}

const disputeCondition = (disputeId: string): string => `guest_dispute.${disputeId}`;

function disputed({ disputeId, sessionId, machineId, productId, name, claim, quantity, amountCents, currency }: Extract<DisputeFact, { type: 'DisputeOpened' }>['data']): Meaning {
  const telling = `: a guest says that ${claim === 'put_back' ? 'something was put back' : 'something was wrong'} and asks for ${formatCents(amountCents, currency)}; approve or decline it under Sales, Disputes`;
  return { ...unusual(disputeCondition(disputeId), machineId, 'guest_dispute', 'high', telling, { sessionId, amountCents, currency, items: [{ name, quantity }] }), productId };
}

function answerTo({ respondBy, isInquiry }: { respondBy?: string; isInquiry?: true }): string {
  if (!respondBy) return isInquiry ? 'it takes no answer, only a refund settles it' : 'it takes no answer';
  const until = `until ${respondBy.slice(0, 16).replace('T', ' ')} UTC`;
  return isInquiry ? `answer at the payment provider ${until}, or give it back` : `answer with what you know of the visit, at the payment provider, ${until}, or it is lost`;
}

/** @param telling follows on the machine's name */
function unusual(condition: string, machineId: string, reason: NonNullable<Raised['details']['reason']>, severity: Raised['severity'], telling: string | ((timeZone?: string) => string), details: Raised['details'] = {}): Meaning {
  return { condition, machineId, alert: (timeZone) => ({ type: 'unusual_activity', severity, telling: typeof telling === 'string' ? telling : telling(timeZone), details: { ...details, reason } }) };
}
