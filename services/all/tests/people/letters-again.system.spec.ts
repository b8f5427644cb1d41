/** Letters follow from facts, and facts may be heard again; nobody gets a letter twice because of that, nor one about what is long past. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import type { Bookmarks } from '@larder/kit/events/event-store.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { atCognito, fromOurPages } from '../cognito.testing.js';
import { PASSWORD, startLarder } from '../testing.js';

interface Smtp { listen(port: number, host: string, ready: () => void): void; close(done: () => void): void; server: Server }
// The package brings no types of its own.
const { SMTPServer } = require('smtp-server') as { SMTPServer: new (options: object) => Smtp };

async function openSmtp(take: (letter: string) => Error | undefined): Promise<{ url: string; close(): Promise<void> }> {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, onData(stream: NodeJS.ReadableStream, _: unknown, done: (error?: Error) => void) {
    let letter = '';
    stream.on('data', (part: Buffer) => (letter += part.toString())).on('end', () => done(take(letter)));
  } });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, close: () => new Promise<void>((done) => smtp.close(done)) };
}

/** Of a log whose bookmarks were lost. */
const forgetful: Bookmarks = { get: async () => undefined, set: async () => undefined, all: async () => [] };

it('a letter goes out once, though everything is heard again, and what is a week old is not written about', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-letters-'));
  const clock = standingClock(new Date().toISOString());
  let letters = 0;
  const smtp = await openSmtp(() => void letters++);
  let password = PASSWORD;
  /** A start that hears all facts again; ends when the letter about the newest has come, which is behind all others about this person. */
  const changed = async (to: string): Promise<number> => {
    const { store } = await openSqliteEventStore(join(folder, 'larder.db'));
    const larder = await startLarder({ clock, events: store, bookmarks: forgetful, settings: { DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${folder}/larder.db`, SMTP_URL: smtp.url } });
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
  await smtp.close();
  rmSync(folder, { recursive: true });
}, 90_000);

it('whoever signs in with a new password stays in while the letter that tells of it waits for the mail server', async () => {
  const clock = standingClock(new Date().toISOString());
  let code = '';
  let refused = 0;
  const smtp = await openSmtp((letter) => {
    code ||= /^Subject: (\d{6}) is your Larder password code/m.exec(letter)?.[1] ?? '';
    return /^Subject: Your Larder password was reset/m.test(letter) ? Object.assign(new Error(`Not now (${++refused})`), { responseCode: 451 }) : undefined;
  });
  const larder = await startLarder({ clock, settings: { SMTP_URL: smtp.url } });
  const before = await larder.signIn('owner');
  const Username = 'owner@acme.example';
  await fromOurPages(larder.url, 'ForgotPassword', { Username });
  await until('the code has come', () => code !== '');
  expect((await fromOurPages(larder.url, 'ConfirmForgotPassword', { Username, ConfirmationCode: code, Password: 'Another-horse-2' })).status).toBe(200);
  clock.pass(1);
  const { idToken: token } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: Username, password: 'Another-horse-2' } });
  const tried = refused;
  await until('the letter was tried again', () => refused > tried + 1);
  const statusOf = async (idToken: string) => (await larder.call('GET', '/api/cognito-auth/profile', { token: idToken })).status;
  expect([await statusOf(before), await statusOf(token)]).toEqual([401, 200]);
  await larder.stop();
  await smtp.close();
}, 60_000);
