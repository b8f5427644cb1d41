/** What every vault promises, as tests that run on each adapter. */
import { randomUUID } from 'node:crypto';
import type { SigningKey, Vault } from '../vault.js';

const key = (kid: string, createdAt: string): SigningKey => ({ kid, privatePem: `-----${kid}-----`, createdAt });

/** @param open every time onto what was kept before */
export function vaultSuite(name: string, open: () => Promise<Vault>): void {
  describe(name, () => {
    let vault: Vault;
    let ada: string;
    let ben: string;
    beforeAll(async () => void (vault = await open()));
    beforeEach(() => void ([ada, ben] = [randomUUID(), randomUUID()]));
    afterAll(() => vault.close());

    it('gives back what it sealed, also after a restart', async () => {
      const sealed = await vault.seal(ada, 'Olive Reed');
      const found = vault.fingerprint('olive@stays.example');
      await vault.close();
      vault = await open();
      expect(await vault.open(ada, sealed)).toBe('Olive Reed');
      expect(vault.fingerprint('olive@stays.example')).toBe(found);
    });

    it('opens nothing for another person, and nothing that was changed', async () => {
      const sealed = await vault.seal(ada, 'Olive Reed');
      await vault.seal(ben, 'somebody');
      await expect(vault.open(ben, sealed)).rejects.toThrow();
      await expect(vault.open(ada, `${sealed.slice(0, -4)}AAAA`)).rejects.toThrow();
      await expect(vault.open(ada, 'nothing')).rejects.toThrow('nothing the vault has sealed');
    });

    it('forgets a person for good, and nobody else', async () => {
      const [sealed, other] = [await vault.seal(ada, 'Olive Reed'), await vault.seal(ben, 'Ned')];
      await vault.forget(ada);
      expect(await vault.open(ada, sealed)).toBeUndefined();
      expect(await vault.open(ben, other)).toBe('Ned');
    });

    it('opens for somebody who comes back only what was sealed since', async () => {
      const sealed = await vault.seal(ada, 'before');
      await vault.forget(ada);
      const since = await vault.seal(ada, 'since');
      await expect(vault.open(ada, sealed)).rejects.toThrow();
      expect(await vault.open(ada, since)).toBe('since');
    });

    it('tells whether it knows anybody else', async () => {
      await vault.seal(ada, 'Olive Reed');
      await vault.seal(ben, 'Ned');
      expect([await vault.knowsOthersThan(ada), await vault.knowsOthersThan(ben)]).toEqual([true, true]);
    });

    it('shows the same secret differently every time', async () => {
      expect(await vault.seal(ada, 'x')).not.toBe(await vault.seal(ada, 'x'));
    });

    it('makes one key for a person, however many texts are sealed at once', async () => {
      const sealed = await Promise.all(Array.from({ length: 8 }, (_, n) => vault.seal(ada, `text ${n}`)));
      expect(await Promise.all(sealed.map((one) => vault.open(ada, one)))).toEqual(sealed.map((_, n) => `text ${n}`));
    });

    it('keeps signing keys in their order, one after another, and drops the old ones', async () => {
      const [first, second, third] = [key('k1', '2026-03-01T12:00:00.000Z'), key('k2', '2026-06-01T12:00:00.000Z'), key('k3', '2026-09-01T12:00:00.000Z')];
      expect(await vault.signingKeys()).toEqual([]);
      expect(await vault.addSigningKey(first, undefined)).toBe(true);
      expect(await vault.addSigningKey(key('late', second.createdAt), undefined)).toBe(false);
      expect(await vault.addSigningKey(second, 'k1')).toBe(true);
      expect(await vault.addSigningKey(key('late', third.createdAt), 'k1')).toBe(false);
      expect(await vault.addSigningKey(third, 'k2')).toBe(true);
      expect(await vault.signingKeys()).toEqual([first, second, third]);
      await vault.dropSigningKey('k1');
      await vault.dropSigningKey('k2');
      expect(await vault.signingKeys()).toEqual([third]);
      expect(await vault.addSigningKey(key('k4', '2026-12-01T12:00:00.000Z'), 'k3')).toBe(true);
    });
  });
}
