/** Who is told of an alert by e-mail where the mail server was away for a while, and the rules were changed meanwhile. */
import type { AddressInfo, Server } from 'node:net';
import { standingClock } from '@larder/kit/testing.js';
import { startLarder } from '../testing.js';
import { alertsIn, MINUTE_MS } from './alerts.testing.js';

interface Smtp { listen(port: number, host: string, ready: () => void): void; close(done: () => void): void; server: Server }
interface Session { envelope: { rcptTo: { address: string }[] } }
// The package brings no types of its own.
const { SMTPServer } = require('smtp-server') as { SMTPServer: new (options: object) => Smtp };

it('Whom the rules do not name any more gets nothing that could not be delivered before; whom they go on naming does', async () => {
  const clock = standingClock();
  let isAway = true;
  const letters: { to: string; isTaken: boolean }[] = [];
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, onData(stream: NodeJS.ReadableStream, { envelope }: Session, done: (error?: Error) => void) {
    stream.on('data', () => undefined).on('end', () => {
      letters.push(...envelope.rcptTo.map(({ address }) => ({ to: address, isTaken: !isAway })));
      done(isAway ? Object.assign(new Error('Not now'), { responseCode: 451 }) : undefined);
    });
  } });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  const larder = await startLarder({ clock, settings: { SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` } });
  const { storyOf, passUntil, setRules, runLow } = alertsIn(() => ({ larder, clock }));
  const step = (afterMinutes: number, ...emails: string[]) => ({ afterMinutes, recipients: emails.map((email) => ({ kind: 'address' as const, email })), webhook: false });

  await setRules({ notify: ['medium'], steps: [step(0, 'janitor@example.com', 'left@example.com')] });
  const { alert } = await runLow(2);
  await passUntil('both are tried', async () => (await storyOf(alert)).notices.filter(({ why }) => why !== undefined).length === 2);
  await setRules({ notify: ['medium'], steps: [step(0, 'boss@example.com'), step(600, 'janitor@example.com')] });
  isAway = false;
  clock.pass(2 * MINUTE_MS);
  await passUntil('nothing is under way any more', async () => (await storyOf(alert)).notices.every(({ state }) => state !== 'sending'));
  expect((await storyOf(alert)).notices.map(({ to, state, why }) => ({ to, state, why }))).toEqual([
    { to: 'janitor@example.com', state: 'delivered', why: undefined }, { to: 'left@example.com', state: 'given up', why: 'The rules do not name this recipient any more' },
  ]);
  expect(letters.filter(({ isTaken }) => isTaken)).toEqual([{ to: 'janitor@example.com', isTaken: true }]);
  await larder.stop();
  await new Promise<void>((done) => smtp.close(done));
});
