/** What becomes of the notices of an alert: handed over, tried again, given up. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import { never } from '@larder/kit/commands/decider.js';
import { isTooLate, lostAt, tryAgainAt, type Notice } from './escalation.js';

/** By the notice's id. */
export type Noticed = Readonly<Record<string, Notice>>;
/** `now` is ISO 8601. */
export type NoticeCommand =
  | { type: 'NoteDelivered'; noticeId: string }
  | { type: 'NoteFailed'; noticeId: string; attempt: number; why: string; forGood: boolean; now: string };
type NoticeFact = Extract<AlertFact, { data: { noticeId: string } }>;

/** What is done about notices that were not delivered yet. @param from when anybody wants to be told: now, or after the quiet hours */
export function followUp(alertId: string, now: string, from: string, notices: Noticed): AlertFact[] {
  return Object.entries(notices).filter(([, notice]) => notice.state === 'waiting' && notice.tryAgainAt <= now).map(([noticeId, { orderedAt, attempt, why = 'Nobody answered' }]) => {
    if (isTooLate(orderedAt, now)) return { type: 'NoticeGivenUp', data: { alertId, noticeId, why } };
    if (from > now) return { type: 'NoticeFailed', data: { alertId, noticeId, attempt, why, tryAgainAt: from } };
    return { type: 'NoticeRetried', data: { alertId, noticeId, attempt: attempt + 1, tryAgainAt: lostAt(now) } };
  });
}

/** What became of one that was to be handed over. */
export function note(command: NoticeCommand, alertId: string, notices: Noticed): AlertFact[] {
  const notice = notices[command.noticeId];
  if (!notice || notice.state === 'delivered') return [];
  const of = { alertId, noticeId: command.noticeId };
  if (command.type === 'NoteDelivered') return [{ type: 'NoticeDelivered', data: of }];
  const { attempt, why, forGood, now } = command;
  if (notice.state !== 'waiting' || notice.attempt !== attempt) return [];
  if (forGood || isTooLate(notice.orderedAt, now)) return [{ type: 'NoticeGivenUp', data: { ...of, why } }];
  return [{ type: 'NoticeFailed', data: { ...of, attempt, why, tryAgainAt: tryAgainAt(notice.orderedAt, attempt, now) } }];
}

/** The notices after one more fact of them. */
export function noticed(notices: Noticed, fact: NoticeFact): Noticed {
  const { noticeId } = fact.data;
  const after = (notice: Notice): Noticed => ({ ...notices, [noticeId]: notice });
  if (fact.type === 'NoticeOrdered') {
    const { to, round, step, orderedAt, tryAgainAt: at } = fact.data;
    return after({ to, round, step, attempt: 1, orderedAt, state: 'waiting', tryAgainAt: at });
  }
  const notice = notices[noticeId];
  if (!notice) return notices;
  switch (fact.type) {
    case 'NoticeRetried':
      return after({ ...notice, attempt: fact.data.attempt, tryAgainAt: fact.data.tryAgainAt });
    case 'NoticeFailed':
      return after({ ...notice, why: fact.data.why, tryAgainAt: fact.data.tryAgainAt });
    case 'NoticeDelivered':
      return after({ ...notice, state: 'delivered' });
    case 'NoticeGivenUp':
      return after({ ...notice, state: 'settled', why: fact.data.why });
    default:
      return never(fact);
  }
}
