/** What a machine reported during a visit and was told to do, in words; and whether any of its reports are missing. */
import type { TimelineEntry, visitJournal } from '@larder/contracts/vending/black-box.js';
import type { JournalFact, OrderFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { In, Out } from '@larder/contracts/request.js';

type Visit = Pick<In<typeof visitJournal>, 'sessionId' | 'nfcSessionId' | 'startedAt' | 'reports'>;
type Report = Exclude<Stored<JournalFact>, { type: 'DeviceGapFound' | 'DeviceGapClosed' }>;

/** A tap that a machine reports is of this visit when it came so shortly before or after its start. */
const TAP_MS = 60_000;
/** Numbers that are named. */
const MOST_MISSING = 1_000;

const isReport = (fact: Stored<JournalFact>): fact is Report => fact.type !== 'DeviceGapFound' && fact.type !== 'DeviceGapClosed';
const numberOf = ({ data }: Report): string => `${data.epoch}:${data.sequence}`;

export function journalOf(visit: Visit, journal: readonly Stored<JournalFact>[], orders: readonly Stored<OrderFact>[]): Out<typeof visitJournal> {
  const told = orders.filter((fact) => fact.type === 'DeviceOrdered').filter(({ data }) => data.sessionId === visit.sessionId);
  const orderIds = new Set(told.map(({ data }) => data.orderId));
  const taken = new Set(visit.reports);
  const all = journal.filter(isReport);
  const reports = all.filter((report) => taken.has(numberOf(report)) || belongs(report, visit, orderIds));
  return { entries: [...told.map(orderEntry), ...reports.map(reportEntry)], completeness: completenessOf(reports, all) };
}

function belongs(report: Report, { sessionId, nfcSessionId, startedAt }: Visit, orderIds: ReadonlySet<string>): boolean {
  switch (report.type) {
    case 'DeviceTapped':
      return report.data.tag === nfcSessionId && Math.abs(Date.parse(report.data.receivedAt) - Date.parse(startedAt)) <= TAP_MS;
    case 'DeviceCommandDone':
      return orderIds.has(report.data.orderId);
    case 'DeviceShelfShifted':
      return false;
    default:
      return report.data.sessionId === sessionId;
  }
}

/** Numbers between the first and the last report of the visit that nobody ever received. */
function completenessOf(reports: readonly Report[], all: readonly Report[]): Out<typeof visitJournal>['completeness'] {
  return [...new Set(reports.map(({ data }) => data.epoch))].map((epoch) => {
    const ofEpoch = (some: readonly Report[]): number[] => some.filter(({ data }) => data.epoch === epoch).map(({ data }) => data.sequence).sort((a, b) => a - b);
    const numbers = ofEpoch(reports);
    const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
    return { epoch, first, last, missing: missingAmong(ofEpoch(all).filter((sequence) => sequence >= first && sequence <= last)) };
  });
}

/** What is left out between numbers in order; of very many the last, as a board may leap as far as it likes. */
function missingAmong(numbers: readonly number[]): number[] {
  const missing: number[] = [];
  for (let n = numbers.length - 1; n > 0; n--) {
    for (let sequence = (numbers[n] as number) - 1; sequence > (numbers[n - 1] as number); sequence--) {
      if (missing.length === MOST_MISSING) return missing.reverse();
      missing.push(sequence);
    }
  }
  return missing.reverse();
}

function reportEntry(report: Report): TimelineEntry {
  const { deviceAt } = report.data;
  const why = report.type === 'DeviceCommandDone' ? report.data.why : undefined;
  return { ...entryOf(report as AnyFact, wordsOf(report), why), ...(deviceAt && { deviceAt }), report: numberOf(report) };
}

function wordsOf(report: Report): string {
  switch (report.type) {
    case 'DeviceTapped':
      return `Machine saw a tap of tag ${report.data.tag}`;
    case 'DeviceDoorOpened':
      return 'Machine reported its door open';
    case 'DeviceDoorClosed':
      return 'Machine reported its door closed';
    case 'DeviceItemTaken':
      return `Machine reported ${report.data.quantity} taken from slot ${slotsOf(report.data)}`;
    case 'DeviceItemReturned':
      return `Machine reported ${report.data.quantity} returned to slot ${slotsOf(report.data)}`;
    case 'DeviceShelfShifted':
      return `Machine reported that the shelf of slots ${report.data.slots.join(', ')} changed by ${report.data.grams} g`;
    case 'DeviceCommandDone':
      return report.data.ok ? `Machine carried out: ${actionOf(report.data.orderId)}` : `Machine could not: ${actionOf(report.data.orderId)}`;
  }
}
/** With those that its sensors cannot tell from it. */
const slotsOf = ({ slot, orSlots }: { slot: string; orSlots?: string[] }): string => [slot, ...(orSlots ?? [])].join(' or ');
/** Orders of a visit are named `<session>:<action>`. */
const actionOf = (orderId: string): string => orderId.slice(orderId.lastIndexOf(':') + 1);

const orderEntry = (fact: Extract<Stored<OrderFact>, { type: 'DeviceOrdered' }>): TimelineEntry => entryOf(fact as AnyFact, `Machine told to ${fact.data.action}`, fact.data.reason);

function entryOf({ id, type, stream, revision, position, meta }: AnyFact, what: string, reason?: string): TimelineEntry {
  return { at: meta.at, source: 'machine', type, what, actor: meta.actor, ...(reason && { reason }), facts: [{ id, type, stream, revision, at: meta.at }], position };
}
