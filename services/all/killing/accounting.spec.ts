import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { account, type Figures } from './accounting.js';

const meta = { commandId: 'c', account: 'acme', actor: 'test', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const report = (sequence: number) => ({ type: 'DeviceItemTaken', data: { machineId: 'M', epoch: '0a1b2c3d', sequence } });
const kept = (s: number) => ({ v: 1, t: 'taken', e: '0a1b2c3d', s, at: 0, slot: 'A1', n: 1, sid: 'v1' });

describe('The accounting of a kill run', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-accounting-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const figures = async (keeps: number[], stores: number[], sold: number[], copies = 0): Promise<Figures> => {
    const file = join(folder, 'M.events');
    writeFileSync(file, keeps.map((s) => `${JSON.stringify(kept(s))}\n`).join(''));
    const { store } = await openSqliteEventStore(join(folder, 'log.db'));
    const append = (stream: string, facts: { type: string; data: unknown }[]) => store.append(stream, -1, facts.map((fact, n) => ({ ...fact, id: `00000000-0000-4000-8000-${stream.length}${String(n).padStart(11, '0')}`.slice(0, 36), meta })));
    if (stores.length > 0) await append('journal-M', stores.map(report));
    if (copies > 0) await append('copy-M', [{ type: 'DeviceCopyFound', data: { machineId: 'M' } }]);
    await append('session-v1', [{ type: 'SessionPaid', data: { sessionId: 'v1' } }]);
    for (const [n, quantity] of sold.entries()) await append(`sale-v1${'x'.repeat(n)}`, [{ type: 'SaleRecorded', data: { reference: 'v1', lines: [{ quantity }] } }]);
    await store.close();
    return account([join(folder, 'log.db')], [{ machineId: 'M', file, purchases: { started: ['v1'], paid: ['v1'], ended: [], brokenOff: 0 } }]);
  };

  it('finds nothing where all is right', async () =>
    expect(await figures([1, 2], [1, 2], [2])).toMatchObject({ purchases: 1, events: 2, lost: 0, doubled: 0, wrong: [] }));

  it('finds what was lost, what is there twice, and what is out of order', async () => {
    expect(await figures([1, 2, 3], [1, 3], [3])).toMatchObject({ lost: 1, wrong: [expect.stringContaining('order')] });
    rmSync(join(folder, 'log.db'));
    rmSync(join(folder, 'log.db-anchor'), { force: true });
    expect(await figures([1, 2], [1, 2, 2], [2])).toMatchObject({ lost: 0, doubled: 1 });
  });

  it('finds a machine that was taken for two', async () => expect((await figures([1, 2], [1, 2], [2], 1)).wrong).toEqual(['M: taken for two boards']));

  it('finds a purchase that was never sold, sold twice, or sold short', async () => {
    for (const sold of [[], [2, 2], [1]]) {
      expect((await figures([1, 2], [1, 2], sold)).wrong).toEqual([expect.stringMatching(/^v1: 2 taken/)]);
      for (const name of ['log.db', 'log.db-anchor']) rmSync(join(folder, name), { force: true });
    }
  });
});
