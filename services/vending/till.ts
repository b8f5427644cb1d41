/** The till of a machine: one visit at a time, and what happens at the machine while nobody is being served. */
import { refuse } from '@larder/contracts/reply.js';
import type { TillFact } from '@larder/contracts/vending.js';
import { never, type Decider } from '@larder/kit/decider.js';

export type TillCommand =
  | { type: 'ClaimTill'; machineId: string; sessionId: string; nfcSessionId: string; guest: string; now: string; expiresAt: string }
  | { type: 'ReleaseTill'; machineId: string; sessionId: string }
  | { type: 'NoteDoor'; machineId: string; key: string; deviceAt?: string }
  | { type: 'NoteItem'; machineId: string; key: string; slot: string; quantity: number; deviceAt?: string };

export interface TillState {
  current?: { sessionId: string; guest: string; expiresAt: string };
}

export const till: Decider<TillCommand, TillFact, TillState> = {
  category: 'till',
  snapshots: 1,
  initial: {},
  decide(command, { current }) {
    switch (command.type) {
      case 'ClaimTill': {
        const { type: _, now, ...claim } = command;
        if (current && current.expiresAt > now) {
          if (current.guest === command.guest) return []; // the guest tapped again: the same visit
          const seconds = Math.ceil((Date.parse(current.expiresAt) - Date.parse(now)) / 1000);
          return refuse('MACHINE_BUSY', 'Somebody is using this machine right now. Please try again in a moment.', { retryAfterSeconds: seconds });
        }
        return [{ type: 'TillClaimed', data: claim }];
      }
      case 'ReleaseTill':
        return current?.sessionId === command.sessionId ? [{ type: 'TillReleased', data: { machineId: command.machineId, sessionId: command.sessionId } }] : [];
      case 'NoteDoor':
        return [{ type: 'DoorOpenedWithoutSession', data: { machineId: command.machineId, key: command.key, deviceAt: command.deviceAt } }];
      case 'NoteItem': {
        const { type: _, ...noted } = command;
        return [{ type: 'ItemTakenWithoutSession', data: noted }];
      }
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'TillClaimed':
        return { current: fact.data };
      case 'TillReleased':
        return {};
      default:
        return state;
    }
  },
};
