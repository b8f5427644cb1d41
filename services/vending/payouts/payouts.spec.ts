import type { PayoutFact } from '@larder/contracts/vending/payouts.js';
import type { PaymentFact } from '@larder/contracts/vending.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import type { BookLine } from '../checkouts/books.js';
import { match, type Moved } from './matching.js';
import { midnightOf, payoutBook, type Night, type PayoutCommand } from './payout-book.js';
import { payoutCaseView, payoutView, unsettledView } from './payout-views.js';

const charge = (ref: string, sessionId: string, amountCents: number): BookLine => ({ ref, kind: 'charge', sessionId, amountCents, feeCents: 30, currency: 'USD' });
const refund = (ref: string, amountCents: number): BookLine => ({ ref, kind: 'refund', sessionId: 's1', amountCents, feeCents: 0, currency: 'USD' });
const took = (id: string, sessionId: string, amountCents: number): Moved => ({ id, kind: 'charge', sessionId, amountCents, currency: 'USD', at: '2026-03-01T12:00:00.000Z' });
const gave = (id: string, amountCents: number): Moved => ({ ...took(id, 's1', amountCents), kind: 'refund' });

describe('A payout held against what was sold', () => {
  it('agrees line by line', () => expect(match([charge('ch_1', 's1', 550), refund('re_1', 150)], [took('cs_1', 's1', 550), gave('re_1', 150), took('cs_2', 's2', 275)])).toEqual({ matched: ['cs_1', 're_1'], differences: [] }));
  it('of a visit that paid twice takes each for what it is', () => expect(match([charge('ch_2', 's1', 100), charge('ch_1', 's1', 550)], [took('cs_1', 's1', 550), took('cs_2', 's1', 100)])).toEqual({ matched: ['cs_2', 'cs_1'], differences: [] }));
  it('with another amount says both', () => expect(match([charge('ch_1', 's1', 540)], [took('cs_1', 's1', 550)])).toEqual({ matched: ['cs_1'], differences: [{ what: 'different', line: charge('ch_1', 's1', 540), expectedCents: 550 }] }));
  it('with money nobody knows says so', () => expect(match([refund('re_9', 100)], [gave('re_1', 100)])).toMatchObject({ matched: [], differences: [{ what: 'unknown', expectedCents: null }] }));
  it('takes money of another currency for other money', () => expect(match([{ ...charge('ch_1', 's1', 550), currency: 'EUR' }], [took('cs_1', 's1', 550)])).toMatchObject({ matched: [], differences: [{ what: 'unknown', expectedCents: null }] }));
  it('looks at no more of what was sold for each line, however much that was', () => {
    let looks = 0;
    const watched = (one: Moved): Moved => ({ ...one, get kind() { return looks++, one.kind; } });
    const sold = Array.from({ length: 500 }, (_, n) => watched(took(`cs_${n}`, `v${n}`, 250)));
    const { matched, differences } = match(sold.map((_, n) => charge(`ch_${n}`, `v${500 - n}`, 250)), sold);
    expect([matched.length, differences.map(({ what, line }) => [what, line.sessionId])]).toEqual([499, [['unknown', 'v500']]]);
    expect(looks).toBeLessThan(5_000);
  });
  it('is not about fees', () => expect(match([{ ...charge('fee', 's1', 5), kind: 'other' }], [])).toEqual({ matched: [], differences: [] }));
});

const night: Night = { day: '2026-03-01', timeZone: 'UTC', dueAt: '2026-03-02T03:00:00.000Z' };
const next: Night = { day: '2026-03-02', timeZone: 'UTC', dueAt: '2026-03-03T03:00:00.000Z' };
const planned: PayoutFact = { type: 'PayoutCheckPlanned', data: night };
const payout = { payoutRef: 'po_1', provider: 'stripe', arrivedAt: '2026-03-01T00:00:00.000Z', day: '2026-03-01', currency: 'USD', chargeCents: 550, refundCents: 0, feeCents: 46, lines: 1, matched: ['cs_1'] };
const matched: PayoutFact = { type: 'PayoutMatched', data: payout };
const missing = { caseId: 'missing cs_1', what: 'missing' as const, kind: 'charge' as const, day: '2026-03-01', sessionId: 's1', ref: 'cs_1', expectedCents: 550, foundCents: null, currency: 'USD' };
const opened: PayoutFact = { type: 'PayoutCaseOpened', data: missing };
const checked = (payouts: number, lines: number, cases: number, of = night, then = next): PayoutFact => ({ type: 'PayoutsChecked', data: { day: of.day, until: midnightOf(of), payouts, lines, cases, next: then } });
const note = (more: Partial<Extract<PayoutCommand, { type: 'NoteCheck' }>>, of = night): PayoutCommand => ({ type: 'NoteCheck', day: of.day, until: midnightOf(of), payouts: [], cases: [], next, ...more });

describe('The book of payouts', () => {
  it('plans the first night once', () => {
    given(payoutBook).when({ type: 'PlanCheck', night }).then(planned);
    given(payoutBook, planned).when({ type: 'PlanCheck', night: next }).thenNothing();
  });
  it('notes what came, and when it looks next', () => given(payoutBook, planned).when(note({ payouts: [payout] })).then(matched, checked(1, 1, 0)));
  it('looks at a night once, and counts a payout once', () => {
    given(payoutBook, planned, matched, checked(1, 1, 0)).when(note({ payouts: [payout] })).thenNothing();
    given(payoutBook, planned, matched, checked(1, 1, 0)).when(note({ payouts: [payout], next: night }, next)).then(checked(0, 0, 0, next, night));
  });
  it('knows up to where it has looked, also of a night that was noted when facts did not say so', () => {
    const old: PayoutFact = { type: 'PayoutsChecked', data: { day: night.day, payouts: 0, lines: 0, cases: 0, next } };
    for (const fact of [checked(0, 0, 0), old]) expect([planned, fact].reduce(payoutBook.evolve, payoutBook.initial).until).toBe('2026-03-02T00:00:00.000Z');
  });
  it('opens a case for what is missing once, and closes it when it comes after all', () => {
    given(payoutBook, planned).when(note({ cases: [missing] })).then(opened, checked(0, 0, 1));
    const later = { ...payout, day: next.day };
    given(payoutBook, planned, opened, checked(0, 0, 1)).when(note({ cases: [missing], payouts: [later], next: night }, next))
      .then({ type: 'PayoutMatched', data: later }, { type: 'PayoutCaseClosed', data: { caseId: 'missing cs_1', payoutRef: 'po_1' } }, checked(1, 1, 0, next, night));
    const closed: PayoutFact = { type: 'PayoutCaseClosed', data: { caseId: 'missing cs_1', payoutRef: 'po_1' } };
    given(payoutBook, planned, opened, closed, checked(0, 0, 1)).when(note({ cases: [missing], next: night }, next)).then(checked(0, 0, 0, next, night));
  });
});

/** How many entries of what one more fact led to are not those of before. */
function copied(after: unknown, before: ReadonlySet<unknown>): number {
  if (typeof after !== 'object' || after === null || before.has(after)) return 0;
  const its = after instanceof Set || after instanceof Map ? [...after.values()] : Object.values(after);
  return its.reduce<number>((sum, one) => sum + 1 + copied(one, before), 0);
}
const within = (state: unknown): unknown[] => (typeof state === 'object' && state !== null ? [state, ...(state instanceof Set ? [] : Object.values(state).flatMap(within))] : []);

it('one more case costs no more, however many there were: where payouts are ordered by hand each sale becomes one', () => {
  const case_ = (n: number): PayoutFact => ({ type: 'PayoutCaseOpened', data: { ...missing, caseId: `missing cs_${n}`, ref: `cs_${n}` } });
  const before = [planned, ...Array.from({ length: 2_000 }, (_, n) => case_(n))].reduce(payoutBook.evolve, payoutBook.initial);
  const known = new Set(within(before));
  expect(copied(payoutBook.evolve(before, case_(2_000)), known)).toBeLessThan(600);
  expect(copied(payoutBook.evolve(before, { type: 'PayoutCaseClosed', data: { caseId: 'missing cs_7', payoutRef: 'po_1' } }), known)).toBeLessThan(600);
  expect(copied(payoutBook.evolve(before, matched), known)).toBeLessThan(600);
});

describe('The rows', () => {
  const captured: PaymentFact = { type: 'PaymentCaptured', data: { sessionId: 's1', paymentId: 'pay_s1', providerRef: 'cs_1', amountCents: 550, currency: 'USD', method: 'card', capturedAt: '2026-03-01T12:00:00.000Z' } };
  it('hold money until a payout brings it', () => {
    expect(viewOf(unsettledView, 'cs_1', stored<PaymentFact | PayoutFact>([captured]))).toMatchObject({ kind: 'charge', amountCents: 550 });
    expect(viewOf(unsettledView, 'cs_1', stored<PaymentFact | PayoutFact>([captured, matched]))).toBeUndefined();
  });
  it('count the cases of a payout, and say which payout closed one', () => {
    const unknown: PayoutFact = { type: 'PayoutCaseOpened', data: { ...missing, caseId: 'unknown po_1 ch_9', what: 'unknown', payoutRef: 'po_1', ref: 'ch_9' } };
    expect(viewOf(payoutView, 'po_1', stored([matched, unknown]))).toMatchObject({ chargeCents: 550, cases: 1 });
    expect(viewOf(payoutCaseView, 'missing cs_1', stored<PayoutFact>([opened, { type: 'PayoutCaseClosed', data: { caseId: 'missing cs_1', payoutRef: 'po_2' } }]))).toMatchObject({ state: 'closed', closedBy: 'po_2' });
  });
});
