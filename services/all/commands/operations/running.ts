/** Asks a running process of Larder over its operations socket. */
import { request } from 'node:http';
import { addressOf, type Told } from '@larder/kit/operations/operations-socket.js';
import type { Answers } from '@larder/kit/operations/questions.js';

/** Nobody answers at the socket: the process does not run, or not here. */
export class NotRunning extends Error {}

export type AskRunning = <Q extends keyof Answers>(ask: Q, of?: string) => ReturnType<Answers[Q]>;

/** Rejects with {@link NotRunning}, or with the sentence the process answers. */
export const askAt = (socketPath: string): AskRunning => <Q extends keyof Answers>(ask: Q, of?: string) =>
  send(socketPath, JSON.stringify({ ask, of })).then((text) => {
    const told = JSON.parse(text) as Told;
    if ('error' in told) throw new Error(told.error);
    return told.ok;
  }) as ReturnType<Answers[Q]>;

const send = (socketPath: string, body: string): Promise<string> => new Promise((answered, failed) => {
  // A connection of its own: one that was kept may be that of a process which has ended since.
  const asking = request({ socketPath: addressOf(socketPath), method: 'POST', path: '/', agent: false }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.once('end', () => answered(Buffer.concat(parts).toString('utf8')));
    response.once('error', failed);
  });
  asking.once('error', (error) => {
    const { code } = error as { code?: string };
    const nobody = code === 'ENOENT' || code === 'ECONNREFUSED';
    if (nobody) failed(new NotRunning(`Nobody answers at ${socketPath}: Larder has to run here, or --socket has to name another place`));
    else failed(code === 'ECONNRESET' ? new Error('Larder has ended before it could answer. Please see that it runs, and ask again; a backup that broke off so is not whole') : error);
  });
  asking.end(body);
});
