/** The price list a machine should have, and what the machine said it has. */
import type { DeviceOrder, DevicePriceFact } from '@larder/contracts/device.js';
import { DEVICE_PRICES, type DevicePricesView, type ListedPrice } from '@larder/contracts/device/device-prices.js';
import { toAmount } from '@larder/contracts/money.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { overtaking } from '../overtaking.js';

export type PricesCommand =
  | { type: 'DraftPrices'; machineId: string; currency: string; prices: readonly ListedPrice[] }
  | { type: 'NoteSent' | 'NoteConfirmed'; machineId: string; revision: number }
  /** The machine has a revision that was never given: of a log that was lost, or as another machine's. */
  | { type: 'Overtake'; machineId: string; revision: number };

export interface PricesState {
  /** 0: nothing was ever for sale in it. */
  revision: number;
  currency: string;
  prices: ListedPrice[];
  sent: number | null;
  confirmed: number | null;
}

const initial: PricesState = { revision: 0, currency: 'USD', prices: [], sent: null, confirmed: null };

export const prices: Decider<PricesCommand, DevicePriceFact, PricesState> = {
  category: 'prices',
  initial,
  decide(command, state) {
    const { machineId } = command;
    switch (command.type) {
      case 'DraftPrices': {
        if (isSame(command, state)) return [];
        return [{ type: 'DevicePricesDrafted', data: { machineId, revision: state.revision + 1, currency: command.currency, prices: [...command.prices] } }];
      }
      case 'Overtake': {
        const revision = overtaking(command.revision, state.revision);
        return revision === undefined ? [] : [{ type: 'DevicePricesDrafted', data: { machineId, revision, currency: state.currency, prices: state.prices } }];
      }
      case 'NoteSent':
        return command.revision !== state.revision || command.revision === state.sent ? [] : [{ type: 'DevicePricesSent', data: { machineId, revision: command.revision } }];
      case 'NoteConfirmed':
        return command.revision === 0 || command.revision > state.revision || command.revision === state.confirmed ? [] : [{ type: 'DevicePricesConfirmed', data: { machineId, revision: command.revision } }];
      default:
        return never(command);
    }
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'DevicePricesDrafted':
        return { ...state, revision: data.revision, currency: data.currency, prices: data.prices };
      case 'DevicePricesSent':
        return { ...state, sent: data.revision };
      case 'DevicePricesConfirmed':
        return { ...state, confirmed: data.revision };
      default:
        return never(type);
    }
  },
};

/** The product of a slot is of no interest to the machine, but a list whose products are wrong would not follow their prices. */
function isSame(wanted: { currency: string; prices: readonly ListedPrice[] }, { revision, currency, prices: now }: PricesState): boolean {
  if (wanted.prices.length !== now.length) return false;
  if (revision === 0) return true; // nothing was ever for sale, and nothing is
  return wanted.currency === currency && wanted.prices.every(({ slot, productId, priceCents }, n) => slot === now[n]?.slot && productId === now[n]?.productId && priceCents === now[n]?.priceCents);
}

export interface PricesRow extends PricesState {
  machineId: string;
  /** To find the machines of a product. */
  productIds: string[];
  draftedAt: string | null;
  sentAt: string | null;
  confirmedAt: string | null;
}

export const pricesView: Projection<DevicePriceFact, PricesRow> = {
  collection: 'device-prices',
  version: 1,
  orders: [],
  categories: ['prices'],
  rows: ({ meta, data }) => [{ account: meta.account, id: data.machineId }],
  apply(row, fact) {
    const { meta, data } = fact;
    const state = prices.evolve(row ?? initial, fact);
    const before = row ?? unpriced(data.machineId);
    return {
      ...before, ...state, productIds: state.prices.map(({ productId }) => productId),
      ...(fact.type === 'DevicePricesDrafted' && { draftedAt: meta.at }), ...(fact.type === 'DevicePricesSent' && { sentAt: meta.at }), ...(fact.type === 'DevicePricesConfirmed' && { confirmedAt: meta.at }),
    };
  },
};

export const unpriced = (machineId: string): PricesRow => ({ ...initial, machineId, productIds: [], draftedAt: null, sentAt: null, confirmedAt: null });

/** As the machine is told it; none while there is nothing to tell. */
export const listOf = ({ revision, currency, prices: all }: Pick<PricesState, 'revision' | 'currency' | 'prices'>): DeviceOrder | undefined =>
  (revision === 0 ? undefined : { v: 1, t: 'list', rev: revision, cur: currency, p: Object.fromEntries(all.slice(0, DEVICE_PRICES).map(({ slot, priceCents }) => [slot, priceCents])) });

export function shown({ machineId, revision, currency, prices: all, sent, confirmed, draftedAt, sentAt, confirmedAt }: PricesRow): DevicePricesView {
  const [state, since] = revision === 0 ? (['none', null] as const) : confirmed === revision ? (['confirmed', confirmedAt] as const) : sent === revision ? (['sent', sentAt] as const) : (['drafted', draftedAt] as const);
  return { machineId, revision, currency, prices: all.map(({ slot, priceCents }) => ({ slot, price: toAmount(priceCents) })), state, since, confirmed };
}
