import { isRefusal } from '@larder/contracts/reply.js';
import { openInProcessBus } from './bus/in-process-bus.js';
import { Imports } from './imports.js';
import { until } from './testing.js';

interface Report {
  importId: string;
  state: 'running' | 'done' | 'failed';
}

describe('What became of imports', () => {
  const bus = openInProcessBus({ onTrouble: () => undefined });
  afterAll(() => bus.close());
  const imports = new Imports<Report>({ bus, surprise: () => 'id' }, 'sales.import');
  const run = async (account: string, commandId: string): Promise<string> => {
    const begun = await imports.begin(account, { caller: { kind: 'service', name: 'test' }, commandId, correlationId: 'test' }, (importId) => ({ report: { importId, state: 'running' }, work: async () => undefined }));
    if (isRefusal(begun)) throw new Error(begun.message);
    await until('it has ended', async () => (await imports.reportOf(account, begun.importId))?.state === 'done');
    return begun.importId;
  };

  it('is kept for the last two of an organization: a report may hold a file of 20 MB', async () => {
    const others = await run('rival', 'x');
    const ids = [await run('acme', 'a'), await run('acme', 'b'), await run('acme', 'c')];
    expect(await Promise.all(ids.map(async (id) => (await imports.reportOf('acme', id))?.state))).toEqual([undefined, 'done', 'done']);
    expect(await imports.reportOf('rival', others)).toMatchObject({ state: 'done' });
    expect(await imports.reportOf('rival', ids[2] as string)).toBeUndefined();
  });

  it('begins one of an organization at a time, also while its file is being read', async () => {
    let read = (): void => undefined;
    const reading = new Promise<void>((resolve) => (read = resolve));
    const begin = (account: string, commandId: string) =>
      imports.begin(account, { caller: { kind: 'service', name: 'test' }, commandId, correlationId: 'test' }, async (importId) => (await reading, { report: { importId, state: 'running' as const }, work: async () => undefined }));
    const [first, again] = [begin('host', '1'), begin('host', '1')];
    expect(await begin('host', '2')).toMatchObject({ refused: 'CONFLICT' });
    read();
    expect(await again).toEqual(await first);
    expect(isRefusal(await first)).toBe(false);
  });
});
