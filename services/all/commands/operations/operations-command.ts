/** The commands of whoever runs Larder: how far it is, what lies in the log, what lies aside, copies and moves. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp, restore } from '@larder/kit/moving/backup.js';
import { move } from '@larder/kit/moving/move.js';
import { openEventStore, type OpenedFacts } from '@larder/kit/events/open-event-store.js';
import { readSettings, type Settings } from '@larder/kit/settings.js';
import { systemClock } from '@larder/kit/time.js';
import type { Terminal } from '../terminal.js';
import { letters } from './letters.js';
import { moveKept } from './move-keep.js';
import { askAt, NotRunning, type AskRunning } from './running.js';
import { factLine, lagLines } from './words.js';

export const OPERATIONS_USAGE = `  larder lag
      how many facts each view and each service's publishing are behind the log
  larder stream <name>
      the facts of one stream, such as session-<id>
  larder verify
      reads the whole log and compares it with its hash chain
  larder rebuild <view>
      makes a view anew from the log; the old rows answer until then
  larder dead-letters [list | show <fact> | replay <consumer>|all]
      facts that could not be acted upon and lie aside
  larder reset-two-step <e-mail>
      turns off two-step sign-in for somebody who has lost phone and recovery codes, and whom no other member can help
  larder change-address <e-mail> --to <new e-mail>
      for somebody who reads no letters at theirs any more, or whose login somebody else has: signs out whoever is signed in,
      and sends a code for a new password to the new address
  larder make-owner <e-mail>
      makes a member an owner of their organization, where the only one is gone for good
  larder backup <folder>
      copies the embedded log and the files beside it, also while Larder runs
  larder restore <folder>
      puts a backup into an empty data folder, and compares its chain
  larder move --to kurrentdb://…|sqlite:<file>
      copies the log of a stopped Larder to another store, and compares; may be broken off and repeated
  larder move-keep
      copies what a stopped Larder keeps in files of DATA_DIR (the vault, sign-ins, keys of setup profiles, pictures) to the
      MongoDB of KEEP_URL, compares, and puts the files aside; VAULT_KEY is the content of vault.db.key; may be repeated

  --socket <file>          of the running process, <DATA_DIR>/operations.sock unless told`;

/** Each with how many words may follow. */
const COMMANDS = new Map([['lag', 0], ['stream', 1], ['verify', 0], ['rebuild', 1], ['dead-letters', 2], ['reset-two-step', 1], ['change-address', 1], ['make-owner', 1], ['backup', 1], ['restore', 1], ['move', 0], ['move-keep', 0]]);
export const isOperation = (command: string | undefined): boolean => command !== undefined && COMMANDS.has(command);

export interface OperationsOptions {
  socket?: string;
  to?: string;
}

/** Rejects with a sentence. Where the settings name no running process, what only needs the log opens it. */
export async function operate([command = '', of, ...more]: string[], { socket, to }: OperationsOptions, terminal: Terminal, environment: Record<string, string | undefined>): Promise<void> {
  const tooMany = [of, ...more].slice(COMMANDS.get(command)).filter((word) => word !== undefined);
  if (tooMany.length > 0) throw new Error(`Nobody knows what ${tooMany.join(' ')} means behind ${command}: larder --help`);
  const settings = readSettings(environment);
  const ask = askAt(socket ?? settings.OPERATIONS_SOCKET ?? `${settings.DATA_DIR}/operations.sock`);
  switch (command) {
    case 'lag':
      return lagLines(await ask('lag')).forEach(terminal.say);
    case 'stream':
      return stream(needed(of, 'a stream'), ask, settings, terminal);
    case 'verify':
      return verify(ask, settings, terminal);
    case 'rebuild':
      await ask('rebuild', needed(of, 'a view'));
      return terminal.say(`${of} is made anew`);
    case 'reset-two-step':
      await ask('resetTwoStep', needed(of, 'an e-mail address'));
      return terminal.say(`${of} signs in with the password alone, and is told so by e-mail`);
    case 'change-address':
      await ask('changeAddress', `${needed(of, 'an e-mail address')} ${needed(to, '--to')}`);
      return terminal.say(`${of} was signed out everywhere. ${to} was sent a code, with which they choose a new password and sign in`);
    case 'make-owner':
      return terminal.say(`${of} is an owner of ${await ask('makeOwner', needed(of, 'an e-mail address'))}`);
    case 'dead-letters':
      return letters([of ?? 'list', ...more], ask, terminal);
    case 'backup': {
      const folder = resolve(needed(of, 'a folder'));
      const { facts, files, unnoted } = await runningOr(() => ask('backup', folder), settings, (log) => backUp(log, settings, folder, systemClock));
      return terminal.say(`${facts === undefined ? 'The log lies elsewhere and has a backup of its own' : `${facts} facts, their chain compared`}; ${files.length > 0 ? files.join(', ') : 'no other files'}${unnoted === undefined ? '' : `; it is whole, but cannot be noted in ${settings.DATA_DIR}, so its age is told wrongly: ${unnoted}`}`);
    }
    case 'restore': {
      const facts = await restore(needed(of, 'a folder'), settings);
      return terminal.say(facts === undefined ? 'The files are back; the log lies elsewhere' : `${facts} facts are back, their chain compared`);
    }
    case 'move-keep':
      return moveKept(ask, settings, terminal);
    default:
      return moveTo(needed(to, '--to'), settings, terminal);
  }
}

async function stream(name: string, ask: AskRunning, settings: Settings, terminal: Terminal): Promise<void> {
  const facts = await runningOr(() => ask('stream', name), settings, ({ store }) => store.read(name));
  if (facts.length === 0) throw new Error(`There is no stream ${name}`);
  for (const fact of facts) terminal.say(factLine(fact));
}

async function verify(ask: AskRunning, settings: Settings, terminal: Terminal): Promise<void> {
  const facts = await runningOr(() => ask('verify'), settings, ({ store }) => store.verify());
  terminal.say(`${facts} facts, the chain is whole`);
}

async function moveTo(to: string, settings: Settings, terminal: Terminal): Promise<void> {
  if (!/^(sqlite:.|(kurrentdb|esdb)(\+discover)?:\/\/.)/.test(to)) throw new Error('--to is sqlite:<file> or kurrentdb://…');
  const done = await opened(settings, async (from) => {
    const there = await openEventStore(to);
    try {
      return await move(from, there, { atOnce: to.startsWith('sqlite:') ? 512 : 1, progress: (facts) => terminal.progress(`${facts} facts`) });
    } finally {
      await there.store.close();
    }
  });
  terminal.say(`${done.facts} facts are there (${done.known} were before), and are the same: ${done.hash}`);
  terminal.say(`Bookmarks carried over: ${done.bookmarks.carried.join(', ') || 'none'}${done.bookmarks.left.length > 0 ? `; heard again from the beginning: ${done.bookmarks.left.join(', ')}` : ''}`);
}

/** Asks the running process; where none runs, opens the log by itself. */
async function runningOr<T>(ask: () => Promise<T>, settings: Settings, otherwise: (facts: OpenedFacts) => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
    return opened(settings, otherwise);
  }
}

async function opened<T>({ EVENT_STORE_URL: url }: Settings, use: (facts: OpenedFacts) => Promise<T>): Promise<T> {
  // Opening a file that is not there would make an empty log.
  if (url.startsWith('sqlite:') && url !== 'sqlite::memory:' && !existsSync(url.slice('sqlite:'.length))) throw new Error(`There is no log at ${url}`);
  const facts = await openEventStore(url);
  try {
    return await use(facts);
  } finally {
    await facts.store.close();
  }
}

function needed(text: string | undefined, what: string): string {
  if (!text) throw new Error(`Please name ${what}: larder --help`);
  return text;
}
