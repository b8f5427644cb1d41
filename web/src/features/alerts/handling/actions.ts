/** What can be done about an alert, the most likely first. */
import type { AlertView, Handling } from '@larder/contracts/alerts.js';

export type Action = 'acknowledge' | 'assign' | 'snooze' | 'return' | 'resolve' | 'reopen';
export const actionLabels: Record<Action, string> = { acknowledge: 'Acknowledge', assign: 'Assign…', snooze: 'Snooze…', return: 'End snooze', resolve: 'Resolve…', reopen: 'Reopen…' };

const byHandling: Record<Handling, readonly [Action, ...Action[]]> = {
  new: ['acknowledge', 'assign', 'snooze', 'resolve'],
  acknowledged: ['resolve', 'assign', 'snooze'],
  snoozed: ['return', 'assign', 'snooze', 'resolve'],
  resolved: ['reopen'],
};
export const actionsFor = ({ handling }: Pick<AlertView, 'handling'>): readonly [Action, ...Action[]] => byHandling[handling];
