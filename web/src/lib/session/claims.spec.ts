import { claimsOf, endsWithin, sessionChange } from './claims.js';

const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
const wren = { sub: 'wren', exp: 1000, email_verified: true, 'custom:account_id': 'a-1', 'custom:user_role': 'viewer', 'custom:subscription_plan': 'starter' };

describe('an ID token', () => {
  it('that cannot be read says nothing', () => {
    expect(claimsOf(null)).toEqual({});
    expect(claimsOf('rubbish')).toEqual({});
    expect(endsWithin(300, 'rubbish', 0)).toBe(false);
  });

  it('ends soon within the seconds asked for', () => {
    expect(endsWithin(300, token(wren), 699_000)).toBe(false);
    expect(endsWithin(300, token(wren), 701_000)).toBe(true);
  });
});

describe('an open page', () => {
  it('goes on when a token is only fresher', () => {
    expect(sessionChange(token(wren), token({ ...wren, exp: 4600 }))).toBe('none');
    expect(sessionChange(null, token(wren))).toBe('none');
  });

  it('shows another menu when the role or the plan changed, or the organization was left', () => {
    expect(sessionChange(token(wren), token({ ...wren, 'custom:user_role': 'admin' }))).toBe('standing');
    expect(sessionChange(token(wren), token({ ...wren, 'custom:account_id': undefined }))).toBe('standing');
  });

  it('ends with the sign-in, and belongs to nobody else', () => {
    expect(sessionChange(token(wren), null)).toBe('ended');
    expect(sessionChange(token(wren), token({ ...wren, sub: 'olga' }))).toBe('elsewhere');
    expect(sessionChange(token(wren), token({ ...wren, 'custom:account_id': 'a-2' }))).toBe('elsewhere');
  });
});
