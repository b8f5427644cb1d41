/** Setup profiles that are open, for their organization; and the codes that are good, for machines that know nothing else. */
import type { Coordinates } from '@larder/contracts/fleet.js';
import { plain } from '@larder/contracts/names.js';
import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface SetupRow {
  setupId: string;
  machineId: string;
  name: string;
  address: string;
  floor?: string;
  coordinates?: Coordinates;
  timeZone: string;
  currency: string;
  isResetup: boolean;
  expiresAt: string;
  createdAt: string;
  /** Who prepared it. */
  actor: string;
  search: string;
}

export const setupView: Projection<SetupFact, SetupRow> = {
  collection: 'setups',
  version: 2,
  orders: ['createdAt'],
  categories: ['setup'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.setupId }],
  apply(row, fact) {
    switch (fact.type) {
      case 'SetupProfileCreated': {
        const { wifi: _, codeHash: __, ...shown } = fact.data;
        return { ...shown, createdAt: fact.meta.at, actor: fact.meta.actor, search: plain(`${shown.name} ${shown.machineId} ${shown.address}`) };
      }
      case 'SetupClaimBegun':
        return row;
      case 'SetupCodeRenewed':
        return row && { ...row, expiresAt: fact.data.expiresAt };
      default:
        return undefined;
    }
  },
};

export interface GoodCode {
  account: string;
  machineId: string;
}
/** Found before anybody knows which organization a code belongs to. */
export const CODES = 'codes';

/** By the hash of the code. */
export const codeView: Projection<SetupFact, GoodCode> = {
  collection: 'setup-codes',
  version: 1,
  orders: [],
  categories: ['setup'],
  rows: ({ data }) => [data.codeHash, ...('formerCodeHash' in data ? [data.formerCodeHash] : [])].map((id) => ({ account: CODES, id })),
  apply(row, { type, data, meta }, id) {
    if (type === 'SetupClaimBegun') return row;
    const isGood = (type === 'SetupProfileCreated' || type === 'SetupCodeRenewed') && data.codeHash === id;
    return isGood ? { account: meta.account, machineId: data.machineId } : undefined;
  },
};
