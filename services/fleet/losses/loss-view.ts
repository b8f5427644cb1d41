/** What machines lost: each time that goods went off the books without being sold. */
import type { Stored } from '@larder/contracts/fact.js';
import type { FleetFact, LossCause } from '@larder/contracts/fleet.js';
import type { LossKind } from '@larder/contracts/losses.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface LossRow {
  at: string;
  machineId: string;
  productId: string;
  kind: LossKind;
  /** Below zero: taken back as entered by mistake, or came back of what had left outside of a visit. */
  units: number;
  ownPriceCents: number | null;
}

export const lossView: Projection<FleetFact, LossRow> = {
  collection: 'losses',
  version: 1,
  orders: ['at', ['machineId', 'at']],
  categories: ['machine'],
  rows: (fact) => (lossOf(fact) ? [{ account: fact.meta.account, id: fact.id }] : []),
  apply: (row, fact) => lossOf(fact) ?? row,
};

/** No more was there to be lost, or to come back, than the books had: what they count below nothing was never entered, or a sensor was wrong. */
const there = (left: number): number => Math.max(0, left);

function lossOf({ type, data, meta }: Stored<FleetFact>): LossRow | undefined {
  switch (type) {
    case 'StockAdjusted': {
      const units = there(data.left - data.change) - there(data.left);
      if (units < 0 && !data.cause) return rowOf(meta.at, data, 'found', -units);
      return rowOf(meta.at, data, data.cause ?? causeIn(data.reason) ?? 'missing', units);
    }
    case 'StockTaken':
      return data.sessionId === undefined ? rowOf(meta.at, data, 'outside', there(data.left + data.quantity) - there(data.left)) : undefined;
    case 'StockReturned':
      return data.sessionId === undefined ? rowOf(meta.at, data, 'outside', there(data.left - data.quantity) - there(data.left)) : undefined;
    default:
      return undefined;
  }
}

const rowOf = (at: string, { machineId, productId, ownPriceCents }: Extract<FleetFact, { type: 'StockAdjusted' | 'StockTaken' | 'StockReturned' }>['data'], kind: LossKind, units: number): LossRow | undefined =>
  (units === 0 ? undefined : { at, machineId, productId, kind, units, ownPriceCents: ownPriceCents ?? null });

const SAID: readonly (readonly [LossCause, RegExp])[] = [
  ['expired', /\b(expire[sd]?|expiry|out of date|best[ -]before|use[ -]by|spoil(s|t|ed|age)?|mou?ld[y]?|rotten|stale|gone off)\b/i],
  ['damaged', /\b(damaged?|broken?|broke|crushed|leak(s|ed|ing|y)?|dented|burst|squashed)\b/i],
  ['stolen', /\b(stolen|stole|theft|thief|thieves|robbed|vandal(s|ised|ized|ism)?)\b/i],
];
/** What a reason plainly says, of a correction that was made before its cause was asked for. */
const causeIn = (reason: string): LossCause | undefined => SAID.find(([, words]) => words.test(reason))?.[0];
