/** Four organizations, each with a word of its own in everything it has: mixed calls, pages that are told, rows, logs, e-mails and files, and nowhere the word of another. */
import { routes } from '@larder/gateway/routes.js';
import { openLog } from '@larder/kit/start.js';
import { seeded } from '../breaking.testing.js';
import { fetchFile, pdfText } from '../files.testing.js';
import { BIRDS, foreignWords, foundTenant, KINDS, privateWords, type Tenant } from './canaries.testing.js';
import { LEFT_OUT, Mixer, type MixedCall } from './mixed-calls.testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';

/** 100,000 were drawn by hand. */
const RESPONSES = Number(process.env.CANARY_RESPONSES ?? 3_000);
const SEED = Number(process.env.CANARY_SEED ?? 286_566);
const AT_ONCE = 12;

const log: string[] = [];
const told: { subject: string; row: string }[] = [];
const live = new Map<Tenant, string>();
let larder: TestLarder;
const tenants: Tenant[] = [];
const ending = new AbortController();

beforeAll(async () => {
  larder = await startLarder({ log: openLog('debug', { write: (line: string) => void log.push(line) }) });
  await larder.kit.bus.listen('view.>', (payload, subject) => void told.push({ subject, row: JSON.stringify(payload) }));
  for (const bird of BIRDS) tenants.push(await foundTenant(larder, bird));
  for (const tenant of tenants) void watch(tenant);
}, 60_000);
afterAll(async () => {
  ending.abort();
  await larder.stop();
});

/** A screen of the organization that is open all the time. */
async function watch(tenant: Tenant): Promise<void> {
  live.set(tenant, '');
  const response = await fetch(`${larder.url}/api/live`, { headers: { authorization: `Bearer ${tenant.tokens.viewer}` }, signal: ending.signal });
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) live.set(tenant, `${live.get(tenant)}${new TextDecoder().decode(chunk)}`);
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
}

/** What of others stands in an answer, apart from what it was asked with. */
function foreignIn(text: string, { of, named, sent, path, isForGuests }: MixedCall): string[] {
  const unsaid = [...sent].sort((a, b) => b.length - a.length).reduce((left, said) => left.replaceAll(said, '…'), text);
  // The directory of machines that can be tapped is for everybody; what is for members is in it of nobody.
  if (/^(\/api)?\/vend\/machines/.test(path)) return privateWords(unsaid, tenants);
  return foreignWords(unsaid, tenants, isForGuests ? [of, ...named] : [of]);
}

async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  return `${JSON.stringify([...response.headers])}\n${isPdf ? pdfText({ bytes }) : bytes.toString()}`;
}

it(`${RESPONSES} mixed answers hold nothing of another organization`, async () => {
  const mixer = new Mixer(tenants, seeded(SEED));
  const statuses = new Map<number, number>();
  const tried = new Set<string>();
  let withOnesOwn = 0;
  const foreign: string[] = [];
  for (let n = 0; n < RESPONSES; n += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, RESPONSES - n) }, () => mixer.next()).map(async (call) => {
      const { method, path, headers, body } = call;
      const response = await fetch(`${larder.url}${path}`, { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, body });
      const text = await textOf(response);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      tried.add(call.operation);
      if (text.toLowerCase().includes(call.of.word)) withOnesOwn++;
      const found = foreignIn(text, call);
      if (found.length > 0 || response.status >= 500) foreign.push(`seed ${SEED}, ${call.as} of ${call.of.word}: ${method} ${path} ${body ?? ''} → ${response.status} with ${found.join()}: ${text.slice(0, 2_000)}`);
    }));
  }
  process.stderr.write(`Canaries: ${RESPONSES} answers by ${tried.size} operations, seed ${SEED}, ${withOnesOwn} with words of one's own, ${foreign.length} with foreign ones; by status ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
  expect(foreign.slice(0, 3)).toEqual([]);
  // They are no proof unless most of them say something.
  expect(withOnesOwn).toBeGreaterThan(RESPONSES / 8);
  expect(statuses.get(200)).toBeGreaterThan(RESPONSES / 5);
  if (RESPONSES >= 3_000) expect(tried.size).toBe(routes.length - Object.keys(LEFT_OUT).length);
}, 30_000 + RESPONSES * 40);

it('a foreign word would be found, in any case, unless the caller has said it', () => {
  const [ours, theirs] = tenants as [Tenant, Tenant];
  const call: MixedCall = { of: ours, as: 'owner', operation: 'GET /api/cognito-auth/machines', method: 'GET', path: '/api/cognito-auth/machines', headers: {}, named: [theirs], sent: [], isForGuests: false };
  expect(foreignIn(`{"name":"${ours.word} and ${theirs.word.toUpperCase()} Lobby"}`, call)).toEqual([theirs.word]);
  expect(foreignIn(`{"sku":"${theirs.word}x-1"}`, { ...call, sent: [`${theirs.word}x-1`] })).toEqual([]);
  expect(foreignIn(`{"name":"${theirs.word} lobby"}`, { ...call, isForGuests: true })).toEqual([]);
  expect(foreignIn(`[{"name":"${theirs.word} lobby","sku":"${theirs.word}x-1"}]`, { ...call, path: '/api/vend/machines', isForGuests: true })).toEqual([`${theirs.word}x`]);
});

it('everybody has something of every kind to lose', () => {
  for (const { ids } of tenants) expect(KINDS.filter((kind) => ids[kind].length === 0)).toEqual([]);
});

it('files of every kind hold words of one\'s own, and no others', async () => {
  for (const tenant of tenants) {
    const paths = ['sales', 'machines', 'products'].flatMap((type) => ['csv', 'json', 'pdf'].map((format) => `/api/admin/sales/export?type=${type}&format=${format}&timeframe=all`));
    paths.push('/api/cognito-auth/products/export', ...['json', 'pdf'].map((format) => `/api/admin/sales/${encodeURIComponent(tenant.ids.sale[0] as string)}/evidence?format=${format}`));
    for (const path of paths) {
      const file = await fetchFile(larder, path, tenant.tokens.owner);
      const text = file.contentType === 'application/pdf' ? pdfText(file) : file.bytes.toString();
      expect([path, text.toLowerCase().includes(tenant.word), foreignWords(text, tenants, [tenant])]).toEqual([path, true, []]);
    }
  }
});

it('open screens were told of their own only', () => {
  for (const tenant of tenants) {
    const text = live.get(tenant) ?? '';
    expect(text).toContain('event: changed');
    expect(foreignWords(text, tenants, [tenant])).toEqual([]);
    const ofOthers = tenants.filter((other) => other !== tenant).flatMap(({ ids }) => Object.values(ids).flat());
    expect(ofOthers.filter((id) => text.includes(id))).toEqual([]);
  }
});

it('on the bus, what is told under the name of an organization is its own, and what is told to guests is of one', () => {
  expect(told.length).toBeGreaterThan(100);
  const mixed = told.filter(({ subject, row }) => {
    const owner = tenants.find(({ word }) => subject.split('.')[2] === word);
    return owner ? foreignWords(`${subject} ${row}`, tenants, [owner]).length > 0 : foreignWords(`${subject} ${row}`, tenants, []).length > 1;
  });
  expect(mixed).toEqual([]);
});

it('in the views, rows of an organization are its own, and rows for others are of one', async () => {
  const collections = Object.entries(await larder.everyRow()).map(([collection, text]) => [collection, JSON.parse(text) as { account: string; rows: unknown[] }[]] as const);
  expect(collections.flatMap(([, accounts]) => accounts).length).toBeGreaterThan(20);
  const mixed = collections.flatMap(([collection, accounts]) => accounts.flatMap(({ account, rows }) => rows.map((row) => ({ collection, account, row })))).filter(({ account, row }) => {
    const owner = tenants.find(({ word }) => word === account);
    const words = foreignWords(JSON.stringify(row), tenants, owner ? [owner] : []);
    return words.length > (owner ? 0 : 1);
  });
  expect(mixed).toEqual([]);
});

it('e-mails hold words of the organization they are about only', async () => {
  const mails = (await (await fetch(`${larder.url}/dev/mailbox.json`)).json()) as { to: string; subject: string; text: string; html: string }[];
  expect(mails.length).toBeGreaterThan(tenants.length);
  expect(mails.filter((mail) => foreignWords(JSON.stringify(mail), tenants, []).length > 1)).toEqual([]);
});

it('no line of the log tells of two organizations, or anything that is for members only', () => {
  expect(log.length).toBeGreaterThan(0);
  expect(log.filter((line) => foreignWords(line, tenants, []).length > 1 || privateWords(line, tenants).length > 0 || /@zz|Bearer |Basic /i.test(line) || line.includes(PASSWORD))).toEqual([]);
});
