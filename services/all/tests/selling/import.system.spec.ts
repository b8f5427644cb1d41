/** The market leader's export comes in: the totals are right to the cent, twice changes nothing, and what cannot be taken is kept aside. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { exportLine, exportOf, smallExport, smallExportLines } from '@larder/sales/testing.js';
import { exportToTest, figuresOf } from '../export-figures.js';
import { startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

const { title, csv, figures } = exportToTest();
const clock = () => standingClock('2026-03-01T17:00:00.000Z');

interface Run {
  /** As they were seen while it ran; the last one is the outcome. */
  reports: ImportReport[];
  last: ImportReport;
}
async function runImport(larder: TestLarder, token: string, file: string, dryRun = false): Promise<Run> {
  const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'export.csv', csv: file, dryRun, timeZone: TIME_ZONE } });
  const reports: ImportReport[] = [];
  const last = await until('the import has ended', async () => {
    const report = await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token });
    reports.push(report);
    return report.state !== 'running' && report;
  }, 60_000);
  return { reports, last };
}
const machinesOf = async (larder: TestLarder, token: string): Promise<MachineView[]> => (await larder.ask<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100', { token })).machines;
const productsOf = async (larder: TestLarder, token: string): Promise<number> => (await larder.ask<{ total: number }>('GET', '/api/cognito-auth/products?limit=1', { token })).total;
const headOf = async (larder: TestLarder): Promise<unknown> => ((await (await fetch(`${larder.url}/readyz`)).json()) as { views: { head: string }[] }).views[0]?.head;
const byName = (report: ImportReport) => Object.fromEntries(report.machines.map(({ name, lines, totalCents }) => [name, { lines, cents: totalCents }]));
const nothing = { purchases: 0, items: 0, lines: 0, cents: 0, machines: {}, methods: {}, months: {} };

describe(`Importing ${title}`, () => {
  let larder: TestLarder;
  let owner: string;
  let products: number;
  beforeAll(async () => {
    larder = await startLarder({ clock: clock() });
    owner = await larder.signIn('owner');
  });
  afterAll(() => larder.stop());

  it('says what would happen without changing anything', async () => {
    const before = await headOf(larder);
    const { last } = await runImport(larder, owner, csv, true);
    expect(last).toMatchObject({ state: 'done', dryRun: true, rows: figures.lines, doneRows: figures.lines, sales: figures.purchases, known: 0, totalCents: figures.cents, machinesAdded: Object.keys(figures.machines).length, quarantine: [] });
    expect(byName(last)).toEqual(figures.machines);
    expect(await headOf(larder)).toBe(before);
    expect(await figuresOf(larder, owner)).toEqual(nothing);
    expect(await machinesOf(larder, owner)).toEqual([]);
    products = last.productsAdded;
    expect(products).toBeGreaterThan(0);
  });

  it('records every purchase, to the cent, by machine, method and month', async () => {
    const { last, reports } = await runImport(larder, owner, csv);
    expect(last).toMatchObject({ state: 'done', rows: figures.lines, sales: figures.purchases, known: 0, totalCents: figures.cents, machinesAdded: Object.keys(figures.machines).length, productsAdded: products, quarantine: [] });
    expect(byName(last)).toEqual(figures.machines);
    expect(await figuresOf(larder, owner)).toEqual(figures);
    const done = reports.map(({ doneRows }) => doneRows);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(last.doneRows).toBe(figures.lines);
  });

  it('adds the machines at their places, and the products', async () => {
    const machines = await machinesOf(larder, owner);
    expect(machines.map(({ name }) => name).sort()).toEqual(Object.keys(figures.machines).sort());
    for (const { name, machineId, location, status, totalRevenue, timeZone } of machines) {
      expect(csv).toContain(`${location.address},${name},`);
      expect({ machineId, status, timeZone, cents: Math.round((totalRevenue ?? 0) * 100) }).toEqual({ machineId: name.replace(/[ -]+/g, '-'), status: 'offline', timeZone: TIME_ZONE, cents: figures.machines[name]?.cents });
    }
    expect(await productsOf(larder, owner)).toBe(products);
  });

  it('changes nothing when it is run again', async () => {
    const { last } = await runImport(larder, owner, csv);
    expect(last).toMatchObject({ state: 'done', sales: 0, known: figures.purchases, totalCents: 0, machinesAdded: 0, productsAdded: 0, quarantine: [] });
    expect(await figuresOf(larder, owner)).toEqual(figures);
    expect(await productsOf(larder, owner)).toBe(products);
    expect((await runImport(larder, owner, csv, true)).last).toMatchObject({ sales: 0, known: figures.purchases, machinesAdded: 0, productsAdded: 0 });
  });

  it('leaves no view that could not be made again from the facts, byte by byte', async () => {
    const before = await larder.everyRow();
    expect(before.sales).toContain('"timeKnown":false');
    await larder.kit.rebuildAll();
    const after = await larder.everyRow();
    expect(Object.keys(before).filter((view) => after[view] !== before[view])).toEqual([]);
  });

  it('brings another organization, whose file names the same machines, machines of its own, and shows it nothing of these', async () => {
    const rival = await larder.signIn('owner', 'rival');
    const small = exportOf([{ Machine: Object.keys(figures.machines)[0], RPrice: '9' }]);
    const own = expect.stringMatching(/^[A-Za-z0-9-]+-[0-9a-f]{6}$/) as string;
    for (const [dryRun, known] of [[true, 0], [false, 0], [true, 1], [false, 1]] as const) {
      const { last } = await runImport(larder, rival, small, dryRun);
      expect(last).toMatchObject({ state: 'done', sales: 1 - known, known, machinesAdded: 1 - known, quarantine: [], machines: [{ machineId: own, added: known === 0, lines: 1, totalCents: 900 }] });
      expect(last.warnings).toEqual(known === 1 ? [] : [expect.stringMatching(/ is added as .+-[0-9a-f]{6}: another organization has a machine /)]);
    }
    expect(await figuresOf(larder, rival)).toMatchObject({ purchases: 1, cents: 900 });
    expect(await machinesOf(larder, rival)).toMatchObject([{ machineId: own, name: Object.keys(figures.machines)[0] }]);
    expect(await figuresOf(larder, owner)).toEqual(figures);
  });

  it('keeps the report from other organizations, and the import from those who may not', async () => {
    const { last } = await runImport(larder, owner, smallExport(), true);
    const rival = await larder.signIn('owner', 'rival');
    expect(await larder.call('GET', `/api/admin/sales/import/${last.importId}`, { token: rival })).toMatchObject({ status: 404 });
    expect(await larder.call('POST', '/api/admin/sales/import', { token: await larder.signIn('operator'), body: { fileName: 'x.csv', csv } })).toMatchObject({ status: 403 });
    expect(await larder.call('POST', '/api/admin/sales/import', { body: { fileName: 'x.csv', csv } })).toMatchObject({ status: 401 });
  });
});

describe(`Importing a spoiled copy of ${title}`, () => {
  it('keeps exactly the spoiled purchases aside, each line as it stands in the file, and takes the others', async () => {
    const larder = await startLarder({ clock: clock() });
    const owner = await larder.signIn('owner');
    const lines = csv.trimEnd().split('\r\n');
    const spoil: ((line: string) => string)[] = [
      (line) => line.replace('2022"', '2023"'), (line) => line.replace(/,(Cash|Credit),/, ',Token,'), (line) => line.replace(/^Processed/, 'Declined'), (line) => `${line},`,
      (line) => line.replace('"', ''), (line) => line.replace(/,(\d+),"/, ',,"'), (line) => line.replace(/,1,(\d+),/, ',0,$1,'), (line) => line.replace(/,([\d.]+),([\d.]+),([\d/]+)$/, ',$1,999.99,$3'),
    ];
    const spoiled = lines.map((line, n) => (n % 13 === 7 ? (spoil[Math.floor(n / 13) % spoil.length]?.(line) ?? line) : line));
    const transactionOf = (line: string | undefined): string => /,(\d+),"[A-Z]/.exec(line ?? '')?.[1] ?? '';
    const changed = new Set(lines.filter((line, n) => line !== spoiled[n]).map(transactionOf));
    const aside = lines.flatMap((line, n) => (n > 0 && changed.has(transactionOf(line)) ? [n + 1] : []));
    expect(changed.size).toBeGreaterThan(4);

    const { last } = await runImport(larder, owner, `${spoiled.join('\r\n')}\r\n`);
    expect(last.quarantine.map(({ line }) => line)).toEqual(aside);
    for (const { line, row, reason } of last.quarantine) expect([row, reason.length > 5]).toEqual([spoiled[line - 1], true]);
    expect(last).toMatchObject({ state: 'done', sales: figures.purchases - changed.size, rows: figures.lines, doneRows: figures.lines });
    expect((await figuresOf(larder, owner)).lines).toBe(figures.lines - aside.length);

    const { last: mended } = await runImport(larder, owner, csv);
    expect(mended).toMatchObject({ sales: changed.size, known: figures.purchases - changed.size, quarantine: [] });
    expect(await figuresOf(larder, owner)).toEqual(figures);
    await larder.stop();
  });
});

describe('An import', () => {
  let larder: TestLarder;
  let owner: string;
  beforeEach(async () => {
    larder = await startLarder({ clock: clock() });
    owner = await larder.signIn('owner');
  });
  afterEach(() => larder.stop());
  const start = (body: object, headers = {}) => larder.call<{ importId: string }>('POST', '/api/admin/sales/import', { token: owner, headers, body: { fileName: 'x.csv', csv: smallExport(), ...body } });

  it('is history, and counts nothing toward what the plan includes a month', async () => {
    const { last } = await runImport(larder, owner, exportOf([{ TransDate: 'Sunday, March 1, 2026' }]));
    expect(last).toMatchObject({ sales: 1, quarantine: [] });
    expect(await larder.ask('GET', '/api/admin/sales/comparison', { token: owner })).toMatchObject({ month: { transactions: 1, revenue: 1.5 } });
    expect(await larder.ask('GET', '/api/admin/account/usage', { token: owner })).toMatchObject({ transactions: { current: 0 } });
  });
  it('of something else is refused with a sentence', async () => {
    expect(await start({ csv: 'id,name\n1,x\n' })).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^This is not a Seed Live export: it has no column Status/) } });
    expect(await start({ timeZone: 'Mars/Olympus' })).toMatchObject({ status: 400, body: { message: 'Unknown time zone: Mars/Olympus' } });
  });
  it('adds machines in the organization\'s time zone unless it is told another', async () => {
    await larder.ask('PUT', '/api/cognito-auth/account', { token: owner, body: { timeZone: 'Europe/Vienna' } });
    expect(await start({})).toMatchObject({ status: 200 });
    const [machine] = await until('a machine was added', async () => {
      const machines = await machinesOf(larder, owner);
      return machines.length > 0 && machines;
    });
    expect(machine?.timeZone).toBe('Europe/Vienna');
  });
  it('that is ordered twice with the same key runs once', async () => {
    const [first, second] = [await start({}, { 'idempotency-key': 'k1' }), await start({}, { 'idempotency-key': 'k1' })];
    expect(second.body.data?.importId).toBe(first.body.data?.importId);
  });
  it('does not keep the system from ending', async () => {
    await start({});
    await larder.stop();
    await expect(fetch(larder.url)).rejects.toThrow();
  });
  it('waits for its turn: one at a time', async () => {
    const [first, second] = await Promise.all([start({ csv: exportOf(smallExportLines().flatMap((line) => Array.from({ length: 40 }, (_, n) => ({ ...line, Transaction: `${line.Transaction}${n}` })))) }), start({})]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const { importId } = (first.body.data ?? second.body.data) as { importId: string };
    await until('it has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token: owner })).state === 'done');
    expect((await start({})).status).toBe(200);
  });
  it('says so when a machine is known here by another name, and calls its sales as it is called here', async () => {
    await larder.ask('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId: 'Lake-House-x1', name: 'Lobby', location: { address: '1 Main Street' }, timeZone: 'America/Chicago' } });
    const { last } = await runImport(larder, owner, exportOf([{}]));
    expect(last.machines).toEqual([{ machineId: 'Lake-House-x1', name: 'Lake House x1', knownAs: 'Lobby', added: false, lines: 1, totalCents: 150 }]);
    expect(last.machinesAdded).toBe(0);
    const { sales } = await larder.ask<{ sales: object[] }>('GET', '/api/admin/sales', { token: owner });
    expect(sales).toEqual([expect.objectContaining({ machine: { machineId: 'Lake-House-x1', name: 'Lobby' }, date: '2022-01-01T06:00:00.000Z', day: '2022-01-01', timeKnown: false })]);
  });
  it('enters what a machine sold under it, also where the file has other capitals: the two would be one on labels and phones', async () => {
    await larder.ask('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId: 'GARDEN-ROOM-X3', name: 'Garden', location: { address: '3 Hill' } } });
    const { last } = await runImport(larder, owner, exportOf([{ Transaction: '311', Machine: 'Garden Room x3' }]));
    expect(last).toMatchObject({ sales: 1, machinesAdded: 0, warnings: [], machines: [{ machineId: 'GARDEN-ROOM-X3', knownAs: 'Garden', added: false }] });
    expect((await machinesOf(larder, owner)).map(({ machineId }) => machineId).filter((id) => /^garden/i.test(id))).toEqual(['GARDEN-ROOM-X3']);
    // Its sales stay where it is taken out of the fleet.
    await larder.ask('DELETE', '/api/cognito-auth/machines/GARDEN-ROOM-X3', { token: owner, body: {} });
    const again = await runImport(larder, owner, exportOf([{ Transaction: '311', Machine: 'Garden Room x3' }, { Transaction: '312', Machine: 'Garden Room x3' }]));
    expect(again.last).toMatchObject({ known: 1, sales: 1, quarantine: [], machines: [{ machineId: 'GARDEN-ROOM-X3', added: true }] });
  });

  it('leaves an id that another organization had once to it', async () => {
    const rival = await larder.signIn('owner', 'rival');
    await larder.ask('POST', '/api/cognito-auth/machines', { token: rival, body: { machineId: 'Lake-House-x1', name: 'Theirs', location: { address: '1 Main Street' } } });
    await larder.ask('DELETE', '/api/cognito-auth/machines/Lake-House-x1', { token: rival, body: {} });
    for (const known of [0, 1]) expect((await runImport(larder, owner, exportOf([{}]))).last).toMatchObject({ sales: 1 - known, known, quarantine: [], machines: [{ machineId: expect.stringMatching(/^Lake-House-x1-[0-9a-f]{6}$/), name: 'Lake House x1' }] });
    expect(await machinesOf(larder, rival)).toEqual([]);
  });
  it('does not offer for nothing what was given away once', async () => {
    await runImport(larder, owner, exportOf([{ Transaction: '1', RPrice: '1.25' }, { Transaction: '2', RPrice: '1.75' }, { Transaction: '3', RPrice: '0' }, { Transaction: '4', Product: 'Sample', RPrice: '0' }]));
    const { products } = await larder.ask<{ products: object[] }>('GET', '/api/cognito-auth/products?sortBy=name&sortOrder=asc', { token: owner });
    expect(products).toMatchObject([{ name: 'Cola', price: 1.75, isActive: true }, { name: 'Sample', price: 0, isActive: false }]);
    expect(await larder.ask('GET', '/api/admin/sales', { token: owner })).toMatchObject({ totalSales: 4, totalRevenue: 3 });
  });
  it('offers what it adds for the price of its last day, also where the file begins with the newest', async () => {
    const lines = [{ Transaction: '1', TransDate: 'Saturday, January 1, 2022', RPrice: '1.25', Category: 'Soda' }, { Transaction: '2', TransDate: 'Sunday, January 2, 2022', RPrice: '1.75', Category: 'Drinks' }];
    await runImport(larder, owner, exportOf([...lines, ...lines.map((line) => ({ ...line, Transaction: `1${line.Transaction}`, Product: 'Water' })).reverse()]));
    const { products } = await larder.ask<{ products: object[] }>('GET', '/api/cognito-auth/products?sortBy=name&sortOrder=asc', { token: owner });
    expect(products).toMatchObject([{ name: 'Cola', price: 1.75, category: 'Drinks' }, { name: 'Water', price: 1.75, category: 'Drinks' }]);
  });
  it('says what it adds beside a machine and a product of the same name', async () => {
    await larder.ask('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId: 'VM-001', name: ' lake house X1', location: { address: '1 Main Street' }, timeZone: TIME_ZONE } });
    await larder.ask('POST', '/api/cognito-auth/products', { token: owner, body: { name: 'COLA', sku: 'COLA-033', category: 'Drinks', price: 2.5, cost: 1, weight: 350 } });
    for (const dryRun of [true, false]) {
      const { last } = await runImport(larder, owner, exportOf([{ Transaction: '1' }, { Transaction: '2', Machine: 'Boat House', Product: 'Chips' }]), dryRun);
      expect(last.machines.map(({ name, added }) => [name, added])).toEqual([['Lake House x1', true], ['Boat House', true]]);
      expect(last.warnings).toEqual(['Lake House x1 is added as a machine of its own beside VM-001, which has the same name.', 'Cola is added as a product of its own beside COLA-033, which has the same name.']);
    }
    expect((await runImport(larder, owner, exportOf([{ Transaction: '1' }]))).last).toMatchObject({ machines: [{ added: false }], warnings: [] });
  });
  it('enters what a product sold under it, also where somebody has given it another SKU since', async () => {
    await runImport(larder, owner, exportOf([{ Transaction: '1' }]));
    const { products: [cola] } = await larder.ask<{ products: [{ id: string; sku: string }] }>('GET', '/api/cognito-auth/products', { token: owner });
    await larder.ask('PUT', `/api/cognito-auth/products/${cola.id}`, { token: owner, body: { name: 'Cola 0.33', sku: 'COLA-033', category: 'Drinks', price: 2.5, cost: 1, weight: 350 } });
    for (const dryRun of [true, false]) expect((await runImport(larder, owner, exportOf([{ Transaction: '2' }, { Transaction: '3', Product: 'Water' }]), dryRun)).last).toMatchObject({ sales: 2, productsAdded: 1, warnings: [] });
    expect(await productsOf(larder, owner)).toBe(2);
    const sold = await larder.ask<{ products: object[] }>('GET', '/api/admin/sales/products?timeframe=all', { token: owner });
    expect(sold.products).toMatchObject([{ productId: cola.id, totalQuantity: 2 }, { name: 'Water', totalQuantity: 1 }]);
    await larder.ask('DELETE', `/api/cognito-auth/products/${cola.id}`, { token: owner });
    expect((await runImport(larder, owner, exportOf([{ Transaction: '4' }]))).last).toMatchObject({ sales: 1, productsAdded: 1 });
  });
  it('does not take what nobody names for what somebody said that it was once: another machine has something else there', async () => {
    const unnamed = { Product: '', Category: '', RCoil: '140' };
    await runImport(larder, owner, exportOf([{ ...unnamed, Transaction: '1' }]));
    const { products: [one] } = await larder.ask<{ products: [{ id: string }] }>('GET', '/api/cognito-auth/products', { token: owner });
    await larder.ask('PUT', `/api/cognito-auth/products/${one.id}`, { token: owner, body: { name: 'Cola', sku: 'COLA-033', category: 'Drinks', price: 2.5, cost: 1, weight: 350 } });
    expect((await runImport(larder, owner, exportOf([{ ...unnamed, Transaction: '2', Machine: 'Boat House' }]))).last).toMatchObject({ sales: 1, productsAdded: 1 });
  });
  it('keeps a purchase aside that is recorded already with another content', async () => {
    await runImport(larder, owner, exportOf([{ Transaction: '1' }, { Transaction: '2' }]));
    const changed = exportLine({ Transaction: '2', RPrice: '9' });
    for (const dryRun of [true, false]) {
      const { last } = await runImport(larder, owner, exportOf([{ Transaction: '1' }, changed, { Transaction: '3' }]), dryRun);
      expect(last).toMatchObject({ known: 1, sales: 1, quarantine: [{ line: 3, reason: '2 is recorded already, with another content' }] });
    }
  });
  it('keeps sales of days to come aside, by the calendar at the machine', async () => {
    await larder.ask('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId: 'Lake-House-x2', name: 'Lake House x2', location: { address: '1 Main Street' }, timeZone: 'Pacific/Kiritimati' } });
    const tomorrow = { TransDate: 'Monday, March 2, 2026' };
    const file = exportOf([{ Transaction: '1', TransDate: 'Sunday, March 1, 2026' }, { Transaction: '2', ...tomorrow }, { Transaction: '3', Machine: 'Lake House x2', ...tomorrow }, { Transaction: '4', TransDate: 'Tuesday, January 1, 2999' }]);
    for (const dryRun of [true, false]) {
      const { last } = await runImport(larder, owner, file, dryRun);
      expect(last).toMatchObject({ sales: 2, totalCents: 300, rows: 4, doneRows: 4 });
      expect(last.quarantine.map(({ line, reason }) => [line, reason])).toEqual([[3, 'Date is in the future: 2026-03-02; today is 2026-03-01'], [5, expect.stringMatching(/^Date is in the future: 2999-01-01/)]]);
    }
  });
  it('does not bring back a product that was deleted since', async () => {
    await runImport(larder, owner, smallExport());
    const { products: [one], total } = await larder.ask<{ products: { id: string }[]; total: number }>('GET', '/api/cognito-auth/products', { token: owner }) as { products: [{ id: string }]; total: number };
    await larder.ask('DELETE', `/api/cognito-auth/products/${one.id}`, { token: owner });
    expect((await runImport(larder, owner, smallExport())).last).toMatchObject({ sales: 0, productsAdded: 0 });
    expect(await productsOf(larder, owner)).toBe(total - 1);
  });
});

it('An import that breaks off says so, keeps what it has recorded, and is completed by running it again', async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  let left = 20;
  const failing: EventStore = {
    append: (stream, expected, facts) => (stream.startsWith('sale-') && left-- === 0 ? Promise.reject(new Error('The disk is full')) : store.append(stream, expected, facts)),
    read: (stream, from) => store.read(stream, from), follow: (after, categories, onFacts) => store.follow(after, categories, onFacts), head: () => store.head(), verify: () => store.verify(), close: () => store.close(),
  };
  const larder = await startLarder({ clock: clock(), events: failing, bookmarks });
  const owner = await larder.signIn('owner');
  const { last: broken } = await runImport(larder, owner, smallExport());
  expect(broken).toMatchObject({ state: 'failed', error: expect.stringMatching(/^The import stopped \([0-9a-f]{8}\)\. Run it again/) });
  const { last } = await runImport(larder, owner, smallExport());
  expect(last).toMatchObject({ state: 'done', known: broken.sales, quarantine: [], machinesAdded: 0, productsAdded: 0 });
  expect(last.sales + last.known).toBe(60);
  expect((await figuresOf(larder, owner)).purchases).toBe(60);
  await larder.stop();
});
