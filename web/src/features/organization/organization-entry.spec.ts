import type { Account } from '@larder/contracts/identity/organization.js';
import { changesOf, complaintsOf, entryOf, shownOf } from './organization-entry.js';

const begun = entryOf({ name: 'Harbor Stays', timeZone: 'America/New_York', paymentFlow: 'hold-first', holdCents: 1_500, instantRefundCents: 500, disputeDays: 14 } as Account);

describe('The form of the organization', () => {
  it('sends only what was changed, so what a colleague set meanwhile stays', () => {
    expect(changesOf(begun, { ...begun, name: 'Harbor Homes' })).toEqual({ name: 'Harbor Homes' });
    expect(changesOf(begun, { ...begun, hold: '20', instantRefund: '7,50', disputeDays: '30' })).toEqual({ holdCents: 2_000, instantRefundCents: 750, disputeDays: 30 });
    expect(changesOf(begun, { ...begun, requiresSecondFactor: 'yes' })).toEqual({ requiresSecondFactor: true });
    expect(changesOf(begun, begun)).toEqual({});
  });

  it('says what was shown of that', () => {
    expect(shownOf({ holdCents: 2_000, guestContact: 'desk@harbor.example' }, { name: 'Harbor Stays', holdCents: 1_500 })).toEqual({ holdCents: 1_500, guestContact: '' });
  });

  it.each([['15', 1_500], ['$15', 1_500], [' $ 15.50 ', 1_550], ['15,5', 1_550], ['15,50 €', 1_550]])('takes an amount as %j', (hold, holdCents) => {
    expect(changesOf({ ...begun, hold: '' }, { ...begun, hold })).toEqual({ holdCents });
  });

  it('sends an emptied name on statements', () => {
    expect(changesOf({ ...begun, statementDescriptor: 'HARBOR' }, begun)).toEqual({ statementDescriptor: '' });
  });

  it.each([[{ hold: '0.50' }, 'The hold must be at least 1.00'], [{ hold: 'abc' }, 'Please enter an amount'], [{ hold: '1,500' }, 'Please enter an amount'], [{ hold: '$' }, 'Please enter an amount'], [{ instantRefund: '' }, 'Please enter an amount'], [{ disputeDays: 'ten' }, 'Please enter a number of days'], [{ disputeDays: '' }, 'Please enter a number of days'], [{ name: ' ' }, 'Organization name is required']])('%j: %s', (wrong, sentence) => {
    expect(complaintsOf(begun, { ...begun, ...wrong })).toEqual({ [Object.keys(wrong)[0] as string]: sentence });
  });
});
