import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from '@larder/kit/operations/operations-socket.js';
import { askAt } from './running.js';

it('Who asks a process that ends before it has answered reads what may have become of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-ends-'));
  const socket = join(folder, 'operations.sock');
  const ending = createServer((connection) => connection.once('data', () => connection.destroy()));
  await new Promise<void>((listening) => ending.listen(addressOf(socket), listening));
  await expect(askAt(socket)('backup', folder)).rejects.toThrow('Larder has ended before it could answer. Please see that it runs, and ask again; a backup that broke off so is not whole');
  await new Promise((closed) => ending.close(closed));
  await expect(askAt(socket)('lag')).rejects.toThrow('Nobody answers at');
  rmSync(folder, { recursive: true });
});
