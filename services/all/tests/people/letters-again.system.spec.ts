/** Letters follow from facts, and facts may be heard again; nobody gets a letter twice because of that, nor one about what is long past. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@larder/kit/events/sqlite-event-store.js';
import type { Bookmarks } from '@larder/kit/events/event-store.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { atCognito } from '../cognito.testing.js';
import { PASSWORD, startLarder } from '../testing.js';

interface Smtp { listen(port: number, host: string, ready: () => void): void; close(done: () => void): void; server: Server }
// The package brings no types of its own.
const { SMTPServer } = require('smtp-server') as { SMTPServer: new (options: object) => Smtp };

/** Of a log whose bookmarks were lost. */
const forgetful: Bookmarks = { get: async () => undefined, set: async () => undefined, all: async () => [] };

it('a letter goes out once, though everything is heard again, and what is a week old is not written about', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-letters-'));
  const clock = standingClock(new Date().toISOString());
  let letters = 0;
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, onData(stream: NodeJS.ReadableStream, _: unknown, done: () => void) {
    stream.resume().on('end', () => (letters++, done()));
  } });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  let password = PASSWORD;
  /** A start that hears all facts again; ends when the letter about the newest has come, which is behind all others about this person. */
  const changed = async (to: string): Promise<number> => {
    const { store } = await openSqliteEventStore(join(folder, 'larder.db'));
    const larder = await startLarder({ clock, events: store, bookmarks: forgetful, settings: { DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${folder}/larder.db`, SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` } });
    if (letters === 0) await larder.signIn('owner');
    const cognito = async (operation: string, body: object): Promise<{ AuthenticationResult?: { AccessToken: string } }> => {
      const answer = await atCognito(larder.url, operation, body);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json() as Promise<{ AuthenticationResult?: { AccessToken: string } }>;
    };
    const signedIn = await cognito('InitiateAuth', { ClientId: 'larder-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'owner@acme.example', PASSWORD: password } });
    const before = letters;
    await cognito('ChangePassword', { AccessToken: signedIn.AuthenticationResult?.AccessToken, PreviousPassword: password, ProposedPassword: to });
    password = to;
    await until('it is told', () => letters > before);
    await larder.stop();
    return letters;
  };
  expect(await changed('Another-horse-2')).toBe(1);
  expect(await changed('Another-horse-3')).toBe(2);
  clock.pass(8 * 86_400_000);
  rmSync(join(folder, 'passes.db'));
  expect(await changed('Another-horse-4')).toBe(3);
  await new Promise<void>((done) => smtp.close(done));
  rmSync(folder, { recursive: true });
}, 90_000);
