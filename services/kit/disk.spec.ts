import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDisk } from './disk.js';
import { openMetrics } from './metrics.js';

const told = async (EVENT_STORE_URL: string): Promise<{ value: number; labels: object }[]> => {
  const metrics = openMetrics();
  measureDisk({ EVENT_STORE_URL }, metrics);
  return (await metrics.diskFree.get()).values;
};

describe('The room on a disk', () => {
  it('is told of the disk on which an embedded log lies, until its file is gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-disk-'));
    const log = join(folder, 'larder.db');
    writeFileSync(log, '');
    const { bavail, blocks } = statfsSync(folder);
    // Others write to it meanwhile.
    expect(await told(`sqlite:${log}`)).toEqual([{ labels: { log: 'larder.db' }, value: expect.closeTo(bavail / blocks, 1) as number }]);
    rmSync(folder, { recursive: true });
    await expect(told(`sqlite:${log}`)).rejects.toThrow(`${log} is gone`);
  });

  it('is nobody\'s business here where the log lies elsewhere or in memory', async () => {
    for (const url of ['kurrentdb://here:2113', 'sqlite::memory:']) expect(await told(url)).toEqual([]);
  });
});
