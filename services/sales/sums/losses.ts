/** What losses add up to: by product, machine and period, at what the goods had cost and would have been sold for then. */
import type { Worth } from '@larder/contracts/catalog.js';
import type { Grouping } from '@larder/contracts/analytics.js';
import type { LossesBetween, LossLine, SalesLosses } from '@larder/contracts/losses.js';
import { toAmount } from '@larder/contracts/money.js';
import { houseKeys } from './houses.js';
import { spansOf, type Span } from './periods.js';
import { stoodAt, type Stays } from './stays.js';
import { group, type Period } from './summary.js';

interface Valued extends LossLine {
  costCents: number | null;
  priceCents: number;
}
type Lost = SalesLosses['periods'][number];
type Figures = Omit<Lost, 'period' | 'startDate' | 'endDate'>;

/** Units of a range, by the ids of both. */
export interface UnitsSold {
  products: ReadonlyMap<string, number>;
  machines: ReadonlyMap<string, number>;
}

/** @param stays without them nobody asks for lines, each of which is of a house */
export function lossesOf(range: Period, grouping: Grouping, { losses, machines }: LossesBetween, products: readonly Worth[], sold: UnitsSold, stays?: Stays): Omit<SalesLosses, 'timeZone' | 'currency' | 'startDate' | 'endDate' | 'groupBy' | 'profit'> {
  const known = new Map(products.map((product) => [product.productId, product]));
  const places = new Map(machines.map((machine) => [machine.machineId, machine]));
  const lines = losses.map((line) => valued(line, known.get(line.productId)));
  const product = (productId: string) => {
    const { name = 'Deleted product', sku = '', category = '' } = known.get(productId) ?? {};
    return { productId, name, sku, category };
  };
  const placeOf = stays && inPlaces(places, stays);
  const houseOf = houseKeys();
  const machine = (machineId: string) => places.get(machineId) ?? { machineId, name: machineId, address: '' };
  const spans = inSpans(spansOf(range, grouping), lines);
  return {
    total: besideSold(lines, [...sold.products.values()].reduce((sum, units) => sum + units, 0)),
    products: dearest([...group(lines, ({ productId }) => productId)].map(([productId, its]) => ({ ...product(productId), ...besideSold(its, sold.products.get(productId)) }))),
    machines: dearest([...group(lines, ({ machineId }) => machineId)].map(([machineId, its]) => ({ ...machine(machineId), ...besideSold(its, sold.machines.get(machineId)) }))),
    periods: spans.map(({ period, startDate, endDate, its }) => ({ period, startDate, endDate, ...figuresOf(its) })),
    ...(placeOf && { lines: spans.flatMap(({ startDate, endDate, its }) => [...group(its, (line) => `${line.machineId} ${houseOf(placeOf(line))} ${line.productId}`).values()].map((some) => {
      const [{ machineId, productId }, address] = [some[0] as Valued, placeOf(some[0] as Valued)];
      const { name, sku, category } = product(productId);
      return { startDate, endDate, machineId, machine: machine(machineId).name, address, productId, product: name, sku, category, ...figuresOf(some) };
    })) }),
  };
}

/** What a machine lost at one of its addresses. */
export interface LostThere extends Pick<Figures, 'units' | 'cost' | 'price' | 'unitsWithoutCost'> {
  machineId: string;
  name: string;
  address: string;
  /** On which it lost something there. */
  firstDay: string;
}

/** Each machine's by the house where it stood when it was lost; what a count found is nobody's loss. */
export function lostByPlace({ losses, machines }: LossesBetween, products: readonly Worth[], stays: Stays): LostThere[] {
  const known = new Map(products.map((product) => [product.productId, product]));
  const named = new Map(machines.map((machine) => [machine.machineId, machine]));
  const placeOf = inPlaces(named, stays);
  const houseOf = houseKeys();
  const lines = losses.filter(({ kind }) => kind !== 'found').map((line) => ({ ...valued(line, known.get(line.productId)), address: placeOf(line) }));
  return [...group(lines, ({ machineId, address }) => `${machineId} ${houseOf(address)}`).values()].map((its) => {
    const { machineId, address } = its[0] as (typeof its)[number];
    const { units, cost, price, unitsWithoutCost } = figuresOf(its);
    const firstDay = its.reduce((first, { day }) => (day < first ? day : first), its[0]?.day ?? '');
    return { machineId, name: named.get(machineId)?.name ?? machineId, address, firstDay, units, cost, price, unitsWithoutCost };
  });
}

/** Where its machine stood when something was lost; as it is there now while fleet does not say more. */
const inPlaces = (machines: ReadonlyMap<string, { address: string }>, stays: Stays) => ({ machineId, at }: Pick<LossLine, 'machineId' | 'at'>): string =>
  stoodAt(stays.get(machineId), at) ?? machines.get(machineId)?.address ?? '';

/** Those spans in which there are lines. */
function inSpans(spans: readonly Span[], lines: readonly Valued[]): (Span & { its: Valued[] })[] {
  const days = [...group(lines, ({ day }) => day)].sort(([one], [other]) => (one < other ? 1 : -1));
  return spans.flatMap((span) => {
    const its: Valued[] = [];
    for (let next = days.at(-1); next && next[0] <= span.endDate; next = days.at(-1)) {
      its.push(...next[1]);
      days.pop();
    }
    return its.length > 0 ? [{ ...span, its }] : [];
  });
}

/** What one of them cost and was sold for at that moment; what was imported later than it was lost is worth what it was at first. */
function valued(line: LossLine, product: Worth | undefined): Valued {
  const then = product?.worth.findLast(({ from }) => from <= line.at) ?? product?.worth[0];
  return { ...line, costCents: then?.costCents ?? null, priceCents: line.ownPriceCents ?? then?.priceCents ?? 0 };
}

function figuresOf(lines: readonly Valued[]): Figures {
  const units = { expired: 0, damaged: 0, stolen: 0, missing: 0, outside: 0, unpaid: 0, found: 0 };
  const total = { units: 0, costCents: 0, priceCents: 0, unitsWithoutCost: 0 };
  for (const line of lines) {
    units[line.kind] += line.units;
    if (line.kind === 'found') continue;
    total.units += line.units;
    total.costCents += line.units * (line.costCents ?? 0);
    total.priceCents += line.restCents ?? line.units * line.priceCents;
    if (line.costCents === null) total.unitsWithoutCost += line.units;
  }
  return { ...units, units: total.units, cost: toAmount(total.costCents), price: toAmount(total.priceCents), unitsWithoutCost: total.unitsWithoutCost };
}

function besideSold(lines: readonly Valued[], sold = 0) {
  const figures = figuresOf(lines);
  const all = Math.max(0, figures.units) + sold;
  return { ...figures, sold, share: all > 0 ? Math.round((Math.max(0, figures.units) / all) * 1000) / 10 : null };
}

const dearest = <T extends Figures>(rows: T[]): T[] => rows.sort((one, other) => other.cost - one.cost || other.price - one.price || other.units - one.units);
