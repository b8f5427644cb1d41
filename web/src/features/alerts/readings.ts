/** The readings an alert follows from, and the limits that were in force, in words. */
import type { AlertStory } from '@larder/contracts/alerts.js';
import { listOf } from '@larder/contracts/names.js';
import { formatNumber } from '../../lib/format.js';
import { formatAmount, formatDateTime } from '../../lib/money-and-time.js';

const reasons: Record<NonNullable<AlertStory['alert']['details']['reason']>, string> = {
  unpaid_session: 'Items were taken and not paid for', door_without_session: 'The door was opened, or something left or came back, without a visit', door_left_open: 'The door was left open', temperature: 'A temperature outside the limits',
  journal_gap: 'Reports of the machine are missing', payment_failure: 'A payment failed', late_item: 'Something was reported taken or put back that did not change the bill', copied_memory: 'Two boards report as one machine', shelf_shifted: 'A shelf changed behind its closed door', refuses_guests: 'The machine does not unlock for guests', unseen_slot: 'The machine has no sensor for a slot', guest_dispute: 'A guest waits for an answer',
};
const causes: Record<string, string> = {
  StockTaken: 'A guest took something', StockReturned: 'A guest put something back', StockRestocked: 'The slot was filled', StockAdjusted: 'The count was corrected', MachineWentOffline: 'The machine fell silent', ModeIntended: 'The machine was put in service',
  DeviceCopyFound: 'Two boards report as one machine', DeviceShelfShifted: 'A shelf changed behind its closed door', DeviceCommandDone: 'A guest was turned away', UnseenSlotsFound: 'The slots were compared with the sensors of the machine', DeviceGapFound: 'Reports of the machine are missing', SessionCommitted: 'A visit ended with items out', SessionEndAsked: 'The time of a visit ran out with items out', SessionOverdue: 'A visit was not paid in time', CheckoutRefused: 'The payment provider opened no checkout', RefundFailed: 'A refund was refused', RefundReturned: 'A refund came back from the guest\'s bank', ChargebackOpened: 'The guest\'s bank takes a payment back', ChargebackClosed: 'A chargeback was lost', DisputeOpened: 'A guest said so on the receipt', DoorOpenedWithoutSession: 'The door was opened without a visit',
  ItemTakenWithoutSession: 'Something left without a visit', ItemReturnedWithoutSession: 'Something came back without a visit', UnplacedItemReported: 'Something was reported that did not change the bill', Heartbeat: 'Several readings of the machine in a row', MaintenanceCameDue: 'The days without service were over', SlotAssigned: 'The par level was changed', AlertRulesSet: 'The rules were changed',
};
/** How old what was raised at `at` is, as exactly as somebody wants to know. By the clock: an answer that says it stands still until something else changes. */
export function ageText(at: string, nowMs: number): string {
  const hours = (nowMs - Date.parse(at)) / 3_600_000;
  if (hours < 0.05) return 'just now';
  if (hours < 1) return `${Math.floor(hours * 60)} min old`;
  return `${hours < 10 ? `${hours.toFixed(1)} h` : hours < 72 ? `${hours.toFixed(0)} h` : `${formatNumber(Math.floor(hours / 24))} days`} old`;
}

const degrees = (value: number): string => `${value.toFixed(1)} °C`;

/** Name and value, in the order people ask for them. */
export function readingsOf({ alert: { details, createdAt }, cause }: Pick<AlertStory, 'alert' | 'cause'>, timeZone: string | undefined, currency?: string): [string, string][] {
  const { currentStock, maxStock, percentage, lowStockPercent, slot, temperatureC, minC, maxC, reason, since, offlineAfterSeconds, maintenanceDays, amountCents, currency: its = currency, items, sessionId } = details;
  const rows: [string, string | undefined][] = [
    ['What', reason && reasons[reason]],
    ['Slot', slot],
    ['Left', currentStock !== undefined && maxStock !== undefined ? `${currentStock} of ${maxStock}${percentage === undefined ? '' : ` (${percentage}%)`}` : undefined],
    ['Threshold', lowStockPercent === undefined ? undefined : `${lowStockPercent}% of the maximum`],
    ['Temperature', temperatureC === undefined ? undefined : degrees(temperatureC)],
    ['Limits', minC === undefined && maxC === undefined ? undefined : [minC !== undefined && `not below ${degrees(minC)}`, maxC !== undefined && `not above ${degrees(maxC)}`].filter(Boolean).join(', ')],
    [maintenanceDays === undefined ? 'Last heard' : 'Added or last serviced', since && formatDateTime(since, timeZone)],
    ['Due after', maintenanceDays === undefined ? undefined : `${maintenanceDays} days without service`],
    ['Offline after', offlineAfterSeconds === undefined ? undefined : `${offlineAfterSeconds} s of silence`],
    ['Amount', amountCents === undefined ? undefined : formatAmount(amountCents / 100, its)],
    ['Taken', items && listOf(items)],
    ['Visit', sessionId],
    ['Raised by', cause && `${causes[cause.type] ?? cause.type}, ${formatDateTime(cause.at, timeZone)}`],
    ['Raised', formatDateTime(createdAt, timeZone)],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}
