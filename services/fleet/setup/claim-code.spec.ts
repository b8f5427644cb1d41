import { systemChance } from '@larder/kit/time.js';
import { CODE_BYTES, codeOf, hashOfCode, isSameHash } from './claim-code.js';

it('a claim code carries 160 bits in eight groups of four', () => {
  expect(codeOf(Buffer.from([0xff, ...Array<number>(CODE_BYTES - 1).fill(0)]).toString('base64url'))).toBe('ZW00-0000-0000-0000-0000-0000-0000-0000');
  expect(codeOf(systemChance.secret(CODE_BYTES))).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('is the same however people type it', () => {
  const hash = hashOfCode('ZW00-10AB-0000-0000-0000-0000-0000-0000');
  expect([' zwOo iOab 0000000000000000 00000000 ', 'ZW00l0AB-0000000000000000-00000000'].map(hashOfCode)).toEqual([hash, hash]);
});

it('is compared with the whole of what is known, and nothing is like no code', () => {
  expect([isSameHash(hashOfCode('A'), hashOfCode('a')), isSameHash(hashOfCode('A'), hashOfCode('B')), isSameHash(hashOfCode(''), undefined), isSameHash('', hashOfCode('A'))]).toEqual([true, false, false, false]);
});
