/** Letters follow from facts, and facts may be heard again; nobody gets a letter twice because of that, nor one about what is long past. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import type { Bookmarks } from '@larder/kit/events/event-store.js';
import { People } from '@larder/identity/people.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { atCognito, fromOurPages } from '../cognito.testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';

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

/** Somebody who signed up and confirms the address by a letter about a new password; the notice that follows on it is taken only once `isAway` is no more. */
async function signUpBehindNotice(): Promise<{ larder: TestLarder; mail: { isAway: boolean; codes: string[]; notices: number }; close(): Promise<void> }> {
  const mail = { isAway: true, codes: [] as string[], notices: 0 };
  const smtp = await openSmtp((letter) => {
    mail.codes.push(...(/^Subject: (\d{6}) is your Larder password code/m.exec(letter)?.slice(1) ?? []));
    if (!/^Subject: Your Larder password was reset/m.test(letter)) return undefined;
    mail.notices++;
    return mail.isAway ? Object.assign(new Error('Not now'), { responseCode: 451 }) : undefined;
  });
  const larder = await startLarder({ settings: { SMTP_URL: smtp.url } });
  const UserAttributes = [{ Name: 'given_name', Value: 'Olive' }, { Name: 'family_name', Value: 'Reed' }];
  await fromOurPages(larder.url, 'SignUp', { Username: OLIVE, Password: 'Correct-horse-7', UserAttributes, ClientMetadata: { organizationName: 'Olive Stays' } });
  await fromOurPages(larder.url, 'ForgotPassword', { Username: OLIVE });
  await until('the code has come', () => mail.codes.length > 0);
  return { larder, mail, close: async () => { await larder.stop(); await smtp.close(); } };
}
const OLIVE = 'olive@stays.example';
const organizationOf = async (larder: TestLarder, token: string): Promise<string | undefined> => (await larder.ask<{ account?: { name: string } }>('GET', '/api/cognito-auth/profile', { token })).account?.name;

it('whoever confirms the address by choosing a new password has the organization of their sign-up at once, also while the mail server is away', async () => {
  const { larder, mail, close } = await signUpBehindNotice();
  expect((await fromOurPages(larder.url, 'ConfirmForgotPassword', { Username: OLIVE, ConfirmationCode: mail.codes[0], Password: 'Another-horse-2' })).status).toBe(200);
  await until('the notice waits', () => mail.notices > 0);
  const { idToken: token } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: OLIVE, password: 'Another-horse-2' } });
  expect(await organizationOf(larder, token)).toBe('Olive Stays');
  await close();
}, 60_000);

it('whoever has begun an organization of their own stays in it when that of their sign-up is heard of late', async () => {
  const { larder, mail, close } = await signUpBehindNotice();
  const { userId } = await larder.part(People).idOf(OLIVE);
  // As far as a process comes that ends right after it.
  await larder.part(People).tryCode(userId, 'reset', mail.codes[0] ?? '', { commandId: 'reset', account: 'people', actor: 'system:test', correlationId: 'c' }, 'Another-horse-2');
  await until('the notice waits', () => mail.notices > 0);
  const enter = async () => (await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: OLIVE, password: 'Another-horse-2' } })).idToken;
  await larder.ask('POST', '/api/cognito-auth/account', { token: await enter(), body: { organizationName: 'Reed Houses' } });
  mail.isAway = false;
  await fromOurPages(larder.url, 'ForgotPassword', { Username: OLIVE });
  await until('what comes behind it is heard', () => mail.codes.length > 1);
  expect(await organizationOf(larder, await enter())).toBe('Reed Houses');
  await close();
}, 60_000);

it('nobody is told any more that a payment has failed, or that a subscription will end, where that is no longer so when the mail server is back', async () => {
  const clock = standingClock();
  const [waiting, sent] = [new Set<string>(), [] as string[]];
  let isAway = true;
  const smtp = await openSmtp((letter) => {
    const [, subject = ''] = /^Subject: (.*)/m.exec(letter) ?? [];
    if (isAway) waiting.add(subject);
    else sent.push(subject);
    return isAway ? Object.assign(new Error('Not now'), { responseCode: 451 }) : undefined;
  });
  const larder = await startLarder({ clock, settings: { SMTP_URL: smtp.url } });
  const ask = async <T>(method: string, path: string, body?: object, account?: string): Promise<T> => larder.ask<T>(method, path, { token: await larder.signIn('owner', account), body });
  const pay = (url: string, card: string) => larder.ask('POST', `/api/billing/pages/${url.split('/').at(-1)}`, { body: { card } });
  const subscribe = async (account: string, card: string) => pay((await ask<{ url: string }>('POST', '/api/auth/subscription/upgrade', { planId: 'growth' }, account)).url, card);
  const shown = (account: string) => ask<{ status: string; currentPeriodEnd: string }>('GET', '/api/cognito-auth/subscription', undefined, account);
  await subscribe('undecided', 'works');
  await ask('POST', '/api/auth/subscription/cancel', undefined, 'undecided');
  await ask('POST', '/api/auth/subscription/resume', undefined, 'undecided');
  await subscribe('overdue', 'fails-later');
  isAway = false;
  await until('both have their receipts', () => sent.filter((subject) => /receipt/.test(subject)).length === 2);
  isAway = true;
  clock.pass(Date.parse((await shown('overdue')).currentPeriodEnd) - clock.now().getTime() + 60_000);
  await until('it is overdue', async () => {
    clock.pass(1_000);
    return (await shown('overdue')).status === 'past_due';
  });
  await until('the letter about it waits', () => [...waiting].some((subject) => /did not go through/.test(subject)));
  await pay((await ask<{ url: string }>('POST', '/api/auth/subscription/payment-method', {}, 'overdue')).url, 'works');
  isAway = false;
  await until('what comes behind it is told', () => sent.filter((subject) => /receipt/.test(subject)).length > 3);
  expect(sent.filter((subject) => !/receipt/.test(subject))).toEqual([]);
  await larder.stop();
  await smtp.close();
}, 90_000);
