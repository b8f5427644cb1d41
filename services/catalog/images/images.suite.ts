/** What every place for pictures promises. */
import { createHash } from 'node:crypto';
import { MOST_IMAGE_BYTES } from '@larder/contracts/product-files.js';
import type { Images } from './images.js';

/** @param open opens the same place each time, as another copy of the catalog does */
export function imagesSuite(title: string, open: () => Promise<Images>): void {
  describe(title, () => {
    let one: Images;
    let other: Images;
    beforeAll(async () => {
      one = await open();
      other = await open();
    });
    afterAll(() => Promise.all([one, other].map((images) => images.close())));
    const named = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.png`;

    it('are found as they were kept, whichever copy is asked', async () => {
      const bytes = Buffer.from('a picture');
      expect(await one.find(named(bytes))).toBeUndefined();
      await one.keep(named(bytes), bytes);
      expect([await one.find(named(bytes)), await other.find(named(bytes))]).toEqual([bytes, bytes]);
    });

    it('may be kept again, and by two at once', async () => {
      const bytes = Buffer.from('kept by many');
      await Promise.all([one, other, one, other].map((images) => images.keep(named(bytes), bytes)));
      await other.keep(named(bytes), bytes);
      expect(await one.find(named(bytes))).toEqual(bytes);
    });

    it('are kept to the byte, up to the largest that is taken', async () => {
      const bytes = Buffer.alloc(MOST_IMAGE_BYTES, Buffer.from(Uint8Array.from({ length: 251 }, (_, n) => n)));
      await one.keep(named(bytes), bytes);
      expect((await other.find(named(bytes)))?.equals(bytes)).toBe(true);
    });

    it.each(['../larder.db', '../../evil.png', `${'0a'.repeat(32)}.svg`, ''])('are not kept under a name that is none: "%s"', async (name) => {
      await expect(one.keep(name, Buffer.from('x'))).rejects.toThrow();
      await expect(one.find(name)).rejects.toThrow();
    });
  });
}
