/** Power cuts at any moment of a log's life, played from a record of what it really did to its files. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openSqliteEventStore } from '../sqlite/sqlite-event-store.js';
import { PlayedDisk, readRecord, type Step } from './record.js';

const CUTS = Number(process.env.POWER_CUTS ?? 60);
/** Each life of the log goes on where a power cut has ended the one before; after so many a new log is begun, lest reading it become the work. */
const LIVES = Math.max(3, Math.round(CUTS / 200));
const LIVES_OF_A_LOG = 4;
const LINES_A_LIFE = 200;
const child = join(__dirname, '..', '..', 'dist', 'events', 'sqlite', 'append-until-killed.js');
const hasCompiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
const title = 'A log whose power is cut';
if (!hasCompiler) process.stderr.write(`${title}: did not run, it needs Linux and gcc\n`);
jest.setTimeout(600_000);

/** Mulberry32. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

(hasCompiler ? describe : describe.skip)(hasCompiler ? title : `${title}: needs Linux and gcc`, () => {
  let folder: string;
  let recorder: string;
  beforeAll(() => {
    // In memory where that can be had: what counts is what was asked of the disk, not how long it takes.
    folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'larder-power-'));
    recorder = join(folder, 'recorder.so');
    const made = spawnSync('gcc', ['-Wall', '-Wextra', '-Werror', '-O2', '-shared', '-fPIC', '-o', recorder, join(__dirname, 'recorder.c'), '-ldl', '-lpthread'], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Lets the log live on the files of a folder until it has acknowledged enough, then ends it; answers what it did. */
  async function lived(files: string, blind: string): Promise<Step[]> {
    const record = join(folder, 'record');
    rmSync(record, { force: true });
    const running = spawn(process.execPath, [child, join(files, 'log.db')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LD_PRELOAD: recorder, RECORD_BELOW: `${files}/`, RECORD_TO: record, RECORD_BLIND: blind } });
    let lines = 0;
    running.stdout.on('data', (text: Buffer) => {
      lines += text.toString().split('\n').length - 1;
      if (lines >= LINES_A_LIFE) running.kill('SIGKILL');
    });
    expect(await new Promise((ended) => running.on('close', (_, by) => ended(by)))).toBe('SIGKILL');
    return readRecord(readFileSync(record));
  }

  const laid = (name: string, found: ReadonlyMap<string, Buffer>): string => {
    const files = join(folder, name);
    rmSync(files, { recursive: true, force: true });
    mkdirSync(files);
    for (const [file, bytes] of found) writeFileSync(join(files, basename(file)), bytes);
    return files;
  };

  /** The ids of all facts that the log holds; opening compares it with its hash chain. */
  async function idsIn(files: string): Promise<Set<string>> {
    const { store } = await openSqliteEventStore(join(files, 'log.db'));
    const ids = new Set<string>();
    await store.follow('', undefined, async (facts) => {
      for (const { id } of facts) ids.add(id);
    }).live;
    await store.close();
    return ids;
  }

  /** Cuts the power so often in each of the log's lives; answers how often that was, and how many acknowledged facts were lost by it. */
  async function cut(cuts: number, blind = ''): Promise<{ cuts: number; acknowledged: number; lost: number; broken: number }> {
    const next = dice(20_261_121);
    const seen = { cuts: 0, acknowledged: 0, lost: 0, broken: 0 };
    let found = new Map<string, Buffer>();
    let kept: string[] = [];
    for (let life = 0; life < LIVES; life++) {
      if (life % LIVES_OF_A_LOG === 0) [found, kept] = [new Map(), []];
      const files = laid('live', found);
      const steps = await lived(files, blind);
      const moments = new Set<number>();
      while (moments.size < Math.min(Math.ceil(cuts / LIVES), steps.length)) moments.add(Math.floor(next() * steps.length));
      const disk = new PlayedDisk(new Map([...found].map(([file, bytes]) => [join(files, basename(file)), bytes])));
      const acknowledged = [...kept];
      for (const [n, step] of steps.entries()) {
        disk.play(step);
        if (step.kind === 'printed') acknowledged.push(...step.text.split('\n').flatMap((line) => line.split(' ').slice(1)).filter((id) => id.length === 36));
        if (!moments.has(n)) continue;
        seen.cuts++;
        seen.acknowledged += acknowledged.length;
        const left = disk.afterPowerCut(next);
        try {
          const ids = await idsIn(laid('dead', left));
          found = left;
          const lost = acknowledged.filter((id) => !ids.has(id));
          seen.lost += lost.length;
          kept = [...ids];
        } catch {
          seen.broken++;
        }
      }
    }
    return seen;
  }

  it(`loses nothing it has acknowledged, ${CUTS} times`, async () => {
    const seen = await cut(CUTS);
    process.stderr.write(`power cuts: ${JSON.stringify(seen)}\n`);
    expect(seen).toMatchObject({ lost: 0, broken: 0 });
    expect(seen.cuts).toBeGreaterThanOrEqual(CUTS);
  });

  it('would be seen to lose something, did it not wait for the disk', async () => {
    const seen = await cut(15, '-wal');
    process.stderr.write(`power cuts without waiting for the disk: ${JSON.stringify(seen)}\n`);
    expect(seen.lost + seen.broken).toBeGreaterThan(0);
  });
});
