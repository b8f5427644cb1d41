/** What was sold by day, machine, address and tax rate, and what it adds up to with what was given back. */
import type { TaxRates } from '@larder/contracts/sales/analytics.js';
import { toAmount } from '@larder/contracts/money.js';
import { eachInTurns } from '@larder/kit/turns/some-at-a-time.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { Sale, SaleFact } from '../sale.js';
import { account, type RefundRow } from '../sale-views.js';
import { houseKeys } from './houses/houses.js';
import { writtenNow, type Stays } from './houses/stays.js';

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

/** Rows added up in one go: a year of many machines has tens of thousands. */
const ROWS_AT_ONCE = 2_000;

/** @param days sales in the order of their days; a machine is called at every rate what it was when it sold last, and stands at each of its addresses with what it sold there. Others have their turn meanwhile. */
export async function byRate(days: readonly TaxDay[], stays: Stays): Promise<Pick<TaxRates, 'rates' | 'machines'>> {
  const now = writtenNow(stays);
  const houseOf = houseKeys();
  const [named, rates] = [new Map<string, TaxDay>(), new Map<number | null, AtRate>()];
  await eachInTurns(days, ROWS_AT_ONCE, (day) => {
    const { machineId, address, taxBasisPoints, transactions } = now(day);
    if (transactions > 0 || !named.has(machineId)) named.set(machineId, day);
    let its = rates.get(taxBasisPoints);
    if (!its) rates.set(taxBasisPoints, (its = { sum: new TaxSum(taxBasisPoints), machines: new Map() }));
    its.sum.add(day);
    const key = `${machineId} ${houseOf(address)}`;
    let there = its.machines.get(key);
    if (!there) its.machines.set(key, (there = { machineId, address, sum: new TaxSum(taxBasisPoints) }));
    there.sum.add(day);
  });
  const inOrder = [...rates].sort(([one], [other]) => (other ?? -1) - (one ?? -1)).map(([, its]) => its);
  return {
    rates: inOrder.map(({ sum }) => sum.figures()),
    machines: inOrder.flatMap(({ machines }) => [...machines.values()].map(({ machineId, address, sum }) => ({ machineId, name: named.get(machineId)?.machineName ?? machineId, address, ...sum.figures() }))),
  };
}

interface AtRate {
  sum: TaxSum;
  /** Of each machine at each of its houses. */
  machines: Map<string, { machineId: string; address: string; sum: TaxSum }>;
}

class TaxSum {
  private soldCents = 0;
  private refundedCents = 0;
  private taxCents = 0;
  private transactions = 0;

  constructor(private readonly taxBasisPoints: number | null) {}

  add({ soldCents, refundedCents, taxCents, transactions }: TaxDay): void {
    this.soldCents += soldCents;
    this.refundedCents += refundedCents;
    this.taxCents += taxCents;
    this.transactions += transactions;
  }

  figures(): TaxRates['rates'][number] {
    const { taxBasisPoints, soldCents, refundedCents, taxCents, transactions } = this;
    const revenueCents = soldCents - refundedCents;
    const isKnown = taxBasisPoints !== null;
    return {
      rate: isKnown ? taxBasisPoints / 100 : null, sold: toAmount(soldCents), refunded: toAmount(refundedCents), revenue: toAmount(revenueCents),
      tax: isKnown ? toAmount(taxCents) : null, net: isKnown ? toAmount(revenueCents - taxCents) : null, transactions,
    };
  }
}
