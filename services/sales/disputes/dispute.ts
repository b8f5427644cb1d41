/** What a guest says was put back or was wrong, line by line of a sale: decided by the log where the machine's reports agree and it is little, else by the operator. */
import type { Claim } from '@larder/contracts/vending/claims.js';
import type { DisputeFact, Evidence } from '@larder/contracts/vending/disputes.js';
import { formatCents } from '@larder/contracts/money.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

type DataOf<T extends DisputeFact['type']> = Extract<DisputeFact, { type: T }>['data'];
type Opened = DataOf<'DisputeOpened'>;

export type DisputeCommand =
  /** `seen`: what the machine's reports say. `given`: by line of the same product, in units, what was given back of it or is asked for. `limitCents`: so much of one sale the log gives back. `refundId` is for when it does. */
  | { type: 'OpenDispute'; dispute: Omit<Opened, 'evidence'>; seen: { returned: number; missing: number }; given: ReadonlyMap<number, number>; limitCents: number; refundId: string }
  /** `amountCents`: what the guest wants when missing. `leftCents`: of the line, as sales knows it. */
  | { type: 'ApproveDispute'; disputeId: string; amountCents?: number; leftCents: number; reason: string; refundId: string }
  | { type: 'DeclineDispute'; disputeId: string; reason: string }
  /** Of the line that the dispute would be about. `sinceCents`: what was given back of it since its guest said that something was wrong, this included. `isAll`: the whole of it is given back by now. `by`: whose doing it is, unless it is this dispute's. */
  | { type: 'NoteRefunded'; refundId: string; disputeId: string; amountCents: number; sinceCents: number; isAll: boolean; by: 'operator' | 'bank' }
  /** `undone`: what is left of what was given back of the line since, where a bank's part of that counts no more. */
  | { type: 'NoteRefundFailed'; refundId: string; why: string; undone?: { disputeId: string; sinceCents: number } };

export interface Dispute {
  opened: Opened;
  state: 'open' | 'approved' | 'refunded' | 'declined';
  /** Of the last approval. */
  refundId?: string;
  amountCents?: number;
  by?: 'log' | 'operator' | 'bank';
  reason?: string;
}
/** Of one sale, by dispute id. */
export type DisputeState = Readonly<Record<string, Dispute>>;

const CLAIMED: Record<Evidence['what'], string> = { returned: 'The machine saw it come back', reports_missing: 'Reports of the machine are missing', none: '' };

export const dispute: Decider<DisputeCommand, DisputeFact, DisputeState> = {
  category: 'dispute',
  initial: {},
  decide(command, state) {
    switch (command.type) {
      case 'OpenDispute':
        return open(command, state);
      case 'ApproveDispute': {
        const found = state[command.disputeId];
        if (!found) return refuse('NOT_FOUND', 'There is no such dispute');
        if (found.state !== 'open') return refuse('CONFLICT', 'This has been decided already');
        const { disputeId, saleId, line, currency } = found.opened;
        const amountCents = command.amountCents ?? Math.min(found.opened.amountCents, command.leftCents);
        if (amountCents <= 0) return refuse('CONFLICT', 'This sale is refunded already');
        if (amountCents > command.leftCents) return refuse('CONFLICT', `At most ${formatCents(command.leftCents, currency)} can still be refunded`, { leftCents: command.leftCents });
        return [{ type: 'DisputeApproved', data: { disputeId, saleId, line, refundId: command.refundId, amountCents, currency, by: 'operator', reason: command.reason } }];
      }
      case 'DeclineDispute': {
        const found = state[command.disputeId];
        if (!found) return refuse('NOT_FOUND', 'There is no such dispute');
        if (found.state !== 'open') return refuse('CONFLICT', 'This has been decided already');
        const { disputeId, saleId, line } = found.opened;
        return [{ type: 'DisputeDeclined', data: { disputeId, saleId, line, reason: command.reason } }];
      }
      case 'NoteRefunded':
      case 'NoteRefundFailed':
        return noteRefund(command, state);
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    const change = (its: Partial<Dispute>): DisputeState => {
      const before = state[fact.data.disputeId];
      return before ? { ...state, [fact.data.disputeId]: { ...before, ...its } } : state;
    };
    switch (fact.type) {
      case 'DisputeOpened':
        return { ...state, [fact.data.disputeId]: { opened: fact.data, state: 'open' } };
      case 'DisputeApproved': {
        const { refundId, amountCents, by, reason } = fact.data;
        return change({ state: 'approved', refundId, amountCents, by, reason });
      }
      case 'DisputeDeclined':
        return change({ state: 'declined', by: 'operator', reason: fact.data.reason });
      case 'DisputeRefunded':
        return change({ state: 'refunded', amountCents: fact.data.amountCents });
      case 'DisputeRefundFailed':
        return change({ state: 'open' });
      default:
        return never(fact);
    }
  },
};

function open({ dispute: claimed, seen, given, limitCents, refundId }: Extract<DisputeCommand, { type: 'OpenDispute' }>, state: DisputeState): DisputeFact[] | Refusal {
  const before = state[claimed.disputeId];
  // The same claim twice is one.
  if (before) return before.opened.claim === claimed.claim ? [] : refuse('CONFLICT', 'You have told us about this item already');
  const evidence = judge(claimed, seen, given, state);
  const givenCents = Object.values(state).reduce((sum, { by, state: its, amountCents: given = 0 }) => (by === 'log' && its !== 'open' ? sum + given : sum), 0);
  const waits = !evidence.agrees || givenCents + claimed.amountCents > limitCents;
  const opened: DisputeFact = { type: 'DisputeOpened', data: { ...claimed, evidence, ...(waits && { waits }) } };
  if (waits) return [opened];
  const { disputeId, saleId, line, amountCents, currency } = claimed;
  return [opened, { type: 'DisputeApproved', data: { disputeId, saleId, line, refundId, amountCents, currency, by: 'log', reason: CLAIMED[evidence.what] } }];
}

/** What came back speaks for a claim that it was put back, once, and not where as many were given back already, whoever did that; a hole in the machine's reports speaks for any. */
function judge({ claim, productId, quantity }: { claim: Claim; productId: string; quantity: number }, { returned, missing }: { returned: number; missing: number }, given: ReadonlyMap<number, number>, state: DisputeState): Evidence {
  const spoken = new Map(given);
  for (const { opened } of Object.values(state)) if (opened.productId === productId && opened.evidence.what === 'returned') spoken.set(opened.line, Math.max(opened.quantity, given.get(opened.line) ?? 0));
  const isBack = claim === 'put_back' && returned - [...spoken.values()].reduce((sum, units) => sum + units, 0) >= quantity;
  const what = isBack ? 'returned' : missing > 0 ? 'reports_missing' : 'none';
  return { agrees: what !== 'none', what, returned, missing };
}

type NoteCommand = Extract<DisputeCommand, { type: 'NoteRefunded' | 'NoteRefundFailed' }>;
function noteRefund(command: NoteCommand, state: DisputeState): DisputeFact[] {
  const found = Object.values(state).find(({ refundId }) => refundId === command.refundId) ?? madeUpFrom(command, state);
  // What a bank had given the guest may be taken from them again: whether they are owed it is open as before.
  const isUndone = command.type === 'NoteRefundFailed' && found?.state === 'refunded';
  if (found?.state !== 'approved' && !isUndone) return command.type === 'NoteRefunded' && !found ? settle(command, state) : [];
  const { disputeId, saleId, line, currency } = found.opened;
  const about = { disputeId, saleId, line, refundId: command.refundId };
  return command.type === 'NoteRefunded'
    ? [{ type: 'DisputeRefunded', data: { ...about, amountCents: command.amountCents, currency } }]
    : [{ type: 'DisputeRefundFailed', data: { ...about, why: command.why } }];
}

/** What was settled by several parts is no more where one of them is undone. */
function madeUpFrom(command: NoteCommand, state: DisputeState): Dispute | undefined {
  if (command.type === 'NoteRefunded' || !command.undone) return undefined;
  const its = state[command.undone.disputeId];
  return its?.state === 'refunded' && command.undone.sinceCents < (its.amountCents ?? 0) ? its : undefined;
}

const SETTLED = { operator: 'The operator gave it back', bank: 'The chargeback is lost' };

/** A refund of the operator's own, or a bank's: what the guest wanted is done, and nobody has to decide it any more. */
function settle({ disputeId, refundId, amountCents, sinceCents, isAll, by }: Extract<DisputeCommand, { type: 'NoteRefunded' }>, state: DisputeState): DisputeFact[] {
  const found = state[disputeId];
  if (found?.state !== 'open' || !(isAll || sinceCents >= found.opened.amountCents)) return [];
  const { saleId, line, currency, amountCents: wantedCents } = found.opened;
  // Of several parts the last one alone is less than what the guest has by now.
  const about = { disputeId, saleId, line, refundId, amountCents: Math.max(amountCents, wantedCents), currency };
  return [{ type: 'DisputeApproved', data: { ...about, by, reason: SETTLED[by] } }, { type: 'DisputeRefunded', data: about }];
}
