/** The command line: which command, with which options, as whom. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { csvText } from '@larder/contracts/csv-text.js';
import { whyNot } from '@larder/kit/why-not.js';
import { importFile } from './import-command.js';
import { isOperation, operate, OPERATIONS_USAGE } from './operations/operations-command.js';
import { signIn, type Operator } from './operator.js';
import { replayFile } from './replay-command.js';
import type { Terminal } from './terminal.js';

const USAGE = `Usage:
  larder import <file.csv> [--dry-run] [--quarantine <out.csv>]
      records the purchases of a Seed Live export; what is recorded already stays as it is
  larder replay <file.csv> [--speed <n>|max] [--limit <n>] [--mqtt mqtt://localhost:1883]
      turns them into live visits instead; speed 1 is a guest's own pace, max (the default) is without pauses

  --url <address>          of Larder, http://localhost:3000 unless told
  --email <address>        who signs in; the password comes from LARDER_PASSWORD or is asked for,
                           and so does, from LARDER_CODE, the code of two-step sign-in
  --time-zone <zone>       of machines that are not there yet, the organization's unless told

For whoever runs it, where it runs and with its settings:
${OPERATIONS_USAGE}

The exit code is 0 when it was done (a file was taken, also with lines in quarantine), and 1 otherwise.`;

const options = {
  url: { type: 'string', default: 'http://localhost:3000' }, email: { type: 'string' }, 'time-zone': { type: 'string' },
  'dry-run': { type: 'boolean', default: false }, quarantine: { type: 'string' },
  speed: { type: 'string', default: 'max' }, limit: { type: 'string' }, mqtt: { type: 'string', default: 'mqtt://localhost:1883' },
  socket: { type: 'string' }, to: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Resolves with the exit code. */
export async function runCommand(args: string[], terminal: Terminal, environment: Record<string, string | undefined>): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command, file, ...more] = positionals;
    if (isOperation(command) && !values.help) {
      await operate(positionals, values, terminal, environment).catch((error: unknown) => {
        throw new Error(whyNot(error), { cause: error });
      });
      return 0;
    }
    if (values.help) {
      terminal.say(USAGE);
      return 0;
    }
    if (command === undefined) throw new Error(USAGE);
    if (command !== 'import' && command !== 'replay') throw new Error(`There is no command ${command}: larder --help`);
    if (!file) throw new Error('Please name a file: larder --help');
    if (more.length > 0) throw new Error(`Nobody knows what ${more.join(' ')} means behind ${command} ${file}: larder --help`);
    const csv = contentOf(file);
    const { 'time-zone': timeZone, 'dry-run': dryRun, quarantine = `${file.replace(/\.csv$/i, '')}.quarantine.csv` } = values;
    const url = values.url.replace(/\/+$/, '');
    const [speed, limit] = [numberOf('speed', values.speed), numberOf('limit', values.limit ?? 'max')];
    const operator = await signInAs(values.email ?? environment.LARDER_EMAIL, url, terminal, environment);
    if (command === 'import') await importFile({ file, csv, dryRun, timeZone, quarantine }, operator, terminal);
    else await replayFile({ csv, url, mqttUrl: values.mqtt, timeZone, speed, limit }, operator, terminal);
    return 0;
  } catch (error) {
    terminal.complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function signInAs(known: string | undefined, url: string, terminal: Terminal, { LARDER_PASSWORD, LARDER_CODE }: Record<string, string | undefined>): Promise<Operator> {
  const email = known ?? (await terminal.ask('E-mail: ', 'Say who signs in with --email'));
  const password = LARDER_PASSWORD || (await terminal.askSecret('Password: ', 'Put the password into LARDER_PASSWORD'));
  return signIn(url, email, password, async () => LARDER_CODE || terminal.ask('Code of your authenticator app: ', 'Put the code of your authenticator app into LARDER_CODE'));
}

function contentOf(file: string): string {
  try {
    return csvText(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}

function numberOf(name: string, text: string): number {
  const value = text === 'max' ? Infinity : Number(text);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0, or max`);
  return value;
}
