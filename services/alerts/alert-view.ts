/** Alerts as the list shows them, each with its history; statistics are counted from the same rows. People are named by their ids. */
import type { AlertFact, AlertView, HistoryEntry, NoticeRecipient } from '@larder/contracts/alerts.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { Projection } from '@larder/kit/views/projection.js';

/** Names of people are looked up when somebody wants to see them. */
export type HistoryRow = Omit<HistoryEntry, 'by' | 'to'> & { by?: string; to?: string };
export interface NoticeRow {
  noticeId: string;
  step: number;
  to: NoticeRecipient;
  orderedAt: string;
  attempts: number;
  state: 'sending' | 'delivered' | 'given up' | 'not needed any more';
  why?: string;
}
type Raised = Extract<AlertFact, { type: 'AlertRaised' }>['data'];
export type AlertRow = Omit<AlertView, 'ageInHours' | 'assignedTo' | 'resolvedBy' | 'product'> & Pick<Raised, 'telling' | 'product'> & {
  condition: string;
  cause?: Raised['cause'];
  assignedTo?: string;
  /** Names as they were stored once, or a member's id. */
  resolvedBy?: { firstName: string; lastName: string } | string;
  history: readonly HistoryRow[];
  notices: readonly NoticeRow[];
};

/** Enough for anybody to read; the log keeps all of it. */
const MOST_HISTORY = 200;
const MOST_NOTICES = 200;

export const alertView: Projection<AlertFact, AlertRow> = {
  collection: 'alerts',
  version: 4,
  orders: ['createdAt', 'isResolved'],
  categories: ['alert'],
  rows: (fact) => (fact.type === 'AlertWakeSet' ? [] : [{ account: fact.meta.account, id: fact.data.alertId }]),
  apply(row, fact) {
    if (fact.type === 'AlertRaised') return raised(fact);
    return row && withHistory(noticed(handled(row, fact), fact), fact);
  },
};

function raised({ data: { alertId, condition, type, severity, message, telling, machine, product, details, cause }, meta: { at } }: Stored<Extract<AlertFact, { type: 'AlertRaised' }>>): AlertRow {
  return {
    _id: alertId, condition, type, severity, message, telling, createdAt: at, isResolved: false, details, cause, product,
    machine: { machineId: machine.machineId, name: machine.name, location: { address: machine.address } },
    handling: 'new', undelivered: 0, history: [{ at, what: 'raised', message, severity }], notices: [],
  };
}

const actorOf = ({ meta: { actor } }: Stored<AlertFact>): string | undefined => /^(?:user|program):(.+)$/.exec(actor)?.[1];
const hush = (row: AlertRow): AlertRow => ({ ...row, escalatesAt: undefined, notices: row.notices.map((notice) => (notice.state === 'sending' ? { ...notice, state: 'not needed any more' } : notice)) });

function handled(row: AlertRow, fact: Stored<AlertFact>): AlertRow {
  switch (fact.type) {
    case 'AlertChanged':
      return { ...row, severity: fact.data.severity, message: fact.data.message, telling: fact.data.telling, details: fact.data.details };
    case 'AlertResolved': {
      const { how, by } = fact.data;
      return { ...hush(row), handling: 'resolved', isResolved: true, snoozedUntil: undefined, resolvedAt: fact.meta.at, resolvedBy: how === 'operator' ? (by ?? actorOf(fact)) : undefined };
    }
    case 'AlertReopened':
      return { ...row, handling: 'new', isResolved: false, resolvedAt: undefined, resolvedBy: undefined };
    case 'AlertAcknowledged':
      return { ...hush(row), handling: 'acknowledged' };
    case 'AlertAssigned':
      return { ...row, assignedTo: fact.data.userId ?? undefined };
    case 'AlertSnoozed':
      return { ...hush(row), handling: 'snoozed', snoozedUntil: fact.data.until };
    case 'AlertReturned':
      return { ...row, handling: 'new', snoozedUntil: undefined };
    case 'EscalationPlanned':
      return { ...row, escalatesAt: fact.data.at };
    case 'EscalationEnded':
      return { ...row, escalatesAt: undefined };
    default:
      return row;
  }
}

function noticed(row: AlertRow, fact: Stored<AlertFact>): AlertRow {
  const change = (noticeId: string, how: Partial<NoticeRow>): AlertRow => ({ ...row, notices: row.notices.map((notice) => (notice.noticeId === noticeId ? { ...notice, ...how } : notice)) });
  switch (fact.type) {
    case 'NoticeOrdered': {
      const { noticeId, step, to, orderedAt } = fact.data;
      return { ...row, notices: [...row.notices.slice(1 - MOST_NOTICES), { noticeId, step: step + 1, to, orderedAt, attempts: 1, state: 'sending' }] };
    }
    case 'NoticeRetried':
      return change(fact.data.noticeId, { attempts: fact.data.attempt });
    case 'NoticeFailed':
      return change(fact.data.noticeId, { why: fact.data.why });
    case 'NoticeDelivered':
      return change(fact.data.noticeId, { state: 'delivered', why: undefined });
    case 'NoticeGivenUp':
      return { ...change(fact.data.noticeId, { state: 'given up', why: fact.data.why }), undelivered: row.undelivered + 1 };
    default:
      return row;
  }
}

function withHistory(row: AlertRow, fact: Stored<AlertFact>): AlertRow {
  const last = row.history.at(-1);
  // The people of one step are one line.
  if (fact.type === 'NoticeOrdered' && last?.what === 'escalated' && last.step === fact.data.step + 1 && last.at === fact.meta.at) {
    return { ...row, history: [...row.history.slice(0, -1), { ...last, told: (last.told ?? 0) + 1 }] };
  }
  const entry = entryOf(fact);
  if (!entry) return row;
  const by = actorOf(fact);
  return { ...row, history: [...row.history.slice(0, 1), ...row.history.slice(1).slice(2 - MOST_HISTORY), { at: fact.meta.at, ...(by && { by }), ...entry }] };
}

/** What happened, as far as people care. */
function entryOf(fact: AlertFact): Omit<HistoryRow, 'at'> | undefined {
  switch (fact.type) {
    case 'AlertChanged':
      return { what: 'changed', message: fact.data.message, severity: fact.data.severity };
    case 'AlertResolved':
      return { what: 'resolved', reason: fact.data.reason };
    case 'AlertReopened':
      return { what: 'reopened', reason: fact.data.reason };
    case 'AlertAcknowledged':
      return { what: 'acknowledged', reason: fact.data.note };
    case 'AlertAssigned':
      return { what: 'assigned', to: fact.data.userId ?? undefined };
    case 'AlertSnoozed':
      return { what: 'snoozed', until: fact.data.until, reason: fact.data.reason };
    case 'AlertReturned':
      return { what: 'returned' };
    case 'NoticeOrdered':
      return { what: 'escalated', step: fact.data.step + 1, told: 1 };
    case 'NoticeGivenUp':
      return { what: 'undelivered', reason: fact.data.why };
    default:
      return undefined;
  }
}
