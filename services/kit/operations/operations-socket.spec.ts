import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kit } from '../kit.js';
import { addressOf, openOperationsSocket } from './operations-socket.js';

let folder: string;
let warned: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-socket-'));
  warned = [];
});
afterEach(() => rmSync(folder, { recursive: true }));
const opened = (file: string) => openOperationsSocket(file, { log: { warn: (_: unknown, words: string) => void warned.push(words), info: () => undefined } } as unknown as Kit);

describe('The socket for operators', () => {
  it('takes the place of one that a process left behind when it was killed', async () => {
    const file = join(folder, 'operations.sock');
    const killed = createServer();
    await new Promise<void>((listening) => killed.listen(`${file}.first`, listening));
    linkSync(`${file}.first`, file);
    await new Promise((closed) => killed.close(closed));
    const close = await opened(file);
    expect([warned, existsSync(file)]).toEqual([[], true]);
    await close?.();
  });

  it('never takes the place of a file that is something else, and is done without', async () => {
    const file = join(folder, 'larder.db');
    writeFileSync(file, 'the log');
    for (const place of [file, folder]) expect(await opened(place)).toBeUndefined();
    expect([readFileSync(file, 'utf8'), warned]).toEqual(['the log', ['no operations socket: something else lies there', 'no operations socket: something else lies there']]);
  });

  it('is a pipe of a name for each data folder where files are no sockets', () => {
    const [pipe, others] = ['data', 'others'].map((data) => addressOf(`${data}/operations.sock`, 'win32'));
    expect(pipe).toMatch(/^\\\\\.\\pipe\\larder-\w+$/);
    expect([addressOf('./data/operations.sock', 'win32'), others === pipe, addressOf('data/operations.sock', 'linux')]).toEqual([pipe, false, 'data/operations.sock']);
  });
});
