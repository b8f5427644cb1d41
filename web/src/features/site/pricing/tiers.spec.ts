import { plans } from '@larder/contracts/identity/price-list.js';
import { featuresOf, limitTexts, tiers } from './tiers.js';

const limits = (id: keyof typeof plans) => limitTexts(plans[id]).map(({ text }) => text);

describe('A price card', () => {
  it('states what is included and how far one can grow', () => {
    expect(limits('starter')).toEqual(['1 machine, room for 5', '3 users', '500 transactions a month']);
    expect(limits('professional')).toEqual(['2 machines, room for 25', '8 users', '2,000 transactions a month']);
    expect(limits('enterprise')).toEqual(['Unlimited machines', 'Unlimited users', 'Unlimited transactions a month']);
  });
  it('names every feature that the limits do not tell already', () => {
    expect(featuresOf(plans.professional)).toEqual(['Basic analytics', 'Advanced analytics', 'E-mail support', 'Priority support', 'API access']);
  });
  it('exists for every plan, once', () => {
    expect(tiers.map(({ plan }) => plan.id)).toEqual(Object.keys(plans));
  });
});
