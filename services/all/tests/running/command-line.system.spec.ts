/** The command line imports and replays as an operator does, says how far it is, and keeps aside what cannot be taken. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOf, smallExport } from '@larder/sales/testing.js';
import { runCommand } from '../../commands/command-line.js';
import { figuresOf } from '../export-figures.js';
import type { Terminal } from '../../commands/terminal.js';
import { switchOnAt } from '../second-factor.testing.js';
import { ACCOUNT, emailOf, PASSWORD, startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
let folder: string;
let file: string;
let said: string[];
let progress: string[];

beforeEach(async () => {
  larder = await startLarder();
  await larder.signIn('owner');
  folder = mkdtempSync(join(tmpdir(), 'larder-'));
  file = join(folder, 'export.csv');
  writeFileSync(file, smallExport());
  [said, progress] = [[], []];
});
afterEach(async () => {
  await larder.stop();
  rmSync(folder, { recursive: true });
});

const terminal: Terminal = {
  say: (line) => void said.push(line), complain: (line) => void said.push(line), progress: (line) => void progress.push(line),
  ask: (_, otherwise) => Promise.reject(new Error(otherwise)), askSecret: (_, otherwise) => Promise.reject(new Error(otherwise)),
};
const run = (args: string[], environment: Record<string, string> = { LARDER_PASSWORD: PASSWORD }, role: 'owner' | 'viewer' = 'owner') =>
  runCommand(['--url', `${larder.url}/`, '--email', emailOf(role, ACCOUNT), ...args], terminal, environment);

describe('larder import', () => {
  it('tries, imports, and finds everything known the second time', async () => {
    expect(await run(['import', file, '--dry-run'])).toBe(0);
    expect(said.slice(0, 3)).toEqual(['A dry run: nothing was stored.', '60 purchases would be recorded ($183.00), 0 known already, 0 lines in quarantine', '3 machines and 5 products would be added']);
    expect(progress.at(-1)).toBe('Checking export.csv: 75 of 75 lines (100 %)');
    expect(await run(['import', file])).toBe(0);
    expect(said.slice(-5)).toEqual([
      '60 purchases recorded ($183.00), 0 known already, 0 lines in quarantine', '3 machines and 5 products added',
      expect.stringMatching(/^ {2}Lake House x1 +\d+ lines +\$\d+\.\d\d {2}new$/), expect.stringMatching(/^ {2}Lake House x2 /), expect.stringMatching(/^ {2}Lake House x3 /),
    ]);
    expect(await run(['import', file])).toBe(0);
    expect(said).toContain('0 purchases recorded ($0.00), 60 known already, 0 lines in quarantine');
    expect(existsSync(join(folder, 'export.quarantine.csv'))).toBe(false);
    expect((await figuresOf(larder, await larder.signIn('viewer'))).purchases).toBe(60);
  });

  it('writes the lines that cannot be taken to a file, each with its number and its reason', async () => {
    writeFileSync(file, exportOf([{ Transaction: '1' }, { Transaction: '2', Product: 'Chips, "salted"', Type: 'Barter' }]));
    const quarantine = join(folder, 'aside.csv');
    expect(await run(['import', file, '--quarantine', quarantine])).toBe(0);
    expect(said.at(-1)).toBe(`The lines that cannot be taken are in ${quarantine}, each with its reason.`);
    expect(readFileSync(quarantine, 'utf8')).toBe('\uFEFF"Line","Reason","Row"\r\n'
      + '"3","Unknown payment type: Barter","Processed,VJ300000001,Lake House,Lake House x1,""Chips, """"salted"""""",Carbonated,2,""Saturday, January 1, 2022"",Barter,110,1.5,1,110,1.5,1,1.5,1.5,1/1/2022"\r\n');
  });

  it('reads names as Excel on Windows has saved them', async () => {
    writeFileSync(file, exportOf([{ Machine: 'Café' }]).slice(1), 'latin1');
    expect(await run(['import', file, '--dry-run'])).toBe(0);
    expect(said.at(-1)).toMatch(/^ {2}Café /);
  });

  it.each<[string, () => Promise<number>, RegExp]>([
    ['the file is not there', () => run(['import', join(folder, 'no.csv')]), /no\.csv cannot be read$/],
    ['the file is no export', () => (writeFileSync(file, 'a,b\n'), run(['import', file])), /^This is not a Seed Live export/],
    ['the file is too large', () => (writeFileSync(file, 'x'.repeat(26 * 1024 * 1024)), run(['import', file])), /^The file is larger than 20 MB\. Please split it\.$/],
    ['the password is wrong', () => run(['import', file], { LARDER_PASSWORD: 'wrong' }), /^Incorrect email or password/],
    ['nobody can be asked for the password', () => run(['import', file], {}), /LARDER_PASSWORD/],
    ['the person may not import', () => run(['import', file], undefined, 'viewer'), /^You are not allowed to do this/],
    ['nobody answers there', () => run(['import', file, '--url', 'http://localhost:1']), /^Nobody answers at http:\/\/localhost:1$/],
    ['an option is unknown', () => run(['import', file, '--password', PASSWORD]), /--password/],
    ['the command is unknown', () => run(['export', file]), /^There is no command export: larder --help$/],
  ])('ends with 1 and a sentence when %s', async (_, attempt, sentence) => {
    expect(await attempt()).toBe(1);
    expect(said.at(-1)).toMatch(sentence);
  });
});

describe('Whoever signs in in two steps', () => {
  /** The code of the next half minute is good already; each one once. */
  const switchOn = async (): Promise<() => string> => {
    const { accessToken } = await larder.ask<{ accessToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: emailOf('owner', ACCOUNT), password: PASSWORD } });
    let now = Date.now() - 30_000;
    return switchOnAt(larder, accessToken, () => (now += 30_000));
  };

  it('is asked for the code, or puts it where scripts can', async () => {
    const shown = await switchOn();
    expect(await run(['import', file, '--dry-run'])).toBe(1);
    expect(said.at(-1)).toBe('Put the code of your authenticator app into LARDER_CODE');
    expect(await run(['import', file, '--dry-run'], { LARDER_PASSWORD: PASSWORD, LARDER_CODE: shown() })).toBe(0);
    expect(said.at(-1)).toMatch(/Lake House x3/);
  });
});

describe('larder replay', () => {
  it('buys everything again, as live visits, and says what it came to', async () => {
    expect(await run(['replay', file, '--mqtt', larder.mqttUrl])).toBe(0);
    expect(said[0]).toBe('60 purchases of 60');
    expect(said.at(-1)).toMatch(/^60 visits, \$183\.00, [\d.]+ a second$/);
    expect(progress.at(-1)).toMatch(/^60 of 60 visits paid/);
    expect(said.filter((line) => / visits +\$/.test(line))).toHaveLength(3);
  });
  it('takes no more purchases than it is told, at the pace it is told', async () => {
    expect(await run(['replay', file, '--mqtt', larder.mqttUrl, '--limit', '3', '--speed', '100'])).toBe(0);
    expect(said.at(-1)).toMatch(/^3 visits, /);
  });
  it('does not push a machine off its connection', async () => {
    await larder.addMachine({ machineId: 'Lake-House-x1' });
    expect(await run(['replay', file, '--mqtt', larder.mqttUrl])).toBe(1);
    expect(said.at(-1)).toMatch(/^Lake-House-x1 was heard just now/);
  });
  it.each(['0', '-1', 'fast'])('refuses speed %s', async (speed) => {
    expect(await run(['replay', file, `--speed=${speed}`])).toBe(1);
    expect(said.at(-1)).toBe('--speed is a number above 0, or max');
  });
});
