import { decodeProtectedHeader } from 'jose';
import type { Kit } from '@larder/kit/kit.js';
import { countedChance, standingClock } from '@larder/kit/testing.js';
import type { KnownPerson } from '../people.js';
import type { Passes } from './passes.js';
import { openSqlitePasses } from './stores/sqlite-passes.js';
import { openSqliteVault } from './stores/sqlite-vault.js';
import { Tokens } from './tokens.js';
import type { Vault } from './vault.js';

const DAY_MS = 86_400_000;
const olive: KnownPerson = { id: 'u1', email: 'olive@stays.example', firstName: 'Olive', lastName: 'Reed', emailVerified: true };

describe('Two copies that share keys and sign-ins', () => {
  let clock: ReturnType<typeof standingClock>;
  let vault: Vault;
  let passes: Passes;
  let copies: readonly [Tokens, Tokens];
  const copyOn = (kept: Passes): Tokens => new Tokens(kit, vault, kept);
  let kit: Kit;
  beforeEach(() => {
    clock = standingClock();
    kit = { clock, chance: countedChance(), settings: { PORT: 3000 } } as unknown as Kit;
    [vault, passes] = [openSqliteVault(':memory:'), openSqlitePasses(':memory:')];
    copies = [copyOn(passes), copyOn(passes)];
  });
  afterEach(() => Promise.all([vault.close(), passes.close()]));

  const published = () => Promise.all(copies.map(async (copy) => (await copy.publicKeys()).map(({ kid }) => kid)));
  const signing = async () => new Set(await Promise.all(copies.map(async (copy) => decodeProtectedHeader(await copy.idToken(olive, 'f1', 0)).kid)));

  it('sign with one key, though they begin at the same moment', async () => {
    expect((await signing()).size).toBe(1);
    expect(await published()).toEqual([[...(await signing())], [...(await signing())]]);
  });

  it('add one key when the next is due, both publish it before either signs with it, and drop the old one once nothing is signed with it', async () => {
    const [old] = await signing();
    const idle = copyOn(passes);
    await idle.publicKeys();
    clock.pass(91 * DAY_MS);
    expect((await Promise.all(copies.map((copy) => copy.rotate(90)))).filter(Boolean)).toHaveLength(1);
    clock.pass(61_000);
    const [known, alsoKnown] = await published();
    expect(known).toEqual([old, expect.any(String)]);
    expect(alsoKnown).toEqual(known);
    expect((await idle.publicKeys()).map(({ kid }) => kid)).toEqual(known);
    expect(await signing()).toEqual(new Set([old]));
    clock.pass(10 * 60_000);
    expect(await signing()).toEqual(new Set([known?.[1]]));
    // The last token that was signed with the old one is good for an hour.
    clock.pass(3_600_000);
    for (const copy of copies) await copy.rotate(90);
    expect(await published()).toEqual([known, known]);
    clock.pass(3_600_000);
    for (const copy of copies) await copy.rotate(90);
    expect(await published()).toEqual([[known?.[1]], [known?.[1]]]);
  });

  it('let somebody in at one and on at the other, until either has ended the sign-in', async () => {
    const [one, other] = copies;
    const family = await one.begin(olive.id, undefined);
    const { accessToken, refreshToken } = await one.issue(olive, family);
    expect(await other.accessOf(accessToken)).toEqual(family);
    const renewed = await other.redeem(refreshToken);
    expect(renewed).toMatchObject({ id: family.id });
    await other.end(family.id);
    expect([await one.accessOf(accessToken), await one.redeem(refreshToken)]).toEqual([undefined, undefined]);
  });

  it('end it half a year after it began, however often it is renewed', async () => {
    const [one, other] = copies;
    let family = await one.begin(olive.id, undefined);
    let { refreshToken } = await one.issue(olive, family);
    for (let day = 29; day < 180; day += 29) {
      clock.pass(29 * DAY_MS);
      family = (await other.redeem(refreshToken)) as typeof family;
      ({ refreshToken } = await other.issue(olive, family));
    }
    clock.pass(6 * DAY_MS - 1);
    expect(await one.family(family.id)).toMatchObject({ userId: olive.id });
    clock.pass(1);
    expect([await one.family(family.id), await other.redeem(refreshToken)]).toEqual([undefined, undefined]);
  });

  it('do not bring back a sign-in that one ends while the other renews it', async () => {
    const [one] = copies;
    const family = await one.begin(olive.id, undefined);
    const { refreshToken } = await one.issue(olive, family);
    const overtaken = copyOn({ ...passes, use: async (...used) => {
      const usedAt = await passes.use(...used);
      await one.end(family.id);
      return usedAt;
    } });
    expect(await overtaken.redeem(refreshToken)).toBeUndefined();
    expect(await one.family(family.id)).toBeUndefined();
  });
});
