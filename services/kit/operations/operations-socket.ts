/** What an operator may ask a running process, over a socket in the file system: whoever may read the data may ask, and nobody from outside. */
import { hash } from 'node:crypto';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import type { Kit } from '../kit.js';
import { whyNot } from '../why-not.js';
import { answersOf, type Question } from './questions.js';

/** An answer as it goes over the socket. */
export type Told = { ok: unknown } | { error: string };

const LONGEST_QUESTION = 65_536;
/** Whom these are about, by their address, is no matter of the log. */
const ABOUT_PEOPLE = new Set<Question>(['resetTwoStep', 'changeAddress', 'makeOwner']);

/**
 * Where to connect to ask the process of `file`. Windows has no sockets in its file system, but pipes that end with their process: there it is one
 * whose name follows from the file's.
 */
export const addressOf = (file: string, platform = process.platform): string => (platform === 'win32' ? `\\\\.\\pipe\\larder-${hash('sha256', resolve(file), 'hex')}` : file);

/** Answers questions at `file` until it is stopped. Resolves with undefined, and says so in the log, when that is not possible: nothing else depends on it. */
export async function openOperationsSocket(file: string, kit: Kit): Promise<(() => Promise<void>) | undefined> {
  if (await isAnswered(file)) {
    kit.log.warn({ file }, 'no operations socket: another process answers there');
    return undefined;
  }
  const address = addressOf(file);
  const isFile = address === file;
  const left = isFile ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
  if (left && !left.isSocket()) {
    kit.log.warn({ file }, 'no operations socket: something else lies there');
    return undefined;
  }
  if (isFile) rmSync(file, { force: true });
  const server = serverOf(kit);
  try {
    await new Promise<void>((listening, failed) => server.once('error', failed).listen(address, listening));
    if (isFile) chmodSync(file, 0o600);
  } catch (error) {
    server.close();
    kit.log.warn({ file, err: error }, 'no operations socket');
    return undefined;
  }
  return () => new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}

function serverOf(kit: Kit): Server {
  const answers = answersOf(kit);
  const tell = async (request: IncomingMessage): Promise<Told> => {
    try {
      const { ask, of = '' } = JSON.parse(await textOf(request)) as { ask: Question; of?: string };
      if (!Object.hasOwn(answers, ask)) throw new Error(`Nobody answers ${ask} here`);
      kit.log.info({ ask, ...(!ABOUT_PEOPLE.has(ask) && { of }) }, 'an operator asks');
      return { ok: await answers[ask](of) };
    } catch (error) {
      return { error: whyNot(error) };
    }
  };
  return createServer((request, response) => {
    void tell(request).then((told) => response.setHeader('content-type', 'application/json').end(JSON.stringify(told)));
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_QUESTION) throw new Error('This is too long');
  }
  return text;
}

/** A process that ended without tidying up leaves its socket behind; then nobody answers. */
const isAnswered = (file: string): Promise<boolean> => new Promise((told) => {
  const trying = connect(addressOf(file));
  trying.once('connect', () => (trying.destroy(), told(true)));
  trying.once('error', () => told(false));
});
