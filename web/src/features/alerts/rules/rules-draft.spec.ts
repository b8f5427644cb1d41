import type { ShownRules } from '@larder/contracts/alert-rules.js';
import { draftOf, nextStep, rulesOf } from './rules-draft.js';

const shown: ShownRules = {
  lowStockPercent: 20, temperature: { minC: 1, maxC: null }, maintenanceDays: 90, notify: ['high'], quietHours: { from: '22:00', to: '07:00', exceptHigh: false }, webhookUrl: 'https://hooks.example/larder',
  steps: [{ afterMinutes: 0, recipients: [{ kind: 'member', userId: 'u1' }, { kind: 'address', email: 'janitor@example.com' }], webhook: true }], version: 3, timeZone: 'UTC', offlineAfterSeconds: 60,
};
const { version: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } = shown;
const draft = draftOf(shown);

describe('rules that are edited', () => {
  it('are what they were when nothing was changed', () => expect(rulesOf(draft)).toEqual({ rules }));

  it.each([
    [{ lowStockPercent: null }, { lowStockPercent: 'Please enter a percentage' }],
    [{ minC: 9, maxC: 8 }, { temperature: 'The lowest temperature is below the highest' }],
    [{ maintenanceDays: 3 }, { maintenanceDays: 'Please enter 7 to 730 days' }],
    [{ from: '7:00' }, { quietHours: 'Please enter a time such as 22:00' }],
    [{ steps: [{ afterMinutes: 0, to: ['nonsense'], webhook: false }] }, { 'steps.0': 'Please enter a valid email address' }],
    [{ steps: [{ afterMinutes: 0, to: [], webhook: false }] }, { 'steps.0': 'Each step tells somebody' }],
    [{ steps: [{ afterMinutes: null, to: ['a@b.example'], webhook: false }] }, { 'steps.0': 'Please enter whole minutes, at most a week' }],
    [{ steps: [5, 5].map((afterMinutes) => ({ afterMinutes, to: ['a@b.example'], webhook: false })) }, { steps: 'Each step comes later than the one before' }],
    [{ webhookUrl: '' }, { webhookUrl: 'Please enter the address of the webhook' }],
    [{ webhookUrl: 'javascript:alert(1)' }, { webhookUrl: 'Please enter an address that begins with https://' }],
  ])('%j are refused', (change, errors) => expect(rulesOf({ ...draft, ...change })).toEqual({ errors }));

  it('begin with a step that is due at once, and go on later', () => {
    expect(nextStep([], undefined)).toEqual({ afterMinutes: 0, to: [], webhook: false });
    expect(nextStep(draft.steps, 'u1')).toEqual({ afterMinutes: 15, to: [], webhook: false });
  });
  it('begin with whoever makes them', () => {
    expect(rulesOf({ ...draft, steps: [nextStep([], 'u1')] })).toMatchObject({ rules: { steps: [{ recipients: [{ kind: 'member', userId: 'u1' }] }] } });
  });
});
