/** What stands in the organization's form, as text, and what of it is sent. */
import { changeAccount, type Account } from '@larder/contracts/identity/organization.js';
import type { In } from '@larder/contracts/request.js';
import { numberOf } from '../../lib/entered-number.js';
import { firstIssues, type Errors } from '../../lib/first-issues.js';

export interface Entry extends Record<string, string> {
  name: string;
  timeZone: string;
  paymentFlow: string;
  currency: string;
  /** As a person writes an amount. */
  hold: string;
  statementDescriptor: string;
  instantRefund: string;
  disputeDays: string;
  guestContact: string;
  requiresSecondFactor: 'yes' | 'no';
}

export const entryOf = (account: Account): Entry => ({
  name: account.name, timeZone: account.timeZone, paymentFlow: account.paymentFlow, currency: account.currency, hold: (account.holdCents / 100).toFixed(2), statementDescriptor: account.statementDescriptor ?? '',
  instantRefund: (account.instantRefundCents / 100).toFixed(2), disputeDays: String(account.disputeDays), guestContact: account.guestContact ?? '',
  requiresSecondFactor: account.requiresSecondFactor ? 'yes' : 'no',
});

/** With or without the currency's sign before it or behind. */
const centsOf = (amount: string): number => Math.round((numberOf(amount.trim().replace(/^\p{Sc}|\p{Sc}$/u, '')) ?? Number.NaN) * 100);

function asSent(begun: Entry, entry: Entry) {
  const changed: Partial<Entry> = Object.fromEntries(Object.entries(entry).filter(([name, text]) => text !== begun[name]));
  const { hold, instantRefund, disputeDays, requiresSecondFactor, ...rest } = changed;
  return {
    ...rest, ...(hold !== undefined && { holdCents: centsOf(hold) }), ...(instantRefund !== undefined && { instantRefundCents: centsOf(instantRefund) }),
    ...(disputeDays !== undefined && { disputeDays: numberOf(disputeDays) ?? Number.NaN }), ...(requiresSecondFactor !== undefined && { requiresSecondFactor: requiresSecondFactor === 'yes' }),
  };
}

export function complaintsOf(begun: Entry, entry: Entry): Errors<Entry> {
  const { holdCents: hold, instantRefundCents: instantRefund, ...found }: Record<string, string | undefined> = firstIssues(changeAccount.input, asSent(begun, entry));
  return { ...found, ...(hold && { hold }), ...(instantRefund && { instantRefund }) };
}

type Changes = In<typeof changeAccount>;

/** Of an entry without complaints. The rest is left out, so that it stays as a colleague may have set it meanwhile. */
export const changesOf = (begun: Entry, entry: Entry): Changes => changeAccount.input.parse(asSent(begun, entry)) as Changes;

/** What is changed as it was shown. */
export const shownOf = (changes: Changes, shown: Partial<Account>): Changes['was'] =>
  Object.fromEntries((Object.keys(changes) as (keyof Account & keyof Changes)[]).map((name) => [name, shown[name] ?? ''])) as Changes['was'];
