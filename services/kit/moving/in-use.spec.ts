import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haveFilesAlone, useFiles } from './in-use.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-in-use-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const where = () => ({ DATA_DIR: folder, EVENT_STORE_URL: 'kurrentdb://here:2113' });

describe('The files of a data folder', () => {
  it('are used by any number of services, and moved when the last one has ended', () => {
    const [identity, fleet] = [useFiles(where()), useFiles(where())];
    expect(() => haveFilesAlone(folder)).toThrow(`A service of Larder uses the files in ${folder}: please stop it first`);
    identity();
    expect(() => haveFilesAlone(folder)).toThrow('please stop it first');
    fleet();
    haveFilesAlone(folder)();
  });

  it('are used by nobody while they are moved', () => {
    const done = haveFilesAlone(folder);
    expect(() => useFiles(where())).toThrow(`The files in ${folder} are being moved by \`larder move-keep\`: please start again when that is done`);
    done();
    useFiles(where())();
  });

  it('are in nobody\'s way where the log is in memory, or where there is no such folder', () => {
    useFiles({ ...where(), EVENT_STORE_URL: 'sqlite::memory:' });
    haveFilesAlone(folder)();
    haveFilesAlone(join(folder, 'nowhere'))();
  });

  it('are not used where it cannot be known by whom else they are: which file that is says the refusal', () => {
    writeFileSync(join(folder, 'in-use'), 'garbage');
    expect(() => useFiles(where())).toThrow(`${join(folder, 'in-use')}, by which it is known who uses the files there, cannot be opened. Where it is damaged, remove it`);
  });

  it('are seen to be in use from another process, until it is killed', async () => {
    const holding = `const db = new (require('libsql'))(process.argv[1]); db.exec('BEGIN; SELECT count(*) FROM sqlite_master'); console.log('held'); setInterval(() => db.open, 1000);`;
    const other = spawn(process.execPath, ['-e', holding, join(folder, 'in-use')], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    expect(() => haveFilesAlone(folder)).toThrow('please stop it first');
    other.kill('SIGKILL');
    await once(other, 'exit');
    haveFilesAlone(folder)();
  });
});
