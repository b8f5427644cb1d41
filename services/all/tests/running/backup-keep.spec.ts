/** The nightly archive of the keep, as the cluster makes it: a keep that was emptied pushes no good archive out. What mongodump would write and say stands in for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const SCRIPT = 'deploy/kustomize/components/stores/backup-keep.sh';

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-backup-keep-'));
  kept = join(folder, 'keep');
  mkdirSync(join(folder, 'programs'));
  mkdirSync(kept);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A night at which the keep holds so much. */
function night(day: string, documents: Record<string, number>, { says = Object.entries(documents).map(([name, many]) => `2026-03-01T04:00:01.000+0000\tdone dumping keep.${name} (${many} document${many === 1 ? '' : 's'})`), ends = 0, settings = {} } = {}) {
  const programs = { mongodump: `cat >&2 <<'SAID'\n${says.join('\n')}\nSAID\necho '${day}' >unfinished\nexit ${ends}`, date: `echo ${day}` };
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, 'programs', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const { status, stderr } = spawnSync('sh', [SCRIPT, kept], { encoding: 'utf8', env: { PATH: `${join(folder, 'programs')}${delimiter}${process.env.PATH}`, URL: 'mongodb://keep', ...settings } });
  return { status, stderr };
}
const files = (): string[] => readdirSync(kept).sort();
const age = (name: string, days: number): void => utimesSync(join(kept, name), Date.now() / 1000 - days * 86_400, Date.now() / 1000 - days * 86_400);
const FULL = { vault_persons: 1200, vault_signing_keys: 2, images: 40, passes: 900, tries: 3 };

it('is an archive a day beside what is in it, and those of five weeks ago go', () => {
  expect(night('2026-01-01', FULL).status).toBe(0);
  for (const name of files()) age(name, 36);
  expect(night('2026-02-06', { ...FULL, vault_persons: 1300 }).status).toBe(0);
  expect(files()).toEqual(['2026-02-06.gz', '2026-02-06.txt']);
  expect(readFileSync(join(kept, '2026-02-06.txt'), 'utf8').split('\n')).toContain('vault_persons 1300');
});

it.each([
  ['was emptied', {}, 'images: 0, were 40; vault_persons: 0, were 1200'],
  ['lost the vault alone', { ...FULL, vault_persons: 1 }, 'vault_persons: 1, were 1200'],
  ['lost its pictures', { ...FULL, images: 19 }, 'images: 19, were 40'],
])('of a keep that %s is kept beside the others, loudly, night after night, and none of them goes', (_, documents, why) => {
  night('2026-01-01', FULL);
  for (const name of files()) age(name, 36);
  for (const day of ['2026-02-06', '2026-02-07']) {
    const { status, stderr } = night(day, documents);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`lost more than half of what was in it (${why}, at 2026-01-01.txt)`)]);
  }
  expect(files()).toEqual(['2026-01-01.gz', '2026-01-01.txt', '2026-02-06.gz.refused', '2026-02-06.txt.refused', '2026-02-07.gz.refused', '2026-02-07.txt.refused']);
});

it('made once more by hand on an emptied keep does not take the place of the good one of that night', () => {
  night('2026-01-01', FULL);
  writeFileSync(join(kept, '2026-01-01.gz'), 'the good one');
  expect(night('2026-01-01', {}).status).toBe(1);
  expect(readFileSync(join(kept, '2026-01-01.gz'), 'utf8')).toBe('the good one');
});

it('is taken where sign-ins have run out and some people were forgotten, and where an operator says that so much less is right', () => {
  night('2026-01-01', FULL);
  expect(night('2026-01-02', { vault_persons: 1100, images: 40, passes: 2 }).status).toBe(0);
  expect(night('2026-01-03', { vault_persons: 5 }, { settings: { ACCEPT_LESS: 'true' } }).status).toBe(0);
  expect(night('2026-01-04', { vault_persons: 5 }).status).toBe(0);
});

it('that broke off is none', () => {
  expect(night('2026-01-01', FULL, { says: ['Failed: no reachable servers'], ends: 1 })).toEqual({ status: 1, stderr: 'Failed: no reachable servers\n' });
  expect(files()).toEqual(['report', 'unfinished']);
});

it('is found by the job that restores: what was refused is not the newest', () => {
  expect(readFileSync('deploy/kustomize/jobs/restore/restore-keep.yaml', 'utf8')).toContain('ls /backups/keep/*.gz | tail -n 1');
  night('2026-01-01', FULL);
  night('2026-01-02', {});
  expect(spawnSync('sh', ['-c', `ls ${kept}/*.gz | tail -n 1`], { encoding: 'utf8' }).stdout).toBe(`${kept}/2026-01-01.gz\n`);
  expect(existsSync(join(kept, '2026-01-02.gz.refused'))).toBe(true);
});
