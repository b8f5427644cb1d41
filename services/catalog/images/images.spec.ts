import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverSuite } from '@larder/kit/servers.js';
import { countedChance } from '@larder/kit/testing.js';
import { openFileImages } from './file-images.js';
import { kindOfImage } from './images.js';
import { imagesSuite } from './images.suite.js';
import { openMongodbImages } from './mongodb-images.js';

describe('A picture', () => {
  it.each([
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'png'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'jpg'],
    ['WebP', Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ....', 'latin1'), 'webp'],
    ['SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), undefined],
    ['page', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
    ['GIF', Buffer.from('GIF89a..........'), undefined],
    ['sound in the same wrapping as WebP', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ....', 'latin1'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is known by its bytes: %s', (_, bytes, kind) => expect(kindOfImage(bytes)).toBe(kind));
});

const place = mkdtempSync(join(tmpdir(), 'larder-images-'));
afterAll(() => rmSync(place, { recursive: true }));
const { uuid } = countedChance();
imagesSuite('Pictures in a folder', async () => openFileImages(join(place, 'images'), uuid));

describe('A folder of pictures', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-images-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const name = `${'0a'.repeat(32)}.png`;

  it('holds each once, and nothing unfinished stays behind', async () => {
    const images = openFileImages(join(folder, 'images'), countedChance().uuid);
    await images.keep(name, Buffer.from('picture'));
    await images.keep(name, Buffer.from('picture'));
    expect(readdirSync(join(folder, 'images'))).toEqual([name]);
  });
  it('pictures in it have no names that lead out of it', async () => {
    const images = openFileImages(folder, countedChance().uuid);
    await expect(images.find('../larder.db')).rejects.toThrow();
    await expect(images.keep('../../evil.png', Buffer.from('x'))).rejects.toThrow();
  });
});

const container = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };
const database = `larder-${randomUUID().slice(0, 8)}`;
serverSuite('Pictures in MongoDB', 'MONGODB_URL', container, (url) => imagesSuite('keep the promises of every place for pictures', () => openMongodbImages(url(), { database })));
