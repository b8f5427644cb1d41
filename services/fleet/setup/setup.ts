/** Setting a machine up: one open profile per machine, ended by the machine that claims it, by an operator, or by time. */
import { refuse } from '@larder/contracts/reply.js';
import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

export type Profile = Extract<SetupFact, { type: 'SetupProfileCreated' }>['data'];
export type SetupCommand =
  | { type: 'CreateProfile'; profile: Profile; now: string }
  | { type: 'RenewCode'; setupId: string; codeHash: string; expiresAt: string; now: string }
  | { type: 'BeginClaim' | 'ClaimProfile'; codeHash: string; now: string }
  /** Without `now` its machine is gone, and with it whatever is under way. */
  | { type: 'DeleteProfile'; setupId: string; now?: string }
  | { type: 'ExpireProfile'; setupId: string; now: string };

export interface SetupState {
  open?: Profile;
  /** A machine is being given its credential, until then at most: who takes the profile back meanwhile would leave it with one that nobody is told. */
  claimedUntil?: string;
}

/** A claim is answered, or has failed, in far less. */
const CLAIM_SECONDS = 60;
const UNDER_WAY = 'A machine is being set up with this code right now. Please try again in a minute.';

export const setup: Decider<SetupCommand, SetupFact, SetupState> = {
  category: 'setup',
  initial: {},
  decide(command, { open, claimedUntil = '' }) {
    const isUnderWay = command.now !== undefined && claimedUntil > command.now;
    if (command.type === 'CreateProfile') {
      if (open && (open.expiresAt > command.now || isUnderWay)) return []; // the one that is there is used
      return [...(open ? [{ type: 'SetupProfileExpired' as const, data: named(open) }] : []), { type: 'SetupProfileCreated', data: command.profile }];
    }
    const isMeant = open && ('setupId' in command ? command.setupId === open.setupId : command.codeHash === open.codeHash);
    const isOver = open && command.now !== undefined && open.expiresAt <= command.now;
    switch (command.type) {
      case 'RenewCode':
        if (!isMeant || isOver) return refuse('NOT_FOUND', 'Setup profile not found');
        if (isUnderWay) return refuse('CONFLICT', UNDER_WAY);
        return [{ type: 'SetupCodeRenewed', data: { ...named(open), codeHash: command.codeHash, formerCodeHash: open.codeHash, expiresAt: command.expiresAt } }];
      case 'BeginClaim':
        return isMeant && !isOver ? [{ type: 'SetupClaimBegun', data: { ...named(open), until: new Date(Date.parse(command.now) + CLAIM_SECONDS * 1000).toISOString() } }] : refuse('NOT_FOUND', 'This claim code is not valid');
      case 'ClaimProfile':
        return isMeant && (isUnderWay || !isOver) ? [{ type: 'SetupProfileClaimed', data: named(open) }] : refuse('NOT_FOUND', 'This claim code is not valid');
      case 'DeleteProfile':
        if (isMeant && isUnderWay) return refuse('CONFLICT', UNDER_WAY);
        return isMeant ? [{ type: 'SetupProfileDeleted', data: named(open) }] : refuse('NOT_FOUND', 'Setup profile not found');
      case 'ExpireProfile':
        return isMeant && isOver && !isUnderWay ? [{ type: 'SetupProfileExpired', data: named(open) }] : [];
      default:
        return never(command);
    }
  },
  evolve({ open }, fact) {
    switch (fact.type) {
      case 'SetupProfileCreated':
        return { open: fact.data };
      case 'SetupClaimBegun':
        return { open, claimedUntil: fact.data.until };
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
