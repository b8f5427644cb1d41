/** What machines and goods are called, and where machines stand, by now: an alert that is open may be older than that, and somebody goes there. */
import { describeProducts, type ProductDescription } from '@larder/contracts/catalog.js';
import { machineCards } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { Kit } from '@larder/kit/kit.js';
import type { AlertRow } from './alert-view.js';
import { askedFor } from './watching/raising.js';
import { sentenceOf } from './sentences.js';

type Cards = Out<typeof machineCards>;
type Goods = Pick<ProductDescription, 'name' | 'sku'>;

/** Their names by now, and as they are given where nobody says otherwise. */
export async function calledNow<M extends { machineId: string; name: string }>(kit: Kit, account: string, machines: readonly M[]): Promise<M[]> {
  const cards = await cardsOf(kit, account, machines.map(({ machineId }) => machineId));
  return machines.map((machine) => ({ ...machine, name: cards.get(machine.machineId)?.name ?? machine.name }));
}

/** Those that are open, with what they say; the others, and all while fleet and catalog are away, as they were raised. One question each, however many there are. */
export async function saidNow(kit: Kit, account: string, rows: readonly AlertRow[]): Promise<AlertRow[]> {
  const open = rows.filter(({ isResolved }) => !isResolved);
  const [cards, products] = await Promise.all([
    cardsOf(kit, account, open.map(({ machine }) => machine.machineId)),
    goodsOf(kit, account, open.flatMap(({ product }) => product?.productId ?? [])),
  ]);
  return rows.map((row) => (row.isResolved ? row : named(row, cards.get(row.machine.machineId), products.get(row.product?.productId ?? ''))));
}

async function cardsOf(kit: Kit, account: string, machineIds: readonly string[]): Promise<ReadonlyMap<string, Cards[string]>> {
  const ids = each(machineIds);
  const found = ids.length > 0 ? await kit.askLatelyOfEach(machineCards, { account, ids }, askedFor(account)) : {};
  return new Map(isRefusal(found) ? [] : Object.entries<Cards[string]>(found));
}

async function goodsOf(kit: Kit, account: string, productIds: readonly string[]): Promise<ReadonlyMap<string, Goods>> {
  const ids = each(productIds);
  const found = ids.length > 0 ? await kit.askLately(describeProducts, { account, ids }, askedFor(account)) : [];
  return new Map(isRefusal(found) ? [] : found.map((product) => [product.productId, product]));
}

/** Once, in an order that makes the same question of the same ones. */
const each = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

function named(row: AlertRow, card: Cards[string] | undefined, found: Goods | undefined): AlertRow {
  if (!card && !found) return row;
  const machine = card ? { machineId: card.machineId, name: card.name, location: { address: card.address } } : row.machine;
  const product = row.product && { ...row.product, ...(found && { name: found.name, sku: found.sku }) };
  // Which goods ran low may have been unknown when it was raised, and have been named when it got worse.
  const isSure = row.type !== 'low_stock' || product !== undefined;
  return { ...row, machine, ...(product && { product }), message: (isSure && sentenceOf(row, { machine: machine.name, product: product?.name })) || row.message };
}
