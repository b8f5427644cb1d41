/** What the keys of setup profiles promise, wherever they are. */
import { randomUUID } from 'node:crypto';
import type { WifiKeys } from './wifi-keys.js';

const wifi = { ssid: 'Seaside', password: 'correct horse' };

/** @param open opens the same place each time, as another copy of fleet does, or the same one after a restart */
export function wifiKeysSuite(title: string, open: () => Promise<WifiKeys>): void {
  describe(title, () => {
    let one: WifiKeys;
    let other: WifiKeys;
    beforeAll(async () => {
      one = await open();
      other = await open();
    });
    afterAll(() => Promise.all([one, other].map((keys) => keys.close())));

    it('a Wi-Fi is sealed so that only its profile opens it, in every copy', async () => {
      const [id, another] = [randomUUID(), randomUUID()];
      const sealed = await one.seal(id, wifi);
      expect(sealed).not.toMatch(/Seaside|horse/);
      expect([await one.open(id, sealed), await other.open(id, sealed)]).toEqual([wifi, wifi]);
      await one.seal(another, wifi);
      await expect(other.open(another, sealed)).rejects.toThrow();
    });

    it('once the key is destroyed no copy reads it again, also one that has read it before', async () => {
      const id = randomUUID();
      const sealed = await one.seal(id, wifi);
      expect(await one.open(id, sealed)).toEqual(wifi);
      await other.destroy(id);
      await one.destroy(id);
      expect([await one.open(id, sealed), await other.open(id, sealed)]).toEqual([undefined, undefined]);
    });

    it('the secret of a machine is the same in every copy, another for another code or profile, and gone with the key', async () => {
      const [id, another] = [randomUUID(), randomUUID()];
      await Promise.all([one.seal(id, wifi), one.seal(another, wifi)]);
      const secret = await one.secretOf(id, 'CODE');
      expect(secret).toMatch(/^[\w-]{32}$/);
      expect(await other.secretOf(id, 'CODE')).toBe(secret);
      expect(new Set([secret, await one.secretOf(id, 'C0DE'), await one.secretOf(another, 'CODE')]).size).toBe(3);
      await other.destroy(id);
      expect(await one.secretOf(id, 'CODE')).toBeUndefined();
    });

    it('a profile has one key: what was sealed with it stays readable', async () => {
      const id = randomUUID();
      const sealed = await one.seal(id, wifi);
      await expect(other.seal(id, { ssid: 'Hillside', password: 'battery staple' })).rejects.toThrow();
      expect(await other.open(id, sealed)).toEqual(wifi);
    });
  });
}
