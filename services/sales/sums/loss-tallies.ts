/** Losses are added up line by line, as they come: no lists of those of each machine, product and period are made first. */
import type { LossLine, SalesLosses } from '@larder/contracts/sales/losses.js';
import { toAmount } from '@larder/contracts/money.js';

export interface Valued extends LossLine {
  costCents: number | null;
  priceCents: number;
}
export type LossFigures = Omit<SalesLosses['periods'][number], 'period' | 'startDate' | 'endDate'>;

/** What some losses come to. */
export class LossTally {
  private readonly kinds = { expired: 0, damaged: 0, stolen: 0, missing: 0, outside: 0, unpaid: 0, found: 0 };
  private units = 0;
  private costCents = 0;
  private priceCents = 0;
  private unitsWithoutCost = 0;

  /** What a count found is told beside, not taken off. */
  add({ kind, units, costCents, priceCents, restCents }: Valued): void {
    this.kinds[kind] += units;
    if (kind === 'found') return;
    this.units += units;
    this.costCents += units * (costCents ?? 0);
    this.priceCents += restCents ?? units * priceCents;
    if (costCents === null) this.unitsWithoutCost += units;
  }

  figures(): LossFigures {
    return { ...this.kinds, units: this.units, cost: toAmount(this.costCents), price: toAmount(this.priceCents), unitsWithoutCost: this.unitsWithoutCost };
  }
}

/** What those come to that have something in common. */
export class LossTallies<Common, Line extends Valued = Valued> {
  private readonly tallies = new Map<Common, { first: Line; tally: LossTally }>();

  add(common: Common, line: Line): void {
    let its = this.tallies.get(common);
    if (!its) this.tallies.set(common, (its = { first: line, tally: new LossTally() }));
    its.tally.add(line);
  }

  /** In the order of the first line of each. */
  list = (): { common: Common; first: Line; tally: LossTally }[] => [...this.tallies].map(([common, its]) => ({ common, ...its }));
}
