import { countedChance, standingClock, until } from '@larder/kit/testing.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Mail, Mailer } from './mailer.js';
import { WaitingMails } from './waiting-mails.js';
import { openSqlitePasses } from '../secrets/passes.js';
import { openVault } from '../secrets/vault.js';

const mail: Mail = { id: 'm1', person: 'organization acme', to: 'gus@example.com', subject: 'Your receipt', html: '<p>Hello</p>', text: 'Hello' };

describe('An e-mail that the mail server did not take', () => {
  const clock = standingClock();
  const passes = openSqlitePasses(':memory:');
  const vault = openVault(':memory:');
  const kit = { clock, chance: countedChance(), log: { warn: () => undefined }, surprise: () => 'none' } as unknown as Kit;
  let takes: boolean;
  let sent: string[];
  const mailer: Mailer = {
    async send({ to }) {
      if (!takes) throw new Error('busy');
      sent.push(to);
      return 'accepted';
    },
    close: () => undefined,
  };
  const waiting = new WaitingMails(kit, passes, vault, mailer);
  let stop: () => Promise<void>;
  beforeEach(async () => {
    [takes, sent] = [false, []];
    stop = await waiting.begin();
  });
  afterEach(() => stop());
  const kept = async () => passes.newest('waiting-mail', clock.now().toISOString(), 10);

  it('waits sealed, is tried every minute, and is gone once it is taken', async () => {
    await waiting.keep(mail);
    expect(JSON.stringify(await kept())).not.toContain('gus@example.com');
    clock.pass(60_000);
    expect(await kept()).toHaveLength(1);
    takes = true;
    await until('it is sent', async () => {
      clock.pass(60_000);
      return (await kept()).length === 0;
    });
    expect(sent).toEqual(['gus@example.com']);
  });

  it('is forgotten after a day', async () => {
    await waiting.keep(mail);
    clock.pass(86_400_001);
    takes = true;
    expect(await kept()).toEqual([]);
    clock.pass(60_000);
    expect(sent).toEqual([]);
  });
});
