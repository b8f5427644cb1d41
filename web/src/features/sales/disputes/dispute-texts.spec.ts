import { decisionText, evidenceText } from './dispute-texts.js';

describe('A dispute in words', () => {
  it('says what the machine saw', () => {
    expect(evidenceText({ evidence: { agrees: true, what: 'returned', returned: 1, missing: 0 } })).toBe('The machine agrees: it saw 1 come back and did not take it off the bill.');
    expect(evidenceText({ evidence: { agrees: true, what: 'reports_missing', returned: 0, missing: 2 } })).toBe('The machine cannot tell: 2 reports of the visit never came.');
    expect(evidenceText({ evidence: { agrees: false, what: 'none', returned: 1, missing: 0 } })).toBe('The machine saw 1 come back; nothing else in its reports speaks for it.');
    expect(evidenceText({ evidence: { agrees: false, what: 'none', returned: 0, missing: 0 } })).toMatch(/^Nothing in the machine's reports/);
  });

  it('says who decided what', () => {
    const decision = { at: '2026-03-01T12:00:00.000Z', amount: 1, reason: 'Sorry' };
    expect(decisionText({ state: 'refunded', decision: { ...decision, by: 'log' }, currency: 'USD' })).toBe('Given back at once: $1.00. Sorry');
    expect(decisionText({ state: 'approved', decision: { ...decision, by: 'operator' }, currency: 'USD' })).toBe('Approved: $1.00. Sorry');
    expect(decisionText({ state: 'refunded', decision: { ...decision, by: 'bank', reason: 'The chargeback is lost' }, currency: 'USD' })).toBe('Taken back by the guest\'s bank: $1.00. The chargeback is lost');
    expect(decisionText({ state: 'declined', decision: { ...decision, by: 'operator', amount: 0, reason: 'It was cold' }, currency: 'USD' })).toBe('Declined: It was cold');
    expect(decisionText({ state: 'open', currency: 'USD' })).toBeUndefined();
  });
});
