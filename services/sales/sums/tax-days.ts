/** What was sold by day, machine, address and tax rate, and what it adds up to with what was given back. */
import type { TaxRates } from '@larder/contracts/analytics.js';
import { toAmount } from '@larder/contracts/money.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { Sale, SaleFact } from '../sale.js';
import { account, type RefundRow } from '../sale-views.js';
import { houseKeys } from './houses.js';
import { group } from './summary.js';

export interface TaxDay {
  day: string;
  machineId: string;
  machineName: string;
  /** Where it stood when it sold; of what was given back, too. */
  address: string;
  /** Null where none is known. */
  taxBasisPoints: number | null;
  soldCents: number;
  refundedCents: number;
  /** Of the one less the other. */
  taxCents: number;
  transactions: number;
}

type Line = Sale['lines'][number];
const rateOf = ({ taxBasisPoints }: Sale, line: Line): number | null => (taxBasisPoints === undefined ? null : (line.taxBasisPoints ?? taxBasisPoints));
const ratesOf = (sale: Sale): ReadonlySet<number | null> => new Set(sale.lines.map((line) => rateOf(sale, line)));
const idOf = ({ day, machineId, address }: Sale, rate: number | null): string => `${day} ${machineId} ${rate ?? ''} ${address}`;

/** Sales alone: of which rate a refund is stands on its sale. */
export const taxDayView: Projection<SaleFact, TaxDay> = {
  collection: 'sale-tax-days',
  version: 2,
  orders: ['day', ['machineId', 'day']],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRecorded' ? [...ratesOf(fact.data)].map((rate) => ({ account: account(fact), id: idOf(fact.data, rate) })) : []),
  apply(row, fact, id) {
    if (fact.type !== 'SaleRecorded') return row;
    const { day, machineId, machineName, address, lines } = fact.data;
    const rate = [...ratesOf(fact.data)].find((one) => idOf(fact.data, one) === id) ?? null;
    const its = lines.filter((line) => rateOf(fact.data, line) === rate);
    return {
      day, machineId, machineName, address, taxBasisPoints: rate, soldCents: its.reduce((sum, { totalCents }) => sum + totalCents, row?.soldCents ?? 0), refundedCents: 0,
      taxCents: its.reduce((sum, { taxCents = 0 }) => sum + taxCents, row?.taxCents ?? 0), transactions: (row?.transactions ?? 0) + 1,
    };
  },
};

/** What was given back, as sums are made of it. */
export const asTaxDay = ({ day, machineId, machineName, address, amountCents, taxCents = 0, taxBasisPoints }: RefundRow & { taxBasisPoints: number | null }): TaxDay =>
  ({ day, machineId, machineName, address, taxBasisPoints, soldCents: 0, refundedCents: amountCents, taxCents: -taxCents, transactions: 0 });

/** @param days sales in the order of their days; a machine is called at every rate what it was when it sold last, and stands at each of its addresses with what it sold there */
export function byRate(days: readonly TaxDay[]): Pick<TaxRates, 'rates' | 'machines'> {
  const names = new Map([...group(days, ({ machineId }) => machineId)].map(([machineId, its]) => [machineId, its.findLast(({ transactions }) => transactions > 0) ?? its[0]]));
  const houseOf = houseKeys();
  const rates = [...group(days, ({ taxBasisPoints }) => taxBasisPoints)].sort(([one], [other]) => (other ?? -1) - (one ?? -1));
  const machines = rates.flatMap(([, its]) => [...group(its, ({ machineId, address }) => `${machineId} ${houseOf(address)}`).values()].map((rows) => {
    const { machineId, machineName, address } = rows[0] as TaxDay;
    return { machineId, name: names.get(machineId)?.machineName ?? machineName, address, ...sumOf(rows) };
  }));
  return { rates: rates.map(([, rows]) => sumOf(rows)), machines };
}

function sumOf(rows: readonly TaxDay[]): TaxRates['rates'][number] {
  const { taxBasisPoints } = rows[0] as TaxDay;
  const total = { soldCents: 0, refundedCents: 0, taxCents: 0, transactions: 0 };
  for (const { soldCents, refundedCents, taxCents, transactions } of rows) {
    total.soldCents += soldCents;
    total.refundedCents += refundedCents;
    total.taxCents += taxCents;
    total.transactions += transactions;
  }
  const revenueCents = total.soldCents - total.refundedCents;
  const isKnown = taxBasisPoints !== null;
  return {
    rate: isKnown ? taxBasisPoints / 100 : null, sold: toAmount(total.soldCents), refunded: toAmount(total.refundedCents), revenue: toAmount(revenueCents),
    tax: isKnown ? toAmount(total.taxCents) : null, net: isKnown ? toAmount(revenueCents - total.taxCents) : null, transactions: total.transactions,
  };
}
