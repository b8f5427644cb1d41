/** A log with a million sales, half of them of one organization, as `sales` and `start` need it. */
import { randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteEventStore } from '../services/kit/dist/events/sqlite/sqlite-event-store.js';
import { pause } from './measure.mjs';
import { end, startProduct } from './processes.mjs';

export const SALES = Number(process.env.SALES ?? 1_000_000);
const DAYS = 700;
const WRITERS = 512;
const today = Date.now();

export const accountOf = (n) => (n % 2 ? 'demo' : 'other');

export function saleOf(n) {
  const account = accountOf(n);
  const day = new Date(today - (n % DAYS) * 86_400_000).toISOString().slice(0, 10);
  const machine = n % 50;
  const product = n % 40;
  const line = { productId: `p${product}`, name: `Product ${product}`, sku: `SKU-${product}`, category: 'Drinks', quantity: 1 + (n % 3), unitPriceCents: 275, costCents: 80, totalCents: 275 * (1 + (n % 3)), slot: 'A1' };
  return {
    saleId: `bench.${account}.${n}`, machineId: `BENCH-${account}-${machine}`, machineName: `Machine ${machine}`, address: '1 Main Street', soldAt: `${day}T${String(n % 24).padStart(2, '0')}:00:00.000Z`, day, timeKnown: true,
    method: n % 2 ? 'card' : 'cash', currency: 'USD', lines: [line], totalCents: line.totalCents, source: 'seed-live', reference: String(n),
  };
}

async function fill(folder) {
  const { store } = await openSqliteEventStore(join(folder, 'larder.db'));
  let next = 0;
  const writer = async () => {
    for (let n = next++; n < SALES; n = next++) {
      const data = saleOf(n);
      await store.append(`sale-${data.saleId}`, -1, [{ id: randomUUID(), type: 'SaleRecorded', data, meta: { commandId: `c${n}`, account: accountOf(n), actor: 'bench', at: data.soldAt, correlationId: 'bench' } }]);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await store.close();
}

/** What the log holds is published to those who hear it: that is work of a first start, and none of those that are measured. */
async function publish(folder) {
  const product = await startProduct({ folder, demo: false });
  while (/^larder_relay_reached\{.*\} 0$/m.test(await (await fetch(`${product.url}/metrics`)).text())) await pause(500);
  await end(product.child, 'SIGTERM');
}

/** Lays the log into an empty folder. `BENCH_KEPT` names a folder where it is kept for the next that needs it. */
export async function layLogOfSales(folder) {
  const kept = process.env.BENCH_KEPT && join(process.env.BENCH_KEPT, `sales-${SALES}`);
  const copy = (from, to) => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (file) => !file.endsWith('.sock') });
  if (kept && existsSync(kept)) return copy(kept, folder);
  await fill(folder);
  await publish(folder);
  if (kept) copy(folder, kept);
}
