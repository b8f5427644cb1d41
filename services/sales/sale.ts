/** A sale: recorded once, with everything it will ever be judged by copied onto it; what is given back is entered beside it. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { SalesFact } from '@larder/contracts/sales.js';
import { formatCents, toAmount } from '@larder/contracts/money.js';
import { shares } from '@larder/contracts/shares.js';
import { formatTaxRate, taxesOf, taxGivenBack } from '@larder/contracts/tax.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

export type SaleFact = Extract<SalesFact, { type: 'SaleRecorded' | 'RefundRequested' | 'SaleRefunded' | 'RefundUndone' | 'RefundRefused' }>;
type DataOf<T extends SaleFact['type']> = Extract<SaleFact, { type: T }>['data'];
export type Sale = DataOf<'SaleRecorded'>;

export type SaleCommand =
  | { type: 'RecordSale'; sale: Sale }
  /** `amountCents`: all that is left of the line when missing. `at` and `day`: in case nobody has to be asked. */
  | { type: 'RequestRefund'; refundId: string; line: number; amountCents?: number; reason: string; by: string; at: string; day: string }
  /** `amountCents`: what was done; less than was asked for when the provider refused a part. */
  | { type: 'CompleteRefund'; refundId: string; amountCents: number; at: string; day: string }
  | { type: 'RefuseRefund'; refundId: string; why: string }
  /** The guest's bank keeps so much of what was paid. */
  | { type: 'EnterChargeback'; chargebackRef: string; amountCents: number; at: string; day: string; heard?: Heard }
  /** It has given back what it had kept. */
  | { type: 'LiftChargeback'; chargebackRef: string; at: string; day: string; heard?: Heard };
type ByBank = Extract<SaleCommand, { type: 'EnterChargeback' | 'LiftChargeback' }>;
/** Where the fact lies that a command follows from. */
type Heard = NonNullable<DataOf<'SaleRefunded'>['heard']>;

export interface SaleState {
  sale?: Sale;
  refunds: Readonly<Record<string, Pick<DataOf<'RefundRequested'>, 'line' | 'amountCents' | 'reason' | 'by'> & { state: 'asked' | 'done' | 'refused' | 'undone' }>>;
  /** How far each stream was heard by which the bank took or gave something back. */
  heard?: Readonly<Record<string, number>>;
}

export const sale: Decider<SaleCommand, SaleFact, SaleState> = {
  category: 'sale',
  initial: { refunds: {} },
  decide(command, state) {
    if (command.type === 'RecordSale') {
      if (!state.sale) return [{ type: 'SaleRecorded', data: command.sale }];
      return contentOf(state.sale) === contentOf(command.sale) ? [] : refuse('CONFLICT', `${command.sale.reference} is recorded already, with another content`);
    }
    if (!state.sale) return refuse('NOT_FOUND', 'There is no such sale');
    const { saleId, currency } = state.sale;
    switch (command.type) {
      case 'RequestRefund':
        return requestRefund(command, state, state.sale);
      case 'CompleteRefund': {
        const asked = state.refunds[command.refundId];
        return asked?.state === 'asked' ? [refunded(state.sale, { ...asked, ...command }, refundedCents(state, asked.line, 'done'))] : [];
      }
      case 'RefuseRefund': {
        const asked = state.refunds[command.refundId];
        if (asked?.state !== 'asked') return [];
        return [{ type: 'RefundRefused', data: { saleId, currency, refundId: command.refundId, line: asked.line, amountCents: asked.amountCents, why: command.why } }];
      }
      case 'EnterChargeback':
      case 'LiftChargeback':
        return byBank(command, state, state.sale);
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'SaleRecorded':
        return { ...state, sale: fact.data };
      case 'RefundRequested':
        return withRefund(state, fact.data.refundId, { line: fact.data.line, amountCents: fact.data.amountCents, reason: fact.data.reason, by: fact.data.by, state: 'asked' });
      case 'SaleRefunded':
      case 'RefundUndone':
      case 'RefundRefused': {
        const asked = state.refunds[fact.data.refundId];
        const heard = 'heard' in fact.data ? fact.data.heard : undefined;
        const now = heard ? { ...state, heard: { ...state.heard, [heard.stream]: heard.revision } } : state;
        return asked ? withRefund(now, fact.data.refundId, { ...asked, amountCents: fact.data.amountCents, state: ENDED[fact.type] }) : now;
      }
      default:
        return never(fact);
    }
  },
};

const ENDED = { SaleRefunded: 'done', RefundUndone: 'undone', RefundRefused: 'refused' } as const;

const withRefund = (state: SaleState, refundId: string, refund: SaleState['refunds'][string]): SaleState => ({ ...state, refunds: { ...state.refunds, [refundId]: refund } });

/** Of a line, by refunds that are in one of these states. */
const refundedCents = ({ refunds }: SaleState, line: number, ...states: ('asked' | 'done')[]): number =>
  Object.values(refunds).reduce((sum, refund) => (refund.line === line && states.some((state) => state === refund.state) ? sum + refund.amountCents : sum), 0);

/** How much of a sold line can still be given back, in cents: what the provider was asked for may be done yet. */
export const leftOf = (state: SaleState, line: number): number => (state.sale?.lines[line]?.totalCents ?? 0) - refundedCents(state, line, 'asked', 'done');

/** What came for so many of a sold line, in cents: less than their price where a rest of the visit was never paid. */
export const paidFor = ({ totalCents, quantity }: Pick<Sale['lines'][number], 'totalCents' | 'quantity'>, units: number): number => Math.round((totalCents * units) / quantity);

/** What of it is tax, as screens show it: by rate, the highest first. */
export const taxesShown = (recorded: Sale): { rate: string; amount: number }[] => taxesOf(recorded).map(({ basisPoints, cents }) => ({ rate: formatTaxRate(basisPoints), amount: toAmount(cents) }));

/** Whether the whole of a sold line was given back for certain. */
export const isGivenBack = (state: SaleState, line: number): boolean => refundedCents(state, line, 'done') === state.sale?.lines[line]?.totalCents;

function requestRefund({ refundId, line, amountCents, reason, by, at, day }: Extract<SaleCommand, { type: 'RequestRefund' }>, state: SaleState, recorded: Sale): SaleFact[] | Refusal {
  if (!recorded.lines[line]) return refuse('NOT_FOUND', 'There is no such sale');
  if (state.refunds[refundId]) return [];
  const left = leftOf(state, line);
  if (left <= 0) return refuse('CONFLICT', 'This sale is refunded already');
  const amount = amountCents ?? left;
  if (amount > left) return refuse('CONFLICT', `At most ${formatCents(left, recorded.currency)} can still be refunded`, { leftCents: left });
  const { saleId, currency, paymentId, reference } = recorded;
  const requested: SaleFact = { type: 'RefundRequested', data: { saleId, refundId, line, amountCents: amount, currency, reason, by, paymentId, reference } };
  // Cash, and sales from before Larder: nobody has to be asked, the operator hands the money over.
  return paymentId ? [requested] : [requested, refunded(recorded, { refundId, line, amountCents: amount, reason, at, day }, refundedCents(state, line, 'done'))];
}

const PROVIDER = 'provider';
/** Asked for by nobody: the guest's bank took it back. */
export const isByBank = (refund: { by: string } | undefined): boolean => refund?.by === PROVIDER;

function byBank(command: ByBank, state: SaleState, recorded: Sale): SaleFact[] {
  const { heard } = command;
  // After a crash facts are heard again: one that led to nothing then must not undo what later ones have led to.
  if (heard && heard.revision < (state.heard?.[heard.stream] ?? 0)) return [];
  const decided = command.type === 'EnterChargeback' ? enterChargeback(command, state, recorded) : liftChargeback(command, state, recorded);
  return heard ? decided.map((fact) => noting(fact, heard)) : decided;
}

function noting(fact: SaleFact, heard: Heard): SaleFact {
  switch (fact.type) {
    case 'SaleRefunded':
      return { type: fact.type, data: { ...fact.data, heard } };
    case 'RefundUndone':
      return { type: fact.type, data: { ...fact.data, heard } };
    default:
      return fact;
  }
}

/** Of which line it is the bank does not say: what is left of each is given back in proportion. Nobody has to be asked. What was to be given back while it was entered, and was not, is entered when it comes again. */
function enterChargeback({ chargebackRef, amountCents, at, day }: Extract<SaleCommand, { type: 'EnterChargeback' }>, state: SaleState, recorded: Sale): SaleFact[] {
  const entered = enteredOf(chargebackRef, state);
  const rest = entered.reduce((cents, [, before]) => (before.state === 'done' ? cents - before.amountCents : cents), amountCents);
  const lefts = recorded.lines.map((_, line) => leftOf(state, line));
  const left = lefts.reduce((sum, cents) => sum + cents, 0);
  if (left === 0 || rest <= 0) return [];
  const { saleId, currency, reference } = recorded;
  const reason = 'The guest\'s bank took it back, and the chargeback is lost';
  const idOf = (line: number): string => [chargebackRef, line, ...(entered.length > 0 ? [entered.length] : [])].join(':');
  return shares(Math.min(rest, left), lefts).flatMap((cents, line): SaleFact[] => {
    if (cents === 0) return [];
    const refund = { refundId: idOf(line), line, amountCents: cents, reason };
    return [{ type: 'RefundRequested', data: { saleId, currency, ...refund, by: PROVIDER, reference } }, refunded(recorded, { ...refund, at, day }, refundedCents(state, line, 'done'))];
  });
}

/** By their ids. */
const enteredOf = (chargebackRef: string, { refunds }: SaleState) => Object.entries(refunds).filter(([id]) => id.startsWith(`${chargebackRef}:`));

/** Won after it was lost: what was entered counts again, from the day on which that is known. */
function liftChargeback({ chargebackRef, at, day }: Extract<SaleCommand, { type: 'LiftChargeback' }>, state: SaleState, recorded: Sale): SaleFact[] {
  let now = state;
  return enteredOf(chargebackRef, state).flatMap(([refundId, { line, amountCents, state: was }]): SaleFact[] => {
    if (was !== 'done') return [];
    const rest = refundedCents(now, line, 'done') - amountCents;
    const fact: SaleFact = { type: 'RefundUndone', data: { ...entryOf(recorded, { refundId, line, amountCents, reason: 'The chargeback is won after all', day }, rest), undoneAt: at } };
    now = sale.evolve(now, fact);
    return [fact];
  });
}

type Entry = Omit<DataOf<'SaleRefunded'>, 'refundedAt' | 'heard'>;
const refunded = (recorded: Sale, { at, ...about }: Pick<Entry, 'refundId' | 'line' | 'amountCents' | 'reason' | 'day'> & { at: string }, beforeCents: number): SaleFact =>
  ({ type: 'SaleRefunded', data: { ...entryOf(recorded, about, beforeCents), refundedAt: at } });

/** @param beforeCents what is given back of the line without it */
function entryOf(recorded: Sale, { refundId, line, amountCents, reason, day }: Pick<Entry, 'refundId' | 'line' | 'amountCents' | 'reason' | 'day'>, beforeCents: number): Entry {
  const { saleId, currency, machineId, machineName, address, method } = recorded;
  const { productId, name, sku, category, totalCents, taxCents, costCents } = recorded.lines[line] as Sale['lines'][number];
  const tax = taxCents !== undefined && { taxCents: taxGivenBack({ totalCents, taxCents }, beforeCents, amountCents) };
  // The machine's wall may show tomorrow where the organization still has today: nothing is given back on a day before it was sold.
  const onDay = day < recorded.day ? recorded.day : day;
  return { saleId, refundId, line, amountCents, currency, reason, day: onDay, machineId, machineName, address, method, productId, name, sku, category, ...tax, ...(costCents === null && { isUncosted: true }) };
}

/** What was sold when, where and for how much; a machine's name or a product's id may have changed since. */
const contentOf = ({ machineId, day, method, totalCents, lines }: Sale): string =>
  JSON.stringify([machineId, day, method, totalCents, lines.map(({ sku, quantity, totalCents: lineCents }) => [sku, quantity, lineCents])]);
