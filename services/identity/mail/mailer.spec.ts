/** E-mails on their way: through a real SMTP server, and kept where there is none. */
import type { AddressInfo, Server } from 'node:net';
import { isPassing } from '@larder/kit/aside/passing.js';
import { standingClock } from '@larder/kit/testing.js';
import { invitationLetter, noticeLetter, resetLetter, verificationLetter } from './mail-texts.js';
import { Counted, Outbox, type Mail } from './mailer.js';
import { openSmtpMailer } from './smtp-mailer.js';
import { openSqlitePasses } from '../secrets/stores/sqlite-passes.js';
import { openSqliteVault } from '../secrets/stores/sqlite-vault.js';

interface Smtp { listen(port: number, host: string, ready: () => void): void; close(done: () => void): void; server: Server }
type Answer = (error?: Error) => void;
// The package brings no types of its own.
const { SMTPServer } = require('smtp-server') as { SMTPServer: new (options: object) => Smtp };

const BREAKING = 'x\r\nBcc: everybody@evil.example\r\n\r\n<script>';
const mail: Mail = { id: 'm1', person: 'u1', to: 'olive@stays.example', subject: 'Hello', html: '<p>Hello <b>Olive</b></p>', text: 'Hello Olive' };
const refusal = (code: number): Error => Object.assign(new Error('Refused'), { responseCode: code });

describe('With a mail server', () => {
  let smtp: Smtp;
  let received: string[];
  let greeting: Error | undefined;
  let answerTo: () => Error | undefined;
  let refused: unknown[];
  let url: string;

  beforeEach(async () => {
    [received, refused, greeting, answerTo] = [[], [], undefined, () => undefined];
    smtp = new SMTPServer({
      authOptional: true, disabledCommands: ['STARTTLS'], logger: false,
      onConnect: (_: unknown, done: Answer) => done(greeting),
      onRcptTo: (_: unknown, __: unknown, done: Answer) => done(answerTo()),
      onData(stream: NodeJS.ReadableStream, _: unknown, done: Answer) {
        let text = '';
        stream.on('data', (part: Buffer) => (text += part.toString()));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
    url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((done) => smtp.close(done)));

  const sending = async (what = mail): Promise<void> => {
    const mailer = openSmtpMailer(url, 'Larder <no-reply@larder.example>', (error) => refused.push(error));
    await mailer.send(what).finally(() => mailer.close());
  };

  it('is counted by what became of it', async () => {
    const counted: string[] = [];
    const mailer = new Counted(openSmtpMailer(url, 'Larder <no-reply@larder.example>', () => undefined), (outcome) => void counted.push(outcome));
    for (const answer of [undefined, refusal(550), refusal(451)]) {
      answerTo = () => answer;
      await mailer.send(mail).catch(() => undefined);
    }
    mailer.close();
    expect(counted).toEqual(['accepted', 'refused', 'later']);
  });

  it('goes out as HTML and as text, under an id that repeats with it', async () => {
    await sending();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/Message-ID: <m1@larder>/i);
    expect(received[0]).toMatch(/text\/plain[\s\S]*Hello Olive[\s\S]*text\/html[\s\S]*<b>Olive<\/b>/);
  });

  it('goes to whom it is for alone, whatever line breaks are in what people wrote', async () => {
    await sending({ ...mail, subject: BREAKING });
    const [head = '', body = ''] = (received[0] as string).split(/\r\n\r\n([\s\S]*)/);
    expect(head).toMatch(/^Subject: x Bcc: everybody@evil\.example/m);
    expect(head).not.toMatch(/^Bcc:/m);
    expect(body).not.toContain('evil.example');
  });

  it('is tried again when the server is busy, and given up when the address is refused for good', async () => {
    answerTo = () => refusal(451);
    await expect(sending()).rejects.toThrow('The mail server does not take an e-mail (EENVELOPE 451)');
    expect(refused).toEqual([]);
    answerTo = () => refusal(550);
    await sending();
    expect(refused.map((error) => String(error)).join()).toMatch(/550/);
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(Error.prototype)) + refused.map((error) => (error as Error).stack).join()).not.toContain('olive@');
    expect(received).toEqual([]);
  });

  it('waits for a server that is busy, turns everybody away or is not there, and for nothing else', async () => {
    const trouble = (what?: Mail): Promise<unknown> => sending(what).catch((error: unknown) => error);
    expect(isPassing(await trouble({ ...mail, to: '' }))).toBe(false);
    answerTo = () => refusal(451);
    const busy = await trouble();
    greeting = refusal(554);
    const closed = await trouble();
    await new Promise<void>((done) => smtp.close(done));
    const away = await trouble();
    expect([busy, closed, away].map((error) => [String(error), isPassing(error)])).toEqual([
      [expect.stringContaining('EENVELOPE 451'), true], [expect.stringContaining('EPROTOCOL 554'), true], [expect.stringContaining('ESOCKET 0'), true],
    ]);
    expect(refused).toEqual([]);
  });
});

describe('With a mail server that is not who it should be', () => {
  let smtp: Smtp | undefined;
  afterEach(() => new Promise<void>((done) => (smtp ? smtp.close(done) : done())));

  it.each<[string, string, object]>([
    // The package's own certificate is nobody's that anyone trusts.
    ['its certificate is signed by nobody who is trusted', 'smtps://larder:secret', { secure: true }],
    ['the same after STARTTLS', 'smtp://larder:secret', {}],
    ['it does not encrypt, and there is a password to send', 'smtp://larder:secret', { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }],
  ])('tells it nothing: %s', async (_, scheme, options) => {
    const told: string[] = [];
    const server = new SMTPServer({
      logger: false, ...options,
      onAuth: (auth: { password: string }, __: unknown, done: (error: null, answer: object) => void) => (told.push(auth.password), done(null, { user: 1 })),
      onMailFrom: (address: { address: string }, __: unknown, done: Answer) => (told.push(address.address), done()),
    });
    server.server.on('tlsClientError', () => undefined);
    (server as unknown as NodeJS.EventEmitter).on('error', () => undefined);
    smtp = server;
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const mailer = openSmtpMailer(`${scheme}@127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'Larder <no-reply@larder.example>', () => undefined);
    const failed = await mailer.send(mail).catch((error: unknown) => error).finally(() => mailer.close());
    expect(isPassing(failed)).toBe(true);
    expect(told).toEqual([]);
  });
});

describe('Without one', () => {
  it('is kept for a week, sealed, and gone with its person', async () => {
    const [passes, vault, clock] = [openSqlitePasses(':memory:'), openSqliteVault(':memory:'), standingClock()];
    const outbox = new Outbox(passes, vault, clock);
    await outbox.send(mail);
    await outbox.send({ ...mail, id: 'm2', person: 'u2', to: 'ned@stays.example' });
    await outbox.send(mail);
    expect((await outbox.newest(10)).map(({ id }) => id).sort()).toEqual(['m1', 'm2']);
    expect(JSON.stringify(await passes.newest('mail', clock.now().toISOString(), 10))).not.toContain('Olive');
    await vault.forget('u1');
    expect((await outbox.newest(10)).map(({ id }) => id)).toEqual(['m2']);
    clock.pass(8 * 86_400_000);
    expect(await outbox.newest(10)).toEqual([]);
  });
});

describe('What they say', () => {
  const evil = '<script>alert(1)</script> & Sons';
  const letters = [
    verificationLetter({ name: evil, code: '123456', url: 'https://larder.example/v?token=a&b=c' }), resetLetter({ name: evil, code: '123456', url: 'https://larder.example/f' }),
    invitationLetter({ organization: evil, invitedBy: evil, role: 'operator', url: 'https://larder.example/r', days: 7 }), noticeLetter('password-changed', { name: evil, url: 'https://larder.example/p' }),
  ];

  it('carries names as text, never as markup', () => {
    for (const { html } of letters) {
      expect(html).not.toContain('<script>');
      expect(html).toContain('&#60;script&#62;');
    }
  });

  it('says the same as text: code, link and what to do when it was not you', () => {
    expect(letters[0]?.text).toContain('    123456');
    expect(letters[0]?.text).toContain('\nhttps://larder.example/v?token=a&b=c\n');
    expect(letters[0]?.text).toContain('expires in 24 hours');
    expect(letters[2]?.subject).toContain('invites you');
    expect(letters[3]?.text).toContain('choose a new password at once');
  });
});
