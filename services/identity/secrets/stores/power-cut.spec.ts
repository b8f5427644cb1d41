/** A sign-in that was ended stays so, also when the power goes at the next moment: somebody has lost the phone it was on. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PlayedDisk, readRecord } from '@larder/kit/events/power-cut/record.js';
import { openSqlitePasses } from './sqlite-passes.js';

const identity = join(__dirname, '..', '..');
const source = join(identity, '..', 'kit', 'events', 'power-cut', 'recorder.c');
const hasCompiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
const title = 'Passes whose power is cut';
if (!hasCompiler) process.stderr.write(`${title}: did not run, it needs Linux and gcc\n`);
const NOW = '2026-03-01T12:00:00.000Z';
const LATER = '2026-04-01T12:00:00.000Z';

(hasCompiler ? describe : describe.skip)(hasCompiler ? title : `${title}: needs Linux and gcc`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-power-'));
    expect(spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', join(folder, 'recorder.so'), source, '-ldl', '-lpthread'], { encoding: 'utf8' }).stderr).toBe('');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the disk holds when the power goes right after `act` was answered, and nothing that was on its way has reached it. */
  async function afterPowerCut(files: string, act: string): Promise<string> {
    const disk = new PlayedDisk(new Map(readdirSync(files).map((name) => [join(files, name), readFileSync(join(files, name))])));
    const [record, left] = [join(folder, 'record'), join(folder, 'left')];
    rmSync(record, { force: true });
    const program = `import { openSqlitePasses } from ${JSON.stringify(join(identity, 'dist', 'secrets', 'stores', 'sqlite-passes.js'))}; const passes = openSqlitePasses(${JSON.stringify(join(files, 'passes.db'))}); await ${act}; console.log('done'); setInterval(() => {}, 1000);`;
    const running = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LD_PRELOAD: join(folder, 'recorder.so'), RECORD_BELOW: `${files}/`, RECORD_TO: record, RECORD_BLIND: '' } });
    await once(running.stdout, 'data');
    running.kill('SIGKILL');
    await once(running, 'close');
    for (const step of readRecord(readFileSync(record))) disk.play(step);
    rmSync(left, { recursive: true, force: true });
    mkdirSync(left);
    for (const [file, bytes] of disk.afterPowerCut(() => 0.99)) writeFileSync(join(left, basename(file)), bytes);
    return join(left, 'passes.db');
  }

  it.each([
    ['one that was ended', "passes.removeGroup('family')"], ['all of a person who is forgotten', "passes.removeOwner('ann')"], ['a code that was taken back', "passes.remove('sign-in', 'family')"],
  ])('%s', async (_, act) => {
    const files = mkdtempSync(join(folder, 'live-'));
    const passes = openSqlitePasses(join(files, 'passes.db'));
    await passes.put({ kind: 'sign-in', id: 'family', owner: 'ann', group: 'family', content: {}, expiresAt: LATER });
    await passes.close();
    const found = openSqlitePasses(await afterPowerCut(files, act));
    expect(await found.get('sign-in', 'family', NOW)).toBeUndefined();
    await found.close();
  });

  it('a refresh token that was used has been', async () => {
    const files = mkdtempSync(join(folder, 'live-'));
    const passes = openSqlitePasses(join(files, 'passes.db'));
    await passes.put({ kind: 'refresh', id: 'token', owner: 'ann', group: 'family', content: {}, expiresAt: LATER });
    await passes.close();
    const found = openSqlitePasses(await afterPowerCut(files, `passes.use('refresh', 'token', '${NOW}')`));
    expect((await found.get('refresh', 'token', NOW))?.usedAt).toBe(NOW);
    await found.close();
  });
});
