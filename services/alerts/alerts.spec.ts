import type { AlertFact } from '@larder/contracts/alerts.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { alert } from './alert.js';
import { alertView } from './alert-view.js';
import { NOBODY, type EscalationPlan } from './notices/escalation.js';

const raise = { condition: 'low_stock.VM-001.A1', type: 'low_stock' as const, severity: 'medium' as const, message: 'Cola is running low in Lobby: 2 of 10 left', machine: { machineId: 'VM-001', name: 'Lobby', address: '' }, details: { currentStock: 2 } };
const raised: AlertFact = { type: 'AlertRaised', data: { ...raise, alertId: 'low_stock.VM-001.A1.1' } };
const cleared: AlertFact = { type: 'AlertResolved', data: { alertId: 'low_stock.VM-001.A1.1', how: 'cleared' } };

const now = '2026-03-01T12:00:00.000Z';
const at = (minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString();
const alertId = 'low_stock.VM-001.A1.1';
const member = { kind: 'member', userId: 'u1' } as const;
const webhook = { kind: 'webhook' } as const;
const plan: EscalationPlan = { notify: ['high', 'medium'], steps: [{ afterMinutes: 5, to: [member] }, { afterMinutes: 30, to: [webhook] }], quietHours: null, timeZone: 'UTC' };
const raising = { type: 'Raise' as const, alert: raise, now, plan: NOBODY };
const planned = (step: number, minutes: number, round = 1, beganAt = now): AlertFact => ({ type: 'EscalationPlanned', data: { alertId, round, step, beganAt, at: at(minutes) } });
const wakeSet = (minutes: number | null): AlertFact => ({ type: 'AlertWakeSet', data: { alertId, at: minutes === null ? null : at(minutes) } });
const acknowledged: AlertFact = { type: 'AlertAcknowledged', data: { alertId } };
const snoozed: AlertFact = { type: 'AlertSnoozed', data: { alertId, until: at(60) } };
const noticeId = `${alertId}.1.0.0`;
const ordered: AlertFact = { type: 'NoticeOrdered', data: { alertId, noticeId, round: 1, step: 0, to: member, orderedAt: at(5), tryAgainAt: at(7) } };

describe('An alert', () => {
  it('is raised once for as long as its condition lasts', () => {
    given(alert).when(raising).then(raised);
    given(alert, raised).when(raising).thenNothing();
  });
  it('gets worse instead of being raised twice', () =>
    given(alert, raised).when({ ...raising, alert: { ...raise, severity: 'high', message: 'Cola is sold out in Lobby' } }).then(
      { type: 'AlertChanged', data: { alertId, severity: 'high', message: 'Cola is sold out in Lobby', details: raise.details } }));
  it('is neither worse nor better because something is called otherwise, and says how it goes on from its machine\'s name', () => {
    const renamed = { ...raise.machine, name: 'Boat House' };
    const details = { slot: 'A1', currentStock: 2, maxStock: 10 };
    given(alert, { type: 'AlertRaised', data: { ...raise, details, alertId } }).when({ ...raising, alert: { ...raise, details, machine: renamed, message: 'Slot A1 is running low in Boat House: 2 of 10 left' } }).thenNothing();
    const unusual = (how: string, name = 'Lobby') => ({ ...raise, type: 'unusual_activity' as const, details: {}, telling: ` is ${how}`, message: `${name} is ${how}`, machine: { ...raise.machine, name } });
    const first: AlertFact = { type: 'AlertRaised', data: { ...unusual('shut'), alertId } };
    given(alert, first).when({ ...raising, alert: unusual('shut', 'Boat House') }).thenNothing();
    given(alert, first).when({ ...raising, alert: unusual('open') }).then({ type: 'AlertChanged', data: { alertId, severity: 'medium', message: 'Lobby is open', telling: ' is open', details: {} } });
    // By an older service, which does not say how it goes on.
    const older: AlertFact = { type: 'AlertChanged', data: { alertId, severity: 'medium', message: 'Lobby is ajar', details: {} } };
    expect(viewOf(alertView, alertId, stored([first, older]))).toMatchObject({ message: 'Lobby is ajar', telling: undefined });
    given(alert, first, older).when({ ...raising, alert: unusual('shut') }).then({ type: 'AlertChanged', data: { alertId, severity: 'medium', message: 'Lobby is shut', telling: ' is shut', details: {} } });
  });
  it('resolves itself when its condition is gone', () => {
    given(alert, raised).when({ type: 'Clear' }).then(cleared);
    given(alert).when({ type: 'Clear' }).thenNothing();
  });
  it('is not undone by a fact that is heard again, after a crash, and led to nothing the first time', () => {
    const of = (revision: number, stream = 'machine-VM-001') => ({ heard: { stream, revision } });
    const led = <F extends AlertFact>({ type, data }: F, revision: number): AlertFact => ({ type, data: { ...data, ...of(revision) } }) as AlertFact;
    given(alert).when({ ...raising, ...of(27) }).then(led(raised, 27));
    given(alert, led(raised, 27)).when({ type: 'Clear', ...of(26) }).thenNothing();
    given(alert, led(raised, 27)).when({ type: 'ClearOther', productId: 'p2', ...of(26) }).thenNothing();
    given(alert, led(raised, 27)).when({ type: 'Clear', ...of(28) }).then(led(cleared, 28));
    given(alert, led(raised, 27), led(cleared, 29)).when({ ...raising, ...of(28) }).thenNothing();
    const worse: AlertFact = { type: 'AlertChanged', data: { alertId, severity: 'high', message: 'Cola is sold out in Lobby', details: raise.details } };
    given(alert, led(raised, 27), led(worse, 29)).when({ ...raising, ...of(28) }).thenNothing();
    // Streams are heard side by side.
    given(alert, led(raised, 27)).when({ type: 'Clear', ...of(3, 'journal-VM-001') }).then({ type: 'AlertResolved', data: { alertId, how: 'cleared', ...of(3, 'journal-VM-001') } });
  });
  it('is a new one each time its condition comes back', () => {
    const [second, third] = [2, 3].map((n): AlertFact => ({ type: 'AlertRaised', data: { ...raise, alertId: `low_stock.VM-001.A1.${n}` } })) as [AlertFact, AlertFact];
    given(alert, raised, cleared).when(raising).then(second);
    given(alert, raised, cleared, second, cleared).when(raising).then(third);
  });
  it('is over when its slot is given to another product, which has one of its own when it is low', () => {
    const cola = { productId: 'p1', name: 'Cola', sku: 'COLA' };
    const chips = { productId: 'p2', name: 'Chips', sku: 'CHIPS' };
    const ofCola: AlertFact = { type: 'AlertRaised', data: { ...raise, product: cola, alertId } };
    const ofChips = { ...raise, product: chips, message: 'Chips is running low in Lobby: 1 of 10 left' };
    const second = { ...ofChips, alertId: 'low_stock.VM-001.A1.2' };
    given(alert, ofCola, acknowledged).when({ ...raising, alert: ofChips, plan }).then(cleared, { type: 'AlertRaised', data: second },
      { type: 'EscalationPlanned', data: { alertId: second.alertId, round: 1, step: 0, beganAt: now, at: at(5) } }, { type: 'AlertWakeSet', data: { alertId: second.alertId, at: at(5) } });
    given(alert, ofCola).when({ ...raising, alert: { ...raise, product: undefined } }).thenNothing();
    given(alert, ofCola).when({ type: 'ClearOther', productId: 'p2' }).then(cleared);
    given(alert, ofCola).when({ type: 'ClearOther', productId: 'p1' }).thenNothing();
    given(alert, ofCola, cleared).when({ type: 'ClearOther', productId: 'p2' }).thenNothing();
    given(alert, raised).when({ type: 'ClearOther', productId: 'p2' }).thenNothing();
  });
  it('is resolved by a person once, with a reason', () => {
    given(alert, raised).when({ type: 'Resolve', alertId, reason: 'restocked' }).then({ type: 'AlertResolved', data: { alertId, how: 'operator', reason: 'restocked' } });
    given(alert, raised, cleared).when({ type: 'Resolve', alertId, reason: 'again' }).thenRefused('CONFLICT');
    const newer: AlertFact = { type: 'AlertRaised', data: { ...raise, alertId: 'low_stock.VM-001.A1.2' } };
    given(alert, raised, cleared, newer).when({ type: 'Resolve', alertId, reason: 'the one before' }).thenRefused('CONFLICT');
  });
  it('is opened again with a reason, unless its condition has raised a newer one', () => {
    given(alert, raised, cleared).when({ type: 'Reopen', alertId, reason: 'still empty', now, plan: NOBODY }).then({ type: 'AlertReopened', data: { alertId, reason: 'still empty' } });
    given(alert, raised).when({ type: 'Reopen', alertId, reason: 'still empty', now, plan: NOBODY }).thenRefused('CONFLICT');
    const newer: AlertFact = { type: 'AlertRaised', data: { ...raise, alertId: 'low_stock.VM-001.A1.2' } };
    given(alert, raised, cleared, newer).when({ type: 'Reopen', alertId, reason: 'x', now, plan: NOBODY }).thenRefused('CONFLICT');
    given(alert, raised, cleared, newer, { type: 'AlertResolved', data: { alertId: 'low_stock.VM-001.A1.2', how: 'cleared' } }).when({ type: 'Reopen', alertId, reason: 'x', now, plan: NOBODY }).thenRefused('CONFLICT');
  });
  it('is acknowledged and assigned once', () => {
    given(alert, raised).when({ type: 'Acknowledge', alertId }).then(acknowledged);
    given(alert, raised, acknowledged).when({ type: 'Acknowledge', alertId }).thenNothing();
    given(alert, raised, snoozed).when({ type: 'Acknowledge', alertId }).thenRefused('CONFLICT');
    given(alert, raised, acknowledged, cleared, { type: 'AlertReopened', data: { alertId, reason: 'still empty' } }).when({ type: 'Acknowledge', alertId }).then(acknowledged);
    given(alert, raised).when({ type: 'Assign', alertId, userId: 'u1' }).then({ type: 'AlertAssigned', data: { alertId, userId: 'u1' } });
    given(alert, raised).when({ type: 'Assign', alertId, userId: null }).thenNothing();
  });
  it('is put off until a time in the future, and then wants attention again', () => {
    for (const minutes of [-1, 0]) given(alert, raised).when({ type: 'Snooze', alertId, until: at(minutes), now }).thenRefused('BAD_INPUT');
    given(alert, raised, acknowledged).when({ type: 'Snooze', alertId, until: at(60), now }).then(snoozed, wakeSet(60));
    given(alert, raised, acknowledged, snoozed, wakeSet(60)).when({ type: 'Wake', now: at(60), plan }).then({ type: 'AlertReturned', data: { alertId } }, planned(0, 65, 1, at(60)), wakeSet(65));
    given(alert, raised, snoozed, wakeSet(60)).when({ type: 'Wake', now: at(59), plan }).thenNothing();
    const atOnce = { ...plan, steps: [{ afterMinutes: 0, to: [member] }] };
    given(alert, raised, snoozed, wakeSet(60)).when({ type: 'Wake', now: at(60), plan: atOnce }).then({ type: 'AlertReturned', data: { alertId } }, planned(0, 60, 1, at(60)),
      { type: 'NoticeOrdered', data: { alertId, noticeId, round: 1, step: 0, to: member, orderedAt: at(60), tryAgainAt: at(62) } }, { type: 'EscalationEnded', data: { alertId } }, wakeSet(62));
    given(alert, raised, snoozed, wakeSet(60)).when({ type: 'Return', alertId, now: at(10), plan: NOBODY }).then({ type: 'AlertReturned', data: { alertId } }, wakeSet(null));
  });
  it('that is resolved while it is put off does not come back', () =>
    given(alert, raised, snoozed, wakeSet(60)).when({ type: 'Clear' }).then(cleared, wakeSet(null)));
});

describe('Escalation', () => {
  it('begins when an alert is raised that somebody wants to be told of', () => {
    given(alert).when({ ...raising, plan }).then(raised, planned(0, 5), wakeSet(5));
    given(alert).when({ ...raising, plan: { ...plan, notify: ['high'] } }).then(raised);
  });
  it('begins when an alert gets bad enough', () => {
    const worse = { ...raise, severity: 'high' as const, message: 'Cola is sold out in Lobby' };
    given(alert, raised).when({ type: 'Raise', alert: worse, now, plan: { ...plan, notify: ['high'] } }).then(
      { type: 'AlertChanged', data: { alertId, severity: 'high', message: worse.message, details: raise.details } }, planned(0, 5), wakeSet(5));
  });
  it('leaves a guest half a minute to put back what they look at', () => {
    const cause = { type: 'StockTaken', id: 'f1', at: now };
    const soon: EscalationPlan = { ...plan, steps: [{ afterMinutes: 0, to: [member] }] };
    const taken = { ...raising, alert: { ...raise, cause }, plan: soon };
    const waited = [planned(0, 0.5, 1, at(0.5)), wakeSet(0.5)];
    given(alert).when(taken).then({ type: 'AlertRaised', data: { ...raise, cause, alertId } }, ...waited);
    given(alert, raised).when({ ...taken, alert: { ...taken.alert, message: 'Cola is sold out in Lobby' } }).then({ type: 'AlertChanged', data: { alertId, severity: 'medium', message: 'Cola is sold out in Lobby', details: raise.details } }, planned(0, 0.5, 1, at(0.5)), wakeSet(0.5));
    given(alert).when({ ...taken, alert: { ...raise, cause: { ...cause, type: 'StockAdjusted' } } }).then({ type: 'AlertRaised', data: { ...raise, cause: { ...cause, type: 'StockAdjusted' }, alertId } }, planned(0, 0), wakeSet(0));
    given(alert, raised, ...waited).when({ type: 'Clear' }).then(cleared, wakeSet(null));
  });
  it('begins when an alert gets bad enough again, of which nobody was told because it was better meanwhile', () => {
    const ended: AlertFact = { type: 'EscalationEnded', data: { alertId } };
    const worse = { ...raise, severity: 'high' as const, message: 'Cola is sold out in Lobby' };
    const changed: AlertFact = { type: 'AlertChanged', data: { alertId, severity: 'high', message: worse.message, details: raise.details } };
    const onlyHigh = { type: 'Raise' as const, alert: worse, now, plan: { ...plan, notify: ['high' as const] } };
    given(alert, raised, planned(0, -10), ended, wakeSet(null)).when(onlyHigh).then(changed, planned(0, 5, 2), wakeSet(5));
    // Whom it was told once is not told again; who comes after them is, when they would have been.
    given(alert, raised, planned(0, -10), ordered, ended, wakeSet(7)).when(onlyHigh).then(changed, planned(1, 25, 1, at(-5)));
    given(alert, raised, planned(0, -10), ordered, ended, wakeSet(7)).when({ ...onlyHigh, plan: { ...onlyHigh.plan, steps: plan.steps.slice(0, 1) } }).then(changed);
    given(alert, raised, planned(0, 5), ended, acknowledged, wakeSet(null)).when(onlyHigh).then(changed);
  });
  it('tells the next people while nobody acknowledges, counted from the beginning', () => {
    given(alert, raised, planned(0, 5), wakeSet(5)).when({ type: 'Wake', now: at(5), plan }).then(ordered, planned(1, 30), wakeSet(7));
    given(alert, raised, planned(1, 30), wakeSet(30)).when({ type: 'Wake', now: at(31), plan }).then(
      { type: 'NoticeOrdered', data: { alertId, noticeId: `${alertId}.1.1.0`, round: 1, step: 1, to: webhook, orderedAt: at(31), tryAgainAt: at(33) } }, { type: 'EscalationEnded', data: { alertId } }, wakeSet(33));
  });
  it('ends when somebody acknowledges or resolves', () => {
    given(alert, raised, planned(0, 5), wakeSet(5)).when({ type: 'Acknowledge', alertId }).then(acknowledged, wakeSet(null));
    given(alert, raised, planned(0, 5), wakeSet(5)).when({ type: 'Clear' }).then(cleared, wakeSet(null));
    given(alert, raised, planned(1, 30), ordered, wakeSet(7)).when({ type: 'Acknowledge', alertId }).then(acknowledged, wakeSet(null));
  });
  it('waits for the end of quiet hours, also of ones that were set meanwhile', () => {
    const quiet = { ...plan, quietHours: { from: '12:00', to: '13:00', exceptHigh: true } };
    given(alert).when({ ...raising, plan: quiet }).then(raised, planned(0, 60), wakeSet(60));
    given(alert).when({ ...raising, alert: { ...raise, severity: 'high' }, plan: quiet }).then({ type: 'AlertRaised', data: { ...raise, severity: 'high', alertId } }, planned(0, 5), wakeSet(5));
    given(alert, raised, planned(0, 5), wakeSet(5)).when({ type: 'Wake', now: at(5), plan: quiet }).then(planned(0, 60), wakeSet(60));
  });
  it('tells one step after the other when quiet hours are over, or nobody woke up in time', () =>
    given(alert, raised, planned(0, 60), wakeSet(60)).when({ type: 'Wake', now: at(60), plan }).then(
      { type: 'NoticeOrdered', data: { alertId, noticeId, round: 1, step: 0, to: member, orderedAt: at(60), tryAgainAt: at(62) } }, planned(1, 85, 1, at(55)), wakeSet(62)));
  it('does not wait for the end of quiet hours that do not hold for what the alert has become', () => {
    const quiet = { ...plan, quietHours: { from: '12:00', to: '13:00', exceptHigh: true } };
    const worse = { ...raise, severity: 'high' as const, message: 'Cola is sold out in Lobby' };
    const changed: AlertFact = { type: 'AlertChanged', data: { alertId, severity: 'high', message: worse.message, details: raise.details } };
    given(alert, raised, planned(0, 60), wakeSet(60)).when({ type: 'Raise', alert: worse, now: at(20), plan: quiet }).then(changed, { type: 'EscalationPlanned', data: { alertId, round: 1, step: 0, beganAt: now, at: at(20) } }, wakeSet(20));
    given(alert, raised, planned(0, 60), wakeSet(60)).when({ type: 'Raise', alert: worse, now: at(20), plan: { ...quiet, quietHours: { ...quiet.quietHours, exceptHigh: false } } }).then(changed);
  });
  it('ends when the rules that planned it are gone', () =>
    given(alert, raised, planned(0, 5), wakeSet(5)).when({ type: 'Wake', now: at(5), plan: NOBODY }).then({ type: 'EscalationEnded', data: { alertId } }, wakeSet(null)));
});

describe('The row of an alert', () => {
  const shown = (...facts: AlertFact[]) => viewOf(alertView, alertId, stored(facts));

  it('is that of an open one again after it was opened again', () =>
    expect(shown(raised, cleared, { type: 'AlertReopened', data: { alertId, reason: 'still empty' } })).toMatchObject({ isResolved: false, handling: 'new', resolvedAt: undefined }));

  it('keeps how it began and what happened last, however much that is', () => {
    const changed = Array.from({ length: 300 }, (_, n): AlertFact => ({ type: 'AlertChanged', data: { alertId, severity: 'medium', message: `${n} left`, details: {} } }));
    const { history = [] } = shown(raised, ...changed) ?? {};
    expect([history.length, history[0]?.what, history.at(-1)?.message]).toEqual([200, 'raised', '299 left']);
  });

  it('says in one line to how many people a step went', () => {
    const to = (n: number) => ({ ...ordered, data: { ...ordered.data, noticeId: `${noticeId}-${n}` } }) as AlertFact;
    expect(shown(raised, to(1), to(2), to(3))?.history).toMatchObject([{ what: 'raised' }, { what: 'escalated', step: 1, told: 3 }]);
  });
});

describe('A notice', () => {
  const failed = (attempt: number, minutes: number): AlertFact => ({ type: 'NoticeFailed', data: { alertId, noticeId, attempt, why: 'The address answered 503', tryAgainAt: at(minutes) } });
  const fails = (attempt: number, minutes: number, forGood = false) => ({ type: 'NoteFailed' as const, noticeId, attempt, why: 'The address answered 503', forGood, now: at(minutes) });

  it('is delivered once', () => {
    given(alert, raised, ordered, wakeSet(7)).when({ type: 'NoteDelivered', noticeId }).then({ type: 'NoticeDelivered', data: { alertId, noticeId } }, wakeSet(null));
    given(alert, raised, ordered, { type: 'NoticeDelivered', data: { alertId, noticeId } }).when({ type: 'NoteDelivered', noticeId }).thenNothing();
  });
  it('that fails is tried again later and later, at most an hour', () => {
    given(alert, raised, ordered, wakeSet(7)).when(fails(1, 5)).then(failed(1, 6), wakeSet(6));
    given(alert, raised, ordered, failed(1, 6), wakeSet(6)).when({ type: 'Wake', now: at(6), plan }).then({ type: 'NoticeRetried', data: { alertId, noticeId, attempt: 2, tryAgainAt: at(8) } }, wakeSet(8));
    given(alert, raised, ordered, { type: 'NoticeRetried', data: { alertId, noticeId, attempt: 9, tryAgainAt: at(302) } }).when(fails(9, 300)).then(failed(9, 360), wakeSet(360));
  });
  it('of an alert that is over is not tried again', () => given(alert, raised, ordered, cleared).when(fails(1, 6)).thenNothing());
  it('of which nothing is heard is tried again', () =>
    given(alert, raised, ordered, wakeSet(7)).when({ type: 'Wake', now: at(7), plan }).then({ type: 'NoticeRetried', data: { alertId, noticeId, attempt: 2, tryAgainAt: at(9) } }, wakeSet(9)));
  it('that failed before quiet hours is tried again after them, unless they do not hold for it', () => {
    const quiet = { ...plan, quietHours: { from: '12:06', to: '13:00', exceptHigh: true } };
    const lost: AlertFact = { type: 'NoticeFailed', data: { alertId, noticeId, attempt: 1, why: 'Nobody answered', tryAgainAt: at(60) } };
    const retried = (attempt: number, minutes: number): AlertFact => ({ type: 'NoticeRetried', data: { alertId, noticeId, attempt, tryAgainAt: at(minutes) } });
    given(alert, raised, ordered, failed(1, 6), wakeSet(6)).when({ type: 'Wake', now: at(6), plan: quiet }).then(failed(1, 60), wakeSet(60));
    given(alert, raised, ordered, wakeSet(7)).when({ type: 'Wake', now: at(7), plan: quiet }).then(lost, wakeSet(60));
    given(alert, raised, ordered, failed(1, 60), wakeSet(60)).when({ type: 'Wake', now: at(60), plan: quiet }).then(retried(2, 62), wakeSet(62));
    given(alert, { type: 'AlertRaised', data: { ...raise, severity: 'high', alertId } }, ordered, failed(1, 6), wakeSet(6)).when({ type: 'Wake', now: at(6), plan: quiet }).then(retried(2, 8), wakeSet(8));
  });
  it('whose late failure was overtaken by the next attempt changes nothing', () =>
    given(alert, raised, ordered, { type: 'NoticeRetried', data: { alertId, noticeId, attempt: 2, tryAgainAt: at(9) } }).when(fails(1, 8)).thenNothing());
  it('is given up after a day, or at once when it can never arrive', () => {
    const day = 24 * 60;
    const givenUp: AlertFact = { type: 'NoticeGivenUp', data: { alertId, noticeId, why: 'The address answered 503' } };
    given(alert, raised, ordered, failed(30, day), wakeSet(day)).when({ type: 'Wake', now: at(day + 5), plan }).then(givenUp, wakeSet(null));
    given(alert, raised, ordered, wakeSet(7)).when(fails(1, 5, true)).then(givenUp, wakeSet(null));
    given(alert, raised, ordered, wakeSet(7)).when(fails(1, day + 5)).then(givenUp, wakeSet(null));
    given(alert, raised, ordered, { type: 'NoticeRetried', data: { alertId, noticeId, attempt: 9, tryAgainAt: at(day - 8) } }).when(fails(9, day - 10)).then(failed(9, day + 5), wakeSet(day + 5));
    const row = viewOf(alertView, alertId, stored([raised, ordered, failed(1, 6), givenUp]));
    expect(row).toMatchObject({ undelivered: 1, notices: [{ state: 'given up', why: 'The address answered 503' }], history: [{ what: 'raised' }, { what: 'escalated', step: 1, told: 1 }, { what: 'undelivered' }] });
  });
});
