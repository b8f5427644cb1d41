import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { dispute, type DisputeCommand } from './dispute.js';
import { disputeView } from './dispute-view.js';

const cola = { disputeId: 'visit.s1.0', saleId: 'visit.s1', line: 0, sessionId: 's1', machineId: 'VM-1', machineName: 'Lobby', productId: 'p1', name: 'Cola', sku: 'COLA', claim: 'put_back' as 'put_back' | 'wrong', quantity: 1, amountCents: 275, currency: 'USD' };
const nothing = { returned: 0, missing: 0 };
const says = (more: Partial<typeof cola> = {}, seen: { returned: number; missing: number } = nothing, limitCents = 500): DisputeCommand =>
  ({ type: 'OpenDispute', dispute: { ...cola, ...more }, seen, given: new Map(), limitCents, refundId: 'd1' });
/** Where nothing speaks for it a person decides. */
const opened = (what: 'returned' | 'reports_missing' | 'none', seen = nothing, more: object = {}): DisputeFact =>
  ({ type: 'DisputeOpened', data: { ...cola, ...more, evidence: { agrees: what !== 'none', what, ...seen }, ...(what === 'none' && { waits: true }) } });
const about = { disputeId: 'visit.s1.0', saleId: 'visit.s1', line: 0 };
const approved = (by: 'log' | 'operator' | 'bank', amountCents = 275, reason = 'The machine saw it come back'): DisputeFact => ({ type: 'DisputeApproved', data: { ...about, refundId: 'd1', amountCents, currency: 'USD', by, reason } });
const refunded: DisputeFact = { type: 'DisputeRefunded', data: { ...about, refundId: 'd1', amountCents: 275, currency: 'USD' } };

describe('A guest who says', () => {
  it('that it was put back has the money back at once when the machine saw it', () => given(dispute).when(says({}, { returned: 1, missing: 0 })).then(opened('returned', { returned: 1, missing: 0 }), approved('log')));
  it('so waits for the operator when the machine did not', () => given(dispute).when(says()).then(opened('none')));
  it('so of two waits when the machine saw one', () => given(dispute).when(says({ quantity: 2, amountCents: 550 }, { returned: 1, missing: 0 }, 9_999)).then(opened('none', { returned: 1, missing: 0 }, { quantity: 2, amountCents: 550 })));
  it('so waits when it is more than the organization gives back unseen', () => given(dispute).when(says({}, { returned: 1, missing: 0 }, 274)).then(opened('returned', { returned: 1, missing: 0 }, { waits: true })));
  it('so of many things has no more of one sale back unseen than the organization gives', () => {
    const second = { disputeId: 'visit.s1.1', line: 1, productId: 'p2' };
    const missing = { returned: 0, missing: 1 };
    given(dispute, opened('reports_missing', missing), approved('log')).when(says(second, missing, 549)).then(opened('reports_missing', missing, { ...second, waits: true }));
    given(dispute, opened('reports_missing', missing), approved('log')).when(says(second, missing, 550)).then(opened('reports_missing', missing, second), { ...approved('log', 275, 'Reports of the machine are missing'), data: { ...approved('log', 275, 'Reports of the machine are missing').data, disputeId: 'visit.s1.1', line: 1 } } as DisputeFact);
  });
  it('so has as much back unseen as ever when the operator gave something back, or the provider would not', () => {
    const second = { disputeId: 'visit.s1.1', line: 1, productId: 'p2' };
    const missing = { returned: 0, missing: 1 };
    const byLog = approved('log', 275, 'Reports of the machine are missing');
    const atOnce = { ...byLog, data: { ...byLog.data, disputeId: 'visit.s1.1', line: 1 } } as DisputeFact;
    const failed: DisputeFact = { type: 'DisputeRefundFailed', data: { ...about, refundId: 'd1', why: 'The card is closed' } };
    given(dispute, opened('none'), approved('operator')).when(says(second, missing, 275)).then(opened('reports_missing', missing, second), atOnce);
    given(dispute, opened('reports_missing', missing), byLog, failed).when(says(second, missing, 275)).then(opened('reports_missing', missing, second), atOnce);
  });
  it('anything has the money back when reports of the machine are missing', () =>
    given(dispute).when(says({ claim: 'wrong' }, { returned: 0, missing: 2 })).then(opened('reports_missing', { returned: 0, missing: 2 }, { claim: 'wrong' }), approved('log', 275, 'Reports of the machine are missing')));
  it('so waits when as many of the product were given back already, of whichever line, but not when the log has done that', () => {
    const backOf = (line: number, units: number, returned: number, more: Partial<typeof cola> = {}): DisputeCommand => ({ ...says(more, { returned, missing: 0 }, 9_999), given: new Map([[line, units]]) }) as DisputeCommand;
    given(dispute).when(backOf(0, 1, 1)).then(opened('none', { returned: 1, missing: 0 }));
    given(dispute).when(backOf(1, 1, 1)).then(opened('none', { returned: 1, missing: 0 }));
    given(dispute).when(backOf(1, 1, 2)).then(opened('returned', { returned: 2, missing: 0 }), approved('log'));
    const second = { disputeId: 'visit.s1.1', line: 1 };
    const byLog = [opened('returned', { returned: 1, missing: 0 }), approved('log')];
    given(dispute, ...byLog).when(backOf(0, 1, 2, second)).then(opened('returned', { returned: 2, missing: 0 }, second), { ...approved('log'), data: { ...approved('log').data, ...second } } as DisputeFact);
  });
  it('that something was wrong is not proved by what came back', () => given(dispute).when(says({ claim: 'wrong' }, { returned: 1, missing: 0 })).then(opened('none', { returned: 1, missing: 0 }, { claim: 'wrong' })));
  it('the same twice says it once', () => given(dispute, opened('none')).when(says()).thenNothing());
  it('something else of the same item is told so', () => given(dispute, opened('none')).when(says({ claim: 'wrong' })).thenRefused('CONFLICT'));
  it('of another slot of the same product what has spoken for the first does not have it speak twice', () => {
    const second = { disputeId: 'visit.s1.1', line: 1 };
    given(dispute, opened('returned', { returned: 1, missing: 0 }), approved('log')).when(says(second, { returned: 1, missing: 0 })).then(opened('none', { returned: 1, missing: 0 }, second));
    // What the first one said was not proved by it.
    given(dispute, opened('none', nothing, { claim: 'wrong' })).when(says(second, { returned: 1, missing: 0 })).then(opened('returned', { returned: 1, missing: 0 }, second), { ...approved('log'), data: { ...approved('log').data, ...second } } as DisputeFact);
  });
});

describe('The operator', () => {
  const approve = (amountCents?: number, leftCents = 275): DisputeCommand => ({ type: 'ApproveDispute', disputeId: 'visit.s1.0', amountCents, leftCents, reason: 'Sorry', refundId: 'd1' });
  it('gives back what the guest wants, or a part', () => {
    given(dispute, opened('none')).when(approve()).then(approved('operator', 275, 'Sorry'));
    given(dispute, opened('none')).when(approve(100)).then(approved('operator', 100, 'Sorry'));
  });
  it('gives back no more than is left of the line', () => {
    given(dispute, opened('none')).when(approve(276)).thenRefused('CONFLICT', { leftCents: 275 });
    given(dispute, opened('none')).when(approve(undefined, 75)).then(approved('operator', 75, 'Sorry'));
    given(dispute, opened('none')).when(approve(undefined, 0)).thenRefused('CONFLICT');
  });
  it('decides once', () => {
    given(dispute, opened('none'), approved('operator')).when(approve()).thenRefused('CONFLICT');
    given(dispute, opened('none'), { type: 'DisputeDeclined', data: { ...about, reason: 'No' } }).when(approve()).thenRefused('CONFLICT');
    given(dispute, opened('none'), approved('operator'), refunded).when({ type: 'DeclineDispute', disputeId: 'visit.s1.0', reason: 'No' }).thenRefused('CONFLICT');
  });
  it('decides again when the payment provider would not', () => {
    const failed: DisputeFact = { type: 'DisputeRefundFailed', data: { ...about, refundId: 'd1', why: 'The card is closed' } };
    given(dispute, opened('none'), approved('operator')).when({ type: 'NoteRefundFailed', refundId: 'd1', why: 'The card is closed' }).then(failed);
    given(dispute, opened('none'), approved('operator'), failed).when({ type: 'DeclineDispute', disputeId: 'visit.s1.0', reason: 'Cash at the desk' }).then({ type: 'DisputeDeclined', data: { ...about, reason: 'Cash at the desk' } });
  });
});

describe('A refund', () => {
  const given275 = (more: Partial<Extract<DisputeCommand, { type: 'NoteRefunded' }>> = {}): DisputeCommand => ({ type: 'NoteRefunded', refundId: 'd1', disputeId: 'visit.s1.0', amountCents: 275, sinceCents: more.amountCents ?? 275, isAll: true, by: 'operator', ...more });
  it('of a dispute is noted on it once', () => {
    given(dispute, opened('none'), approved('operator')).when(given275()).then(refunded);
    given(dispute, opened('none'), approved('operator'), refunded).when(given275()).thenNothing();
  });
  it('of the operator\'s own settles what the guest still waits for, once', () => {
    const settled = [approved('operator', 275, 'The operator gave it back'), refunded];
    given(dispute, opened('none')).when(given275()).then(...settled);
    given(dispute, opened('none'), ...settled).when(given275()).thenNothing();
    given(dispute, opened('none')).when(given275({ isAll: false })).then(...settled);
    given(dispute, opened('none')).when(given275({ amountCents: 75 })).then(...settled);
    given(dispute, opened('none')).when(given275({ amountCents: 75, sinceCents: 275, isAll: false })).then(...settled);
  });
  it('by the guest\'s bank settles it as well, and nobody is said to have approved it', () =>
    given(dispute, opened('none')).when(given275({ by: 'bank' })).then(approved('bank', 275, 'The chargeback is lost'), refunded));
  it('by the guest\'s bank that is undone leaves open again what the guest wanted', () => {
    const undone: DisputeFact = { type: 'DisputeRefundFailed', data: { ...about, refundId: 'd1', why: 'The chargeback is won after all' } };
    const settled = [opened('none'), approved('bank', 275, 'The chargeback is lost'), refunded];
    given(dispute, ...settled).when({ type: 'NoteRefundFailed', refundId: 'd1', why: 'The chargeback is won after all' }).then(undone);
    given(dispute, ...settled, undone).when({ type: 'NoteRefundFailed', refundId: 'd1', why: 'The chargeback is won after all' }).thenNothing();
    given(dispute, ...settled, undone).when({ type: 'DeclineDispute', disputeId: 'visit.s1.0', reason: 'No' }).then({ type: 'DisputeDeclined', data: { ...about, reason: 'No' } });
  });
  it('of less than the guest wants, of another item, or after it was declined decides nothing', () => {
    given(dispute, opened('none')).when(given275({ amountCents: 274, isAll: false })).thenNothing();
    given(dispute, opened('none')).when(given275({ disputeId: 'visit.s1.1' })).thenNothing();
    given(dispute, opened('none'), { type: 'DisputeDeclined', data: { ...about, reason: 'No' } }).when(given275({ refundId: 'r7' })).thenNothing();
  });
});

it('the queue shows what was decided, by whom, and why the provider would not', () => {
  const decided = viewOf(disputeView, 'visit.s1.0', stored([opened('none'), approved('operator', 100, 'Sorry'), refunded]));
  expect(decided).toMatchObject({ state: 'refunded', openedAt: '2026-03-01T12:00:00.000Z', decision: { by: 'operator', amountCents: 100, reason: 'Sorry' } });
  const failed = viewOf(disputeView, 'visit.s1.0', stored([opened('none'), approved('operator'), { type: 'DisputeRefundFailed', data: { ...about, refundId: 'd1', why: 'The card is closed' } } as DisputeFact]));
  expect(failed).toMatchObject({ state: 'open', trouble: 'The card is closed' });
});
