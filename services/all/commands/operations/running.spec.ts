import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kit } from '@larder/kit/kit.js';
import { addressOf, openOperationsSocket } from '@larder/kit/operations/operations-socket.js';
import type { Question } from '@larder/kit/operations/questions.js';
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

it('What is asked about somebody stands in the log without their address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-asked-'));
  const [socket, logged] = [join(folder, 'operations.sock'), [] as unknown[]];
  const kit = { log: { info: (about: unknown) => void logged.push(about) }, ask: async () => ({ organizationName: 'Acme' }), chance: { uuid: () => '1' }, stream: async () => [] } as unknown as Kit;
  const close = await openOperationsSocket(socket, kit);
  const about: [Question, string][] = [['resetTwoStep', 'ann@ex.org'], ['changeAddress', 'ann@ex.org ann@new.org'], ['makeOwner', 'bob@ex.org'], ['stream', 'machine-VM-1']];
  for (const [ask, of] of about) await askAt(socket)(ask, of);
  await close?.();
  expect(logged).toEqual([{ ask: 'resetTwoStep' }, { ask: 'changeAddress' }, { ask: 'makeOwner' }, { ask: 'stream', of: 'machine-VM-1' }]);
  rmSync(folder, { recursive: true });
});
