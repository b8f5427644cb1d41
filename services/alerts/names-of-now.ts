/** What machines and goods are called, and where machines stand, by now: an alert that is open may be older than that, and somebody goes there. */
import { describeProducts, type ProductDescription } from '@larder/contracts/catalog.js';
import { machineCards } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { Kit } from '@larder/kit/kit.js';
import type { AlertRow } from './alert-view.js';
import { askedFor } from './raising.js';
import { sentenceOf } from './sentences.js';

type Cards = Out<typeof machineCards>;
const NONE: Cards = {};

/** Those that are open, with what they say; the others, and all while fleet and catalog are away, as they were raised. One question each, however many there are. */
export async function saidNow(kit: Kit, account: string, rows: readonly AlertRow[]): Promise<AlertRow[]> {
  const open = rows.filter(({ isResolved }) => !isResolved);
  const idsOf = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
  const [machineIds, productIds] = [idsOf(open.map(({ machine }) => machine.machineId)), idsOf(open.flatMap(({ product }) => product?.productId ?? []))];
  const [cards, products] = await Promise.all([
    machineIds.length > 0 ? kit.askLatelyOfEach(machineCards, { account, ids: machineIds }, askedFor(account)) : NONE,
    productIds.length > 0 ? kit.askLately(describeProducts, { account, ids: productIds }, askedFor(account)) : [],
  ]);
  const cardOf = new Map(isRefusal(cards) ? [] : Object.entries(cards));
  const goods = new Map(isRefusal(products) ? [] : products.map((product) => [product.productId, product]));
  return rows.map((row) => (row.isResolved ? row : named(row, cardOf.get(row.machine.machineId), goods.get(row.product?.productId ?? ''))));
}

function named(row: AlertRow, card: Cards[string] | undefined, found: Pick<ProductDescription, 'name' | 'sku'> | undefined): AlertRow {
  if (!card && !found) return row;
  const machine = card ? { machineId: card.machineId, name: card.name, location: { address: card.address } } : row.machine;
  const product = row.product && { ...row.product, ...(found && { name: found.name, sku: found.sku }) };
  // Which goods ran low may have been unknown when it was raised, and have been named when it got worse.
  const isSure = row.type !== 'low_stock' || product !== undefined;
  return { ...row, machine, ...(product && { product }), message: (isSure && sentenceOf(row, { machine: machine.name, product: product?.name })) || row.message };
}
