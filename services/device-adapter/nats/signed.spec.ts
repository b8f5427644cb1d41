import { nkeys } from '@nats-io/transport-node';
import { claimsOf, issuerFrom, signed } from './signed.js';

const account = nkeys.createAccount();
const seed = Buffer.from(account.getSeed()).toString();

describe('A token for a NATS server', () => {
  it('is signed as the account key of its configuration would sign it', () => {
    const issuer = issuerFrom(seed);
    const token = signed(issuer, 'one', 1_700_000_000_900, { sub: 'U1', aud: 'DEVICES', nats: { type: 'user', subs: -1 } });
    const [head = '', body = '', signature = ''] = token.split('.');
    expect(Buffer.from(signature, 'base64url')).toEqual(Buffer.from(account.sign(Buffer.from(`${head}.${body}`))));
    expect(claimsOf(token)).toEqual({ sub: 'U1', aud: 'DEVICES', jti: 'one', iat: 1_700_000_000, iss: account.getPublicKey(), nats: { type: 'user', subs: -1, version: 2 } });
  });

  it('is refused a key that is mistyped', () => {
    const mistyped = seed.slice(0, 20) + (seed[20] === 'A' ? 'B' : 'A') + seed.slice(21);
    expect(() => issuerFrom(mistyped)).toThrow();
  });
});
