import type { AlertStory } from '@larder/contracts/alerts.js';
import { ageText, readingsOf } from './readings.js';

type Details = AlertStory['alert']['details'];
const told = (reason: NonNullable<Details['reason']>, type: string) => {
  const at = '2026-03-01T12:00:00.000Z';
  const alert = { createdAt: at, details: { reason } } as AlertStory['alert'];
  return Object.fromEntries(readingsOf({ alert, cause: { type, id: 'f1', at } }, 'UTC'));
};

describe('Why an alert fired', () => {
  it('does not say that a visit was over when only the bill was not changed', () =>
    expect(told('late_item', 'UnplacedItemReported')).toMatchObject({ What: 'Something was reported taken or put back that did not change the bill', 'Raised by': expect.stringMatching(/^Something was reported that did not change the bill, /) }));

  it('names what was taken and not paid for', () => {
    const at = '2026-03-01T12:00:00.000Z';
    const details = { reason: 'unpaid_session' as const, items: [{ name: 'Cola', quantity: 2 }, { name: 'Chips', quantity: 1 }] };
    expect(Object.fromEntries(readingsOf({ alert: { createdAt: at, details } as AlertStory['alert'], cause: undefined }, 'UTC'))).toMatchObject({ Taken: '2x Cola, 1x Chips' });
  });

  it('is said in words where the time of a visit ran out', () => expect(told('unpaid_session', 'SessionEndAsked')['Raised by']).toMatch(/^The time of a visit ran out with items out, /));
});

it.each([[0, 'just now'], [0.1, '6 min old'], [0.52, '31 min old'], [0.999, '59 min old'], [1, '1.0 h old'], [9.96, '10.0 h old'], [26.4, '26 h old'], [73, '3 days old'], [1_080, '45 days old'], [30_000, '1,250 days old']])('of %d hours ago: %s', (hours, text) => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(ageText(new Date(now - hours * 3_600_000).toISOString(), now)).toBe(text);
});
