/** What machines lost: each time that goods went off the books without being sold. */
import type { Stored } from '@larder/contracts/fact.js';
import type { FleetFact, LossCause } from '@larder/contracts/fleet.js';
import type { LossKind } from '@larder/contracts/sales/losses.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { there } from '../slots/counts.js';

export interface LossRow {
  at: string;
  machineId: string;
  productId: string;
  kind: LossKind;
  /** Below zero: taken back as entered by mistake, explained by what a machine told later, or came back of what had left outside of a visit. */
  units: number;
  ownPriceCents: number | null;
  /** As what is asked for says. */
  restCents?: number | undefined;
}

export const lossView: Projection<FleetFact, LossRow> = {
  collection: 'losses',
  version: 2,
  orders: ['at', ['machineId', 'at']],
  categories: ['machine'],
  rows: (fact) => Object.keys(lossesOf(fact)).map((id) => ({ account: fact.meta.account, id })),
  apply: (row, fact, id) => lossesOf(fact)[id] ?? row,
};

/** By the row's id. What explains a count lies on the day of the count: what that called lost, and what it found, are both other than was thought. */
function lossesOf(fact: Stored<FleetFact>): Record<string, LossRow> {
  const { id, type, data } = fact;
  const rows: readonly [string, LossRow | undefined][] = type === 'StockCountExplained'
    ? [[id, rowOf(data.countedAt, data, causeIn(data.reason) ?? 'missing', data.missing)], [`${id}:found`, rowOf(data.countedAt, data, 'found', data.found)]]
    : [[id, lossOf(fact)]];
  return Object.fromEntries(rows.filter((row): row is [string, LossRow] => row[1] !== undefined));
}

function lossOf({ type, data, meta }: Stored<FleetFact>): LossRow | undefined {
  switch (type) {
    case 'StockAdjusted': {
      const units = there(data.left - data.change) - there(data.left);
      if (units < 0 && !data.cause) return rowOf(meta.at, data, 'found', -units);
      return rowOf(meta.at, data, data.cause ?? causeIn(data.reason) ?? 'missing', units);
    }
    case 'StockTaken':
      return isOutside(data) ? rowOf(meta.at, data, 'outside', there(data.left + data.quantity) - there(data.left)) : undefined;
    case 'StockReturned':
      return isOutside(data) ? rowOf(meta.at, data, 'outside', there(data.left - data.quantity) - there(data.left)) : undefined;
    default:
      return undefined;
  }
}

/** No visit, or none that was still going on. */
const isOutside = ({ sessionId, afterEnd }: Extract<FleetFact, { type: 'StockTaken' }>['data']): boolean => sessionId === undefined || afterEnd === true;

const rowOf = (at: string, { machineId, productId, ownPriceCents }: Extract<FleetFact, { type: 'StockAdjusted' | 'StockTaken' | 'StockReturned' | 'StockCountExplained' }>['data'], kind: LossKind, units: number): LossRow | undefined =>
  (units === 0 ? undefined : { at, machineId, productId, kind, units, ownPriceCents: ownPriceCents ?? null });

const SAID: readonly (readonly [LossCause, RegExp])[] = [
  ['expired', /\b(expire[sd]?|expiry|out of date|best[ -]before|use[ -]by|spoil(s|t|ed|age)?|mou?ld[y]?|rotten|stale|gone off)\b/i],
  ['damaged', /\b(damaged?|broken?|broke|crushed|leak(s|ed|ing|y)?|dented|burst|squashed)\b/i],
  ['stolen', /\b(stolen|stole|theft|thief|thieves|robbed|vandal(s|ised|ized|ism)?)\b/i],
];
/** What a reason plainly says, of a correction that was made before its cause was asked for. */
const causeIn = (reason: string): LossCause | undefined => SAID.find(([, words]) => words.test(reason))?.[0];
