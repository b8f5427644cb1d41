/** A sale: recorded once, with everything it will ever be judged by copied onto it. */
import { refuse } from '@larder/contracts/reply.js';
import type { SalesFact } from '@larder/contracts/sales.js';
import type { Decider } from '@larder/kit/decider.js';

export type SaleFact = Extract<SalesFact, { type: 'SaleRecorded' }>;
export type Sale = SaleFact['data'];
export interface RecordSale {
  type: 'RecordSale';
  sale: Sale;
}

export const sale: Decider<RecordSale, SaleFact, { sale?: Sale }> = {
  category: 'sale',
  initial: {},
  decide(command, state) {
    if (!state.sale) return [{ type: 'SaleRecorded', data: command.sale }];
    return contentOf(state.sale) === contentOf(command.sale) ? [] : refuse('CONFLICT', `${command.sale.reference} is recorded already, with another content`);
  },
  evolve: (_, fact) => ({ sale: fact.data }),
};

/** What was sold when, where and for how much; a machine's name or a product's id may have changed since. */
const contentOf = ({ machineId, day, method, totalCents, lines }: Sale): string =>
  JSON.stringify([machineId, day, method, totalCents, lines.map(({ sku, quantity, totalCents: lineCents }) => [sku, quantity, lineCents])]);
