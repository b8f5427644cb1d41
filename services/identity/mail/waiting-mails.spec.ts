import { countedChance, standingClock, until } from '@larder/kit/testing.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Mail, Mailer } from './mailer.js';
import { WaitingMails } from './waiting-mails.js';
import { openSqlitePasses } from '../secrets/stores/sqlite-passes.js';
import { openSqliteVault } from '../secrets/stores/sqlite-vault.js';

const mail: Mail = { id: 'm1', person: 'organization acme', to: 'gus@example.com', subject: 'Your receipt', html: '<p>Hello</p>', text: 'Hello' };

describe('An e-mail that the mail server did not take', () => {
  const clock = standingClock();
  const passes = openSqlitePasses(':memory:');
  const vault = openSqliteVault(':memory:');
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

describe('An e-mail that several copies find waiting', () => {
  let clock: ReturnType<typeof standingClock>;
  let passes: ReturnType<typeof openSqlitePasses>;
  let sent: string[];
  let under: Promise<void>;
  let copies: WaitingMails[];
  let stops: (() => Promise<void>)[];
  beforeEach(async () => {
    [clock, passes, sent, under] = [standingClock(), openSqlitePasses(':memory:'), [], Promise.resolve()];
    const [chance, vault] = [countedChance(), openSqliteVault(':memory:')];
    const kit = { clock, chance, log: { warn: () => undefined }, surprise: () => 'none' } as unknown as Kit;
    const mailer: Mailer = {
      async send({ id }) {
        sent.push(id);
        await under;
        return 'accepted';
      },
      close: () => undefined,
    };
    copies = Array.from({ length: 3 }, () => new WaitingMails(kit, passes, vault, mailer));
    stops = await Promise.all(copies.map((copy) => copy.begin()));
  });
  afterEach(() => Promise.all(stops.map((stop) => stop())));
  const gone = () => until('nothing waits', async () => {
    clock.pass(60_000);
    return (await passes.newest('waiting-mail', clock.now().toISOString(), 10)).length === 0;
  });

  it('goes out once, however long the mail server takes for it', async () => {
    let done = (): void => undefined;
    under = new Promise((resolve) => void (done = resolve));
    for (const id of ['m1', 'm2', 'm3']) await copies[0]?.keep({ ...mail, id });
    clock.pass(60_000);
    await until('every copy is sending one', () => sent.length === 3);
    done();
    await gone();
    expect(sent.sort()).toEqual(['m1', 'm2', 'm3']);
  });

  it('goes out although the copy that had claimed it died', async () => {
    await copies[0]?.keep(mail);
    await passes.try(`waiting-mail ${mail.id}`, 'of one that died', clock.now().toISOString(), clock.now().toISOString(), 1);
    await gone();
    expect(sent).toEqual(['m1']);
  });
});
