/** Visitors of the public pages leave their address, through the front door. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bookmarks, EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { startLarder, type TestLarder } from '../testing.js';

const roiResults = { monthlyRevenue: 315, annualRevenue: 3780.25, annualROI: 298.7, tier: 'Essential', tierCost: 948 };
const lead = { email: 'wren@seaside.example', firstName: '', propertyCount: 1, interestedInTrial: true, leadSource: 'roi-calculator', roiResults };

let larder: TestLarder;
let store: EventStore;
let bookmarks: Bookmarks;

beforeAll(async () => {
  ({ store, bookmarks } = await openSqliteEventStore(':memory:'));
  larder = await startLarder({ events: store, bookmarks, settings: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => larder.stop());

const leave = (body: unknown, headers?: Record<string, string>) => larder.call<{ stored: boolean }>('POST', '/api/marketing/lead-capture', { body, headers });
const log = async (): Promise<AnyFact[]> => {
  const all: AnyFact[] = [];
  const following = store.follow('', undefined, async (facts) => void all.push(...facts));
  await following.live;
  await following.stop();
  return all;
};
const captured = async () => (await log()).filter(({ type }) => type === 'LeadCaptured');
const stored = { status: 200, body: { success: true, data: { stored: true } } };

it('an address is kept once, however often and in whatever case the same is sent', async () => {
  expect(await leave(lead)).toEqual(stored);
  expect(await leave(lead)).toEqual(stored);
  expect(await Promise.all([leave({ ...lead, email: ' Wren@Seaside.example ' }), leave({ ...lead, email: ' Wren@Seaside.example ' })])).toEqual([stored, stored]);
  expect(await captured()).toHaveLength(1);
});

it('other answers of the same visitor are kept anew, and the same answer is given for a known address and a new one', async () => {
  const before = await captured();
  expect(await leave({ ...lead, propertyCount: 3 })).toEqual(stored);
  expect(await leave({ ...lead, email: 'new@seaside.example' })).toEqual(stored);
  const added = (await captured()).slice(before.length);
  expect(added.map(({ stream }) => stream === before[0]?.stream)).toEqual([true, false]);
});

it('the same call again, because its answer was lost, has one effect', async () => {
  const [before, key] = [(await captured()).length, { 'idempotency-key': 'the same click' }];
  await leave({ ...lead, email: 'twice@seaside.example' }, key);
  await leave({ ...lead, email: 'twice@seaside.example' }, key);
  expect(await captured()).toHaveLength(before + 1);
});

it.each<[string, unknown, RegExp]>([
  ['no address', { ...lead, email: undefined }, /Email is required/],
  ['an empty address', { ...lead, email: ' ' }, /Email is required/],
  ['something that is no address', { ...lead, email: 'wren at seaside' }, /Please enter a valid email address/],
  ['a far too long address', { ...lead, email: `${'w'.repeat(300)}@seaside.example` }, /email/],
  ['a novel for a name', { ...lead, firstName: 'w'.repeat(101) }, /firstName/],
  ['no results', { ...lead, roiResults: undefined }, /roiResults/],
  ['results that are no numbers', { ...lead, roiResults: { ...roiResults, annualRevenue: '3780.25' } }, /annualRevenue/],
  ['impossible results', { ...lead, roiResults: { ...roiResults, monthlyRevenue: 1e12 } }, /monthlyRevenue/],
  ['a plan nobody offers', { ...lead, roiResults: { ...roiResults, tier: 'Platinum' } }, /tier/],
  ['no property', { ...lead, propertyCount: 0 }, /propertyCount/],
  ['half a property', { ...lead, propertyCount: 1.5 }, /propertyCount/],
  ['a source that is a script', { ...lead, leadSource: '<script>' }, /leadSource/],
  ['more than was asked', { ...lead, password: 'x' }, /password/],
])('%s is refused in the envelope and not kept', async (_, body, message) => {
  const before = (await captured()).length;
  const answer = await leave(body);
  expect(answer).toMatchObject({ status: 400, body: { success: false, error: 'BAD_INPUT' } });
  expect(answer.body.message).toMatch(message);
  expect(await captured()).toHaveLength(before);
});

it('of one caller\'s ten are kept in a quarter of an hour, others\' meanwhile', async () => {
  const leaveFrom = (address: string, n: number) => leave({ ...lead, email: `many${n}@seaside.example` }, { 'x-forwarded-for': address });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await leaveFrom('203.0.113.7', n)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  expect((await leaveFrom('203.0.113.8', 11)).status).toBe(200);
});

it('far too much is refused before it is read', async () => {
  expect(await leave({ ...lead, firstName: 'w'.repeat(300_000) })).toMatchObject({ status: 413, body: { success: false, error: 'TOO_LARGE' } });
});

it('nothing that a visitor told us is readable in the log', async () => {
  const text = JSON.stringify(await captured());
  expect(text).toContain('LeadCaptured');
  // Only what is too long, or has a sign too many, to stand by chance in something sealed, hashed or counted.
  expect(text).not.toMatch(/seaside|wren@|roi-calculator|3780\.25|Essential/i);
});
