/** What losses add up to: by product, machine and period, at what the goods had cost and would have been sold for then. */
import type { Worth } from '@larder/contracts/catalog.js';
import type { Grouping } from '@larder/contracts/sales/analytics.js';
import type { LossesBetween, LossLine, SalesLosses } from '@larder/contracts/sales/losses.js';
import { seal } from '@larder/kit/seal.js';
import { eachInTurns, someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import { houseKeys } from './houses/houses.js';
import { LossTallies, LossTally, type LossFigures, type Valued } from './loss-tallies.js';
import { spansOf, type Span } from './periods.js';
import { stoodAt, type Stays } from './houses/stays.js';
import type { Period } from './summary.js';

/** A year of many machines has thousands of them. */
const LINES_AT_ONCE = 500;

/** Units of a range, by the ids of both. */
export interface UnitsSold {
  products: ReadonlyMap<string, number>;
  machines: ReadonlyMap<string, number>;
}

/** Others have their turn meanwhile. @param stays without them nobody asks for lines, each of which is of a house */
export async function lossesOf(range: Period, grouping: Grouping, { losses, machines }: LossesBetween, products: readonly Worth[], sold: UnitsSold, stays?: Stays): Promise<Omit<SalesLosses, 'timeZone' | 'currency' | 'startDate' | 'endDate' | 'groupBy' | 'profit'>> {
  const known = new Map(products.map((product) => [product.productId, product]));
  const places = new Map(machines.map((machine) => [machine.machineId, machine]));
  const placeOf = stays && inPlaces(places, stays);
  const houseOf = houseKeys();
  const spanOf = inTheirOrder(spansOf(range, grouping));
  const all = new LossTally();
  const [byProduct, byMachine, bySpan, byLine] = [new LossTallies<string>(), new LossTallies<string>(), new LossTallies<Span>(), new LossTallies<string, Placed>()];
  await eachInTurns(inOrder(losses), LINES_AT_ONCE, (lost) => {
    const line = valued(lost, known.get(lost.productId));
    all.add(line);
    byProduct.add(line.productId, line);
    byMachine.add(line.machineId, line);
    const span = spanOf(line.day);
    if (!span) return;
    bySpan.add(span, line);
    if (!placeOf) return;
    const address = placeOf(line);
    byLine.add(`${span.startDate} ${line.machineId} ${houseOf(address)} ${line.productId}`, { ...line, span, address });
  });
  const product = (productId: string) => {
    const { name = 'Deleted product', sku = '', category = '' } = known.get(productId) ?? {};
    return { productId, name, sku, category };
  };
  const machine = (machineId: string) => places.get(machineId) ?? { machineId, name: machineId, address: '' };
  const lineOf = ({ first: { span: { startDate, endDate }, machineId, address, productId }, tally }: ReturnType<typeof byLine.list>[number]) => {
    const { name, sku, category } = product(productId);
    // Sealed: whoever hands it on need not copy it.
    return seal({ startDate, endDate, machineId, machine: machine(machineId).name, address, productId, product: name, sku, category, ...tally.figures() });
  };
  return {
    total: besideSold(all, [...sold.products.values()].reduce((sum, units) => sum + units, 0)),
    products: dearest(byProduct.list().map(({ common, tally }) => ({ ...product(common), ...besideSold(tally, sold.products.get(common)) }))),
    machines: dearest(byMachine.list().map(({ common, tally }) => ({ ...machine(common), ...besideSold(tally, sold.machines.get(common)) }))),
    periods: bySpan.list().map(({ common: { period, startDate, endDate }, tally }) => ({ period, startDate, endDate, ...tally.figures() })),
    ...(placeOf && { lines: await someAtATime(byLine.list(), LINES_AT_ONCE, (some) => some.map(lineOf)) }),
  };
}

/** A line with where and in which period it was lost. */
interface Placed extends Valued {
  span: Span;
  address: string;
}

/** What a machine lost at one of its addresses. */
export interface LostThere extends Pick<LossFigures, 'units' | 'cost' | 'price' | 'unitsWithoutCost'> {
  machineId: string;
  name: string;
  address: string;
  /** On which it lost something there. */
  firstDay: string;
}

/** Each machine's by the house where it stood when it was lost; what a count found is nobody's loss. Others have their turn meanwhile. */
export async function lostByPlace({ losses, machines }: LossesBetween, products: readonly Worth[], stays: Stays): Promise<LostThere[]> {
  const known = new Map(products.map((product) => [product.productId, product]));
  const named = new Map(machines.map((machine) => [machine.machineId, machine]));
  const placeOf = inPlaces(named, stays);
  const houseOf = houseKeys();
  const byPlace = new LossTallies<string, Valued & { address: string }>();
  await eachInTurns(inOrder(losses), LINES_AT_ONCE, (lost) => {
    if (lost.kind === 'found') return;
    const address = placeOf(lost);
    byPlace.add(`${lost.machineId} ${houseOf(address)}`, { ...valued(lost, known.get(lost.productId)), address });
  });
  return byPlace.list().map(({ first: { machineId, address, day: firstDay }, tally }) => {
    const { units, cost, price, unitsWithoutCost } = tally.figures();
    return { machineId, name: named.get(machineId)?.name ?? machineId, address, firstDay, units, cost, price, unitsWithoutCost };
  });
}

/** By their days; those of one day as they came. */
const inOrder = (losses: readonly LossLine[]): LossLine[] => [...losses].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));

/** Where its machine stood when something was lost; as it is there now while fleet does not say more. */
const inPlaces = (machines: ReadonlyMap<string, { address: string }>, stays: Stays) => ({ machineId, at }: Pick<LossLine, 'machineId' | 'at'>): string =>
  stoodAt(stays.get(machineId), at) ?? machines.get(machineId)?.address ?? '';

/** In which span a day lies, of days that are asked for in their order. */
function inTheirOrder(spans: readonly Span[]): (day: string) => Span | undefined {
  let at = 0;
  return (day) => {
    while (at < spans.length && (spans[at] as Span).endDate < day) at += 1;
    return spans[at];
  };
}

/** What one of them cost and was sold for at that moment; what was imported later than it was lost is worth what it was at first. */
function valued(line: LossLine, product: Worth | undefined): Valued {
  const then = product?.worth.findLast(({ from }) => from <= line.at) ?? product?.worth[0];
  return { ...line, costCents: then?.costCents ?? null, priceCents: line.ownPriceCents ?? then?.priceCents ?? 0 };
}

function besideSold(tally: LossTally, sold = 0) {
  const figures = tally.figures();
  const all = Math.max(0, figures.units) + sold;
  return { ...figures, sold, share: all > 0 ? Math.round((Math.max(0, figures.units) / all) * 1000) / 10 : null };
}

const dearest = <T extends LossFigures>(rows: T[]): T[] => rows.sort((one, other) => other.cost - one.cost || other.price - one.price || other.units - one.units);
