/**
 * Thousands of refunds of a cent, each sent two to five times at once over connections that break: one effect each, and everybody gets the same answer.
 * All move money at the test provider. `IDEMPOTENCY_COMMANDS=10000` is the whole measure; 1000 run with all other tests.
 */
import type { Purchase } from '@larder/contracts/vending/black-box.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { breakingClient, seeded, type BreakingClient } from '../breaking.testing.js';
import { startRestarting, type Restarting } from './restarting.testing.js';
import type { AddedMachine, Answer } from '../testing.js';

const COMMANDS = Number(process.env.IDEMPOTENCY_COMMANDS ?? 1_000);
const PER_SALE = 100;
const PRICE = 2;
const BROKEN_SHARE = 0.2;
/** Commands under way at once. */
const SIDE_BY_SIDE = 64;
const random = seeded(4_711);

let product: Restarting;
let machine: AddedMachine;
let client: BreakingClient;
let owner: string;
let visits: string[];

beforeAll(async () => {
  product = await startRestarting(standingClock('2026-03-01T17:00:00.000Z'));
  owner = await product.larder.signIn('owner');
  machine = await product.larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: PRICE, quantity: 500 }] });
  client = breakingClient(product.larder.url, BROKEN_SHARE, random);
  visits = [];
  while (visits.length < COMMANDS / PER_SALE) visits.push(await bought());
}, 60_000);
afterAll(async () => {
  client.close();
  await product.end();
});

/** A paid visit, on the log's disk. */
async function bought(): Promise<string> {
  const { sessionId } = await product.larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-042` } });
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  machine.device.closeDoor(sessionId);
  const { checkoutUrl } = await until('payment is due', async () => {
    const view = await product.larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  await product.larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('the sale is there', async () => (await product.larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  return sessionId;
}
const refund = (n: number, amount = 0.01): Promise<Answer<unknown>> =>
  client.post(`/api/admin/sales/visit.${visits[n % visits.length]}.0/refund`, { amount, reason: `Cent ${n}` }, { authorization: `Bearer ${owner}`, 'idempotency-key': `cent-${n}` });
const purchase = (visit: string) => product.larder.ask<Purchase>('GET', `/api/admin/sales/visit.${visit}`, { token: owner });
/** Runs `work` for every number below `count`, many side by side. */
async function forEach(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, async () => {
    while (next < count) await work(next++);
  }));
}

it(`${COMMANDS} refunds of a cent, each sent two to five times at once: one effect and one answer each`, async () => {
  const begun = performance.now();
  const wrong: unknown[] = [];
  await forEach(COMMANDS, async (n) => {
    const answers = await Promise.all(Array.from({ length: 2 + Math.floor(random() * 4) }, () => refund(n)));
    const different = new Set(answers.map((answer) => JSON.stringify(answer)));
    if (different.size > 1 || answers[0]?.status !== 200) wrong.push([...different]);
  });
  const answeredMs = performance.now() - begun;
  expect(wrong).toEqual([]);
  const cents = COMMANDS / visits.length;
  await until('everything is given back', async () => {
    const lines = await Promise.all(visits.map(async (visit) => (await purchase(visit)).lines[0]));
    return lines.every((line) => line && Math.round(line.refundedAmount * 100) === cents);
  }, 60_000);
  const { sent, broken } = client.counted;
  process.stderr.write(`idempotency: ${JSON.stringify({ commands: COMMANDS, sent, broken, answeredSeconds: Number((answeredMs / 1000).toFixed(1)), givenBackSeconds: Number(((performance.now() - begun) / 1000).toFixed(1)) })}\n`);
}, 300_000);

it('a key that comes again is answered as before; with another request it is refused and does nothing', async () => {
  await forEach(COMMANDS / 10, async (n) => {
    const [again, another] = [await refund(n * 10), await refund(n * 10, 0.02)];
    expect([again.status, another.status, another.body.message]).toEqual([200, 409, 'This Idempotency-Key was used with another request.']);
  });
  for (const visit of visits) expect((await purchase(visit)).lines[0]?.refundedAmount).toBe(COMMANDS / visits.length / 100);
}, 60_000);
