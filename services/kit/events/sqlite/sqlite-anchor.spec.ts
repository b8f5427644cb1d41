import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Anchor } from './sqlite-anchor.js';

describe('The anchor of a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-anchor-'));
  const file = join(folder, 'larder.db-anchor');
  let anchor: Anchor;
  beforeEach(() => {
    rmSync(file, { force: true });
    anchor = new Anchor(file);
  });
  afterEach(() => anchor.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says how far the log has been acknowledged', () => {
    expect(anchor.read()).toBeUndefined();
    anchor.write({ position: 1_000, hash: 'of_a_thousand' });
    anchor.write({ position: 7, hash: 'of_seven' });
    expect(anchor.read()).toEqual({ position: 7, hash: 'of_seven' });
  });

  it('counts as nothing when a power cut has torn it: the log itself is whole', () => {
    anchor.write({ position: 7, hash: 'of_seven' });
    const older = readFileSync(file);
    anchor.write({ position: 8, hash: 'of_eight' });
    const newer = readFileSync(file);
    for (let bytes = 1; bytes < 60; bytes++) {
      writeFileSync(file, Buffer.concat([newer.subarray(0, bytes), older.subarray(bytes)]));
      expect([undefined, 7, 8]).toContain(anchor.read()?.position);
    }
    writeFileSync(file, Buffer.concat([newer.subarray(0, 1), older.subarray(1)]));
    expect(anchor.read()).toBeUndefined();
  });
});
