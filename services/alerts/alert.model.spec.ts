/** Whatever becomes of a condition and whoever looks after it: nobody is told twice, in vain or in quiet hours, and as long as nobody looks after it everybody is told who is to be. */
import fc from 'fast-check';
import { isRefusal } from '@larder/contracts/reply.js';
import { alert, type AlertCommand, type AlertState } from './alert.js';
import type { EscalationPlan } from './notices/escalation.js';
import { afterQuiet } from './notices/quiet-hours.js';

const BEGAN = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;
const member = { kind: 'member', userId: 'u1' } as const;
const severities = ['high', 'medium', 'low'] as const;
const plans: EscalationPlan[] = [
  { notify: ['high'], steps: [0, 30].map((afterMinutes) => ({ afterMinutes, to: [member] })), quietHours: null, timeZone: 'UTC' },
  { notify: ['high', 'medium'], steps: [5, 30, 60].map((afterMinutes) => ({ afterMinutes, to: [member, { kind: 'webhook' }] })), quietHours: { from: '14:00', to: '16:00', exceptHigh: true }, timeZone: 'UTC' },
  { notify: ['high', 'medium', 'low'], steps: [{ afterMinutes: 10, to: [member] }], quietHours: { from: '22:00', to: '06:00', exceptHigh: false }, timeZone: 'America/New_York' },
];

const deeds = {
  clear: () => ({ type: 'Clear' }),
  resolve: ({ alertId }) => ({ type: 'Resolve', alertId, reason: 'filled' }),
  reopen: ({ alertId, now, plan }) => ({ type: 'Reopen', alertId, reason: 'still empty', now, plan }),
  acknowledge: ({ alertId }) => ({ type: 'Acknowledge', alertId }),
  snooze: ({ alertId, now }) => ({ type: 'Snooze', alertId, until: new Date(Date.parse(now) + 60 * MINUTE_MS).toISOString(), now }),
  return: ({ alertId, now, plan }) => ({ type: 'Return', alertId, now, plan }),
  deliver: ({ noticeId }) => ({ type: 'NoteDelivered', noticeId }),
} satisfies Record<string, (so: { alertId: string; noticeId: string; now: string; plan: EscalationPlan }) => AlertCommand>;
type Step = { raise: (typeof severities)[number] } | { deed: keyof typeof deeds } | { minutes: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ raise: fc.constantFrom(...severities) }) },
  { weight: 7, arbitrary: fc.record({ deed: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])) }) },
  { weight: 8, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 90 }) }) },
);

class World {
  private state: AlertState = alert.initial;
  private at = BEGAN;
  private readonly told = new Set<string>();
  /** The steps that were told since the alert was raised, came back or was reopened. */
  private steps: number[] = [];
  constructor(private readonly plan: EscalationPlan) {}

  private get now(): string {
    return new Date(this.at).toISOString();
  }

  take(step: Step): void {
    if ('minutes' in step) this.pass(this.at + step.minutes * MINUTE_MS);
    else if ('raise' in step) this.run({ type: 'Raise', alert: { condition: 'c', type: 'low_stock', severity: step.raise, message: step.raise, machine: { machineId: 'm', name: 'M', address: '' }, details: {} }, now: this.now, plan: this.plan });
    else this.run(deeds[step.deed]({ alertId: this.state.last?.alertId ?? '', noticeId: Object.keys(this.state.notices).at(-1) ?? '', now: this.now, plan: this.plan }));
    this.check();
  }

  private pass(until: number): void {
    for (let { wakeAt } = this.state; wakeAt && Date.parse(wakeAt) <= until; { wakeAt } = this.state) {
      this.at = Math.max(this.at, Date.parse(wakeAt));
      this.run({ type: 'Wake', now: this.now, plan: this.plan });
      expect(this.state.wakeAt).not.toBe(wakeAt);
    }
    this.at = until;
  }

  private run(command: AlertCommand): void {
    const decided = alert.decide(command, this.state);
    for (const fact of isRefusal(decided) ? [] : decided) {
      if (fact.type === 'NoticeOrdered') {
        expect(this.told).not.toContain(fact.data.noticeId);
        expect(this.isLookedAfter).toBe(false);
        this.told.add(fact.data.noticeId);
        this.steps.push(fact.data.step);
      }
      if (fact.type === 'NoticeOrdered' || fact.type === 'NoticeRetried') expect(this.isQuiet).toBe(false);
      if (fact.type === 'AlertRaised' || fact.type === 'AlertReturned' || fact.type === 'AlertReopened') this.steps = [];
      this.state = alert.evolve(this.state, fact);
    }
  }

  private get isQuiet(): boolean {
    const { quietHours, timeZone } = this.plan;
    if (!quietHours || (quietHours.exceptHigh && this.state.last?.severity === 'high')) return false;
    return afterQuiet(this.now, quietHours, timeZone) !== this.now;
  }

  private get isLookedAfter(): boolean {
    const { isOpen, isAcknowledged, snoozedUntil } = this.state;
    return !isOpen || isAcknowledged || snoozedUntil !== undefined;
  }

  private check(): void {
    const { last, next } = this.state;
    if (this.isLookedAfter || next || !last || !this.plan.notify.includes(last.severity)) return;
    expect(this.steps).toContain(this.plan.steps.length - 1);
  }
}

/** Better when the next people were due, and bad again afterwards. */
const BAD_AGAIN: Step[] = [{ raise: 'high' }, { minutes: 5 }, { raise: 'low' }, { minutes: 25 }, { raise: 'high' }];
/** All were told, it was put off and had become better when it came back, and then it was bad again. */
const BAD_LATER: Step[] = [{ raise: 'high' }, { minutes: 90 }, { minutes: 90 }, { deed: 'snooze' }, { raise: 'low' }, { minutes: 90 }, { raise: 'high' }];

it('an alert tells each in turn once, for as long as nobody looks after it', () => {
  fc.assert(fc.property(fc.constantFrom(...plans), fc.array(step, { maxLength: 40 }), (plan, steps) => {
    const world = new World(plan);
    for (const one of steps) world.take(one);
  }), { numRuns: 500, seed: 20260301, examples: plans.flatMap((plan): [EscalationPlan, Step[]][] => [[plan, BAD_AGAIN], [plan, BAD_LATER]]) });
});
