import { isPassword, verifierOf } from './srp.js';

describe('A password', () => {
  const kept = verifierOf('larder', 'u1', 'correct horse', '0badcafe');
  it('is known again, and nothing else is', () => {
    expect(isPassword('larder', 'u1', 'correct horse', kept)).toBe(true);
    expect(isPassword('larder', 'u1', 'correct horse ', kept)).toBe(false);
    expect(isPassword('larder', 'u2', 'correct horse', kept)).toBe(false);
    expect(isPassword('larder', 'u1', 'anything', { salt: 'ab', verifier: '' })).toBe(false);
  });
  it('cannot be read from what is kept, and two equal ones do not look alike', () => {
    expect(JSON.stringify(kept)).not.toContain('horse');
    expect(verifierOf('larder', 'u1', 'correct horse', '0badcaff').verifier).not.toBe(kept.verifier);
  });
});
