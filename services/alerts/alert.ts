/** A condition that somebody should know of: raised, changed and resolved in turn, one stream per condition. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/decider.js';

type Raised = Extract<AlertFact, { type: 'AlertRaised' }>['data'];
type Resolved = Extract<AlertFact, { type: 'AlertResolved' }>['data'];

export type AlertCommand =
  | { type: 'Raise'; alert: Omit<Raised, 'alertId'> }
  /** The condition is gone. */
  | { type: 'Clear' }
  | { type: 'Resolve'; alertId: string; reason: string; by: Resolved['by'] };

export interface AlertState {
  /** The alert that stands, if one does. */
  open?: Raised;
  /** How often the condition was raised; numbers the alerts of a condition. */
  raised: number;
}

export const alert: Decider<AlertCommand, AlertFact, AlertState> = {
  category: 'alert',
  initial: { raised: 0 },
  decide(command, { open, raised }) {
    switch (command.type) {
      case 'Raise': {
        if (!open) return [{ type: 'AlertRaised', data: { ...command.alert, alertId: `${command.alert.condition}.${raised + 1}` } }];
        const { severity, message, details } = command.alert;
        const isSame = severity === open.severity && message === open.message;
        return isSame ? [] : [{ type: 'AlertChanged', data: { alertId: open.alertId, severity, message, details } }];
      }
      case 'Clear':
        return open ? [{ type: 'AlertResolved', data: { alertId: open.alertId, how: 'cleared' } }] : [];
      case 'Resolve':
        if (open?.alertId !== command.alertId) return refuse('CONFLICT', 'This alert is resolved already');
        return [{ type: 'AlertResolved', data: { alertId: open.alertId, how: 'operator', reason: command.reason, by: command.by } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'AlertRaised':
        return { open: fact.data, raised: state.raised + 1 };
      case 'AlertChanged':
        return { ...state, open: state.open && { ...state.open, ...fact.data } };
      case 'AlertResolved':
        return { ...state, open: undefined };
      default:
        return never(fact);
    }
  },
};

/** The stream of a condition: organizations never share one. */
export const alertStream = (account: string, condition: string): string => `${account}.${condition}`;
