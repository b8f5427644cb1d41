import type { AlertStory } from '@larder/contracts/alerts.js';
import { readingsOf } from './readings.js';

type Details = AlertStory['alert']['details'];
const told = (reason: NonNullable<Details['reason']>, type: string) => {
  const at = '2026-03-01T12:00:00.000Z';
  const alert = { createdAt: at, details: { reason } } as AlertStory['alert'];
  return Object.fromEntries(readingsOf({ alert, cause: { type, id: 'f1', at } }, 'UTC'));
};

describe('Why an alert fired', () => {
  it('does not say that a visit was over when only the bill was not changed', () =>
    expect(told('late_item', 'UnplacedItemReported')).toMatchObject({ What: 'Something was reported taken or put back that did not change the bill', 'Raised by': expect.stringMatching(/^Something was reported that did not change the bill, /) }));

  it('is said in words where the time of a visit ran out', () => expect(told('unpaid_session', 'SessionEndAsked')['Raised by']).toMatch(/^The time of a visit ran out with items out, /));
});
