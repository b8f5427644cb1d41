import { dayIn } from './day-in.js';
import { featureTexts, isCurrent, isGraceOver, isTrialEnding, leftText, limitTexts, offerOf, periodEndLabel, planIn } from './plan-offers.js';

const growth = { status: 'active' as const, plan: { name: 'professional' as const, displayName: 'Growth', price: 149 } };

describe('A plan\'s button', () => {
  it('reads by what the organization has', () => {
    expect((['starter', 'professional', 'enterprise'] as const).map((plan) => offerOf(growth, plan, true))).toEqual(['Downgrade', 'Current Plan', 'Upgrade']);
  });
  it('is its own also for an organization that owes for it', () => expect(offerOf({ ...growth, status: 'past_due' }, 'professional', true)).toBe('Current Plan'));
  it('sends everybody else to the owner', () => {
    expect((['starter', 'professional', 'enterprise'] as const).map((plan) => offerOf(growth, plan, false))).toEqual(['Contact Owner', 'Current Plan', 'Contact Owner']);
  });
  it('offers every plan to a trial, and after it', () => {
    for (const status of ['trialing', 'expired', 'canceled'] as const) {
      expect(offerOf({ ...growth, status }, 'professional', true)).toBe('Upgrade');
      expect(isCurrent({ ...growth, status }, 'professional')).toBe(false);
    }
  });
});

it('an overdue payment leaves everything as it is until its grace is over, and one that is not overdue for ever', () => {
  const end = Date.parse('2026-04-15T12:00:00.000Z');
  expect([{ graceEndsAt: '2026-04-15T12:00:00.000Z' }, {}].map((one) => [end - 1, end].map((now) => isGraceOver(one, now)))).toEqual([[false, true], [false, false]]);
});

it('a trial says everywhere that it ends from three days before, and what is paid for never', () => {
  const trial = { status: 'trialing' as const, trialEndsAt: '2026-04-15T12:00:00.000Z' };
  const from = Date.parse('2026-04-12T12:00:00.000Z');
  expect([from - 1, from, from + 86_400_000].map((now) => isTrialEnding(trial, now))).toEqual([false, true, true]);
  expect([{ ...trial, status: 'active' as const }, { ...trial, status: 'expired' as const }, { status: 'trialing' as const }].map((one) => isTrialEnding(one, from))).toEqual([false, false, false]);
});

it('a next billing date is told of what is billed, and not of a plan that was given', () => {
  const active = { status: 'active' as const, cancelAtPeriodEnd: false, isPaid: true };
  expect([active, { ...active, status: 'past_due' as const }, { ...active, isPaid: false }].map(periodEndLabel)).toEqual(['Next billing date', 'Next billing date', undefined]);
  expect([{ ...active, cancelAtPeriodEnd: true }, { ...active, cancelAtPeriodEnd: true, isPaid: false }].map(periodEndLabel)).toEqual(['Ends', 'Ends']);
  expect((['trialing', 'canceled', 'expired'] as const).map((status) => periodEndLabel({ ...active, status, isPaid: false }))).toEqual(['Trial ends', undefined, undefined]);
});

it('whoever ends a subscription reads what is left, and for how many of their machines', () => {
  expect(leftText(5)).toBe('You then keep what Essential offers, and nothing is charged.');
  expect(leftText(40)).toBe('You then keep what Essential offers, and nothing is charged. It has room for 5 of your 40 machines: the newest ones go on selling, and can be looked at, not changed.');
});

it('a plan is named either way in an address, and nothing else is one', () => {
  expect(['essential', 'growth', 'enterprise', 'starter', 'platinum', '', null].map(planIn)).toEqual(['starter', 'professional', 'enterprise', 'starter', undefined, undefined, undefined]);
});

it('what a plan includes is said in words', () => {
  expect(limitTexts('starter')).toEqual(['1 machine, room for 5', '3 team members', '500 transactions a month']);
  expect(limitTexts('enterprise')).toEqual(['Unlimited machines', 'Unlimited team members', 'Unlimited transactions a month']);
  expect(featureTexts(['basic_analytics', 'unlimited_machines'])).toEqual(['Basic analytics']);
});

it('a day is the organization\'s own', () => {
  expect([dayIn('America/New_York', '2026-04-01T02:00:00.000Z'), dayIn('UTC', '2026-04-01T02:00:00.000Z')]).toEqual(['Mar 31, 2026', 'Apr 1, 2026']);
});
