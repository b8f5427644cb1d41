import { given } from '@larder/kit/testing.js';
import { credential, hashOf, isRight } from './credential.js';

describe('A machine\'s credential', () => {
  const known = { machineId: 'VM-001', account: 'acme', salt: 'salt', hash: hashOf('salt', 'the right secret') };

  it('admits the right secret and nothing else', () => {
    expect(isRight(known, 'the right secret')).toBe(true);
    expect(isRight(known, 'the wrong secret')).toBe(false);
    expect(isRight(undefined, '')).toBe(false);
  });

  it('is replaced by a new one and can be revoked', () => {
    const issued = { type: 'CredentialIssued' as const, data: { machineId: 'VM-001', salt: 'a', hash: 'b' } };
    given(credential, issued).when({ type: 'IssueCredential', machineId: 'VM-001', salt: 'c', hash: 'd' }).then({ type: 'CredentialIssued', data: { machineId: 'VM-001', salt: 'c', hash: 'd' } });
    given(credential, issued).when({ type: 'RevokeCredential', machineId: 'VM-001', salt: 'a' }).then({ type: 'CredentialRevoked', data: { machineId: 'VM-001' } });
    given(credential, issued).when({ type: 'RevokeCredential', machineId: 'VM-001', salt: 'of one before' }).thenNothing();
    given(credential).when({ type: 'RevokeCredential', machineId: 'VM-001', salt: 'a' }).thenNothing();
  });
});
