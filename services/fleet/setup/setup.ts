/** Setting a machine up: one open profile per machine, ended by the machine that claims it, by an operator, or by time. */
import { refuse } from '@larder/contracts/reply.js';
import type { SetupFact } from '@larder/contracts/setup.js';
import { never, type Decider } from '@larder/kit/decider.js';

export type Profile = Extract<SetupFact, { type: 'SetupProfileCreated' }>['data'];
export type SetupCommand =
  | { type: 'CreateProfile'; profile: Profile; now: string }
  | { type: 'RenewCode'; setupId: string; codeHash: string; expiresAt: string; now: string }
  | { type: 'ClaimProfile'; codeHash: string; now: string }
  | { type: 'DeleteProfile'; setupId: string }
  | { type: 'ExpireProfile'; setupId: string; now: string };

export interface SetupState {
  open?: Profile;
}

export const setup: Decider<SetupCommand, SetupFact, SetupState> = {
  category: 'setup',
  initial: {},
  decide(command, { open }) {
    if (command.type === 'CreateProfile') {
      if (open && open.expiresAt > command.now) return []; // the one that is there is used
      return [...(open ? [{ type: 'SetupProfileExpired' as const, data: named(open) }] : []), { type: 'SetupProfileCreated', data: command.profile }];
    }
    const isMeant = open && ('setupId' in command ? command.setupId === open.setupId : command.codeHash === open.codeHash);
    const isOver = open && 'now' in command && open.expiresAt <= command.now;
    switch (command.type) {
      case 'RenewCode':
        if (!isMeant || isOver) return refuse('NOT_FOUND', 'Setup profile not found');
        return [{ type: 'SetupCodeRenewed', data: { ...named(open), codeHash: command.codeHash, formerCodeHash: open.codeHash, expiresAt: command.expiresAt } }];
      case 'ClaimProfile':
        return isMeant && !isOver ? [{ type: 'SetupProfileClaimed', data: named(open) }] : refuse('NOT_FOUND', 'This claim code is not valid');
      case 'DeleteProfile':
        return isMeant ? [{ type: 'SetupProfileDeleted', data: named(open) }] : refuse('NOT_FOUND', 'Setup profile not found');
      case 'ExpireProfile':
        return isMeant && isOver ? [{ type: 'SetupProfileExpired', data: named(open) }] : [];
      default:
        return never(command);
    }
  },
  evolve({ open }, fact) {
    switch (fact.type) {
      case 'SetupProfileCreated':
        return { open: fact.data };
      case 'SetupCodeRenewed':
        return open ? { open: { ...open, codeHash: fact.data.codeHash, expiresAt: fact.data.expiresAt } } : {};
      default:
        return {};
    }
  },
};

const named = ({ setupId, machineId, codeHash }: Profile) => ({ setupId, machineId, codeHash });

/** Two organizations may prepare a machine of the same id; the first to set one up has it. */
export const setupStream = (account: string, machineId: string): string => `${account}.${machineId}`;
