import { given } from '@larder/kit/testing.js';
import { emailClaim } from './claims.js';
import { isLocked, person, type PersonFact, type PersonState } from './person.js';

const AT = '2026-03-01T12:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const registered: PersonFact = { type: 'UserRegistered', data: { userId: 'u1', emailHash: 'h', email: 's', givenName: 's', familyName: 's' } };
const verified: PersonFact = { type: 'EmailVerified', data: { userId: 'u1' } };
const code = (purpose: 'verify' | 'reset', nonce = 'n1'): PersonFact => ({ type: 'CodeIssued', data: { userId: 'u1', purpose, nonce, expiresAt: TOMORROW } });
const mistaken: PersonFact = { type: 'CodeMistaken', data: { userId: 'u1', purpose: 'verify' } };
const tryCode = (changes: object = {}) => ({ type: 'TryCode' as const, purpose: 'verify' as const, nonce: 'n1', isRight: true, now: AT, ...changes });
const refusedAs = (name: string) => ({ code: name });

describe('A code from an e-mail', () => {
  it('verifies the address', () => given(person, registered, code('verify')).when(tryCode()).then(verified));
  it('is counted when it is wrong, and none is good after five mistakes', () => {
    given(person, registered, code('verify')).when(tryCode({ isRight: false })).then(mistaken);
    given(person, registered, code('verify'), ...Array.from({ length: 5 }, () => mistaken)).when(tryCode()).thenRefused('TOO_MANY_REQUESTS', refusedAs('LimitExceeded'));
  });
  it('is replaced by the next one, mistakes and all', () => {
    given(person, registered, code('verify'), mistaken, code('verify', 'n2')).when(tryCode()).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
    given(person, registered, code('verify'), ...Array.from({ length: 5 }, () => mistaken), code('verify', 'n2')).when(tryCode({ nonce: 'n2' })).then(verified);
  });
  it('ends after its time, and with its work', () => {
    given(person, registered, code('verify')).when(tryCode({ now: TOMORROW })).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
    given(person, registered, code('verify'), verified).when(tryCode()).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  });
  it('for a new password sets it and proves the address as well', () => {
    const set: PersonFact = { type: 'PasswordSet', data: { userId: 'u1', verifier: 'v', because: 'reset' } };
    given(person, registered, code('reset')).when(tryCode({ purpose: 'reset', verifier: 'v' })).then(set, verified);
    given(person, registered, verified, code('reset')).when(tryCode({ purpose: 'reset', verifier: 'v' })).then(set);
    given(person, registered, verified, code('reset'), set).when(tryCode({ purpose: 'reset', verifier: 'v' })).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
  });
  it('is not sent to an address that is verified', () => given(person, registered, verified).when({ type: 'IssueCode', purpose: 'verify', nonce: 'n', expiresAt: TOMORROW }).thenNothing());
});

const changed: PersonFact = { type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h2', email: 's2', formerHash: 'h', formerEmail: 's', takeBackUntil: TOMORROW } };
const changeEmail = (emailHash: string, email: string) => ({ type: 'ChangeEmail' as const, emailHash, email, takeBackUntil: TOMORROW });
const takeBack = (emailHash: string, now = AT) => ({ type: 'TakeBackEmail' as const, emailHash, verifier: 'v', now });

it('a former address is gone back to while one may, with another password, and from it to none that was set in between', () => {
  const [back, set]: PersonFact[] = [{ type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h', email: 's', formerHash: 'h2', formerEmail: 's2' } }, { type: 'PasswordSet', data: { userId: 'u1', verifier: 'v', because: 'reset' } }];
  const on: PersonFact = { type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h3', email: 's3', formerHash: 'h2', formerEmail: 's2', takeBackUntil: TOMORROW } };
  given(person, registered, verified, changed).when(takeBack('h')).then(back!, set!);
  given(person, registered, verified, changed).when(takeBack('h', TOMORROW)).thenRefused('NOT_FOUND');
  given(person, registered, verified, changed).when(takeBack('h2')).thenRefused('NOT_FOUND');
  given(person, registered, verified, changed, back!, set!).when(takeBack('h')).thenRefused('CONFLICT');
  given(person, registered, verified, changed, back!, set!).when(takeBack('h2')).thenRefused('NOT_FOUND');
  given(person, registered, verified, changed, on).when(takeBack('h2')).then({ ...back!, data: { ...on.data, emailHash: 'h2', email: 's2', formerHash: 'h3', formerEmail: 's3', takeBackUntil: undefined } } as PersonFact, set!);
  given(person, registered, verified, changed, on, { ...back!, data: { ...back!.data, formerHash: 'h3', formerEmail: 's3' } } as PersonFact).when(takeBack('h2')).thenRefused('NOT_FOUND');
});

it('whoever runs it sets another address, and nobody goes back from that', () => {
  const [set, forgotten]: PersonFact[] = [{ type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h3', email: 's3', formerHash: 'h2', formerEmail: 's2', because: 'set' } }, { type: 'PasswordSet', data: { userId: 'u1', verifier: 'v', because: 'reset' } }];
  given(person, registered, verified, changed).when({ type: 'SetEmail', emailHash: 'h3', email: 's3', verifier: 'v' }).then(set!, forgotten!);
  for (const former of ['h', 'h2']) given(person, registered, verified, changed, set!, forgotten!).when(takeBack(former)).thenRefused('NOT_FOUND');
});

it('an issuer says which address its people have, the newest word counts, and one that is out is let in by the same address alone', () => {
  const issuer = 'https://sign-in.example';
  const theirs: PersonFact = { type: 'UserRegistered', data: { userId: 'u1', emailHash: 'h', email: 's', givenName: 's', familyName: 's', issuer } };
  const says = (emailHash: string, saidAt = AT) => ({ type: 'FollowIssuer' as const, issuer, emailHash, email: `s${emailHash}`, saidAt });
  const moved: PersonFact = { type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h2', email: 'sh2', formerHash: 'h', formerEmail: 's', saidAt: AT } };
  const confirmed: PersonFact = { type: 'EmailVerified', data: { userId: 'u1', issuer } };
  given(person, theirs).when(says('h')).then(confirmed);
  given(person, theirs).when(says('h2')).then(moved, confirmed);
  // An address that was only named was never theirs, so nothing that somebody left under it is forgotten with them.
  const formerOf = (...facts: PersonFact[]) => facts.reduce((state, fact) => person.evolve(state, fact), person.initial).former?.map(({ emailHash }) => emailHash);
  expect([formerOf(theirs, verified, moved), formerOf(theirs, moved, confirmed)]).toEqual([['h'], []]);
  given(person, theirs, verified, moved).when(says('h3', AT)).thenNothing();
  given(person, theirs, verified, moved).when(says('h2', TOMORROW)).thenNothing();
  const out: PersonFact[] = [theirs, { type: 'PasswordSet', data: { userId: 'u1', verifier: 'v', because: 'reset' } }, verified];
  given(person, ...out).when(says('h2')).thenNothing();
  given(person, ...out).when(says('h')).then(confirmed);
  given(person, ...out, confirmed).when(says('h')).thenNothing();
});

it('another address takes the place of the one before, and a code that went to that one is good no more', () => {
  given(person, registered, verified).when(changeEmail('h2', 's2')).then(changed);
  given(person, registered, verified, changed).when(changeEmail('h2', 's3')).thenNothing();
  given(person, registered, verified, changed).when(changeEmail('h', 's')).then({ type: 'EmailChanged', data: { userId: 'u1', emailHash: 'h', email: 's', formerHash: 'h2', formerEmail: 's2' } });
  given(person, registered, verified, code('reset'), changed).when(tryCode({ purpose: 'reset', verifier: 'v' })).thenRefused('BAD_INPUT', refusedAs('ExpiredCode'));
});

it('what somebody else may have had is known of a login that went back to an address, or was given one', () => {
  const to = (emailHash: string, formerHash: string, more: object = {}): PersonFact => ({ type: 'EmailChanged', data: { userId: 'u1', emailHash, email: 's', formerHash, formerEmail: 's', ...more } });
  const lostOf = (...facts: PersonFact[]) => [registered, verified, ...facts].reduce((state, fact) => person.evolve(state, fact), person.initial).lost ?? [];
  const moved = [to('h2', 'h'), to('h3', 'h2')];
  expect(lostOf(...moved)).toEqual([]);
  expect(lostOf(...moved, to('h', 'h3'))).toEqual(['h2', 'h3']);
  expect(lostOf(...moved, to('h', 'h3'), to('h3', 'h'))).toEqual(['h2', 'h']);
  expect(lostOf(...moved, to('h4', 'h3', { because: 'set' }))).toEqual(['h', 'h2', 'h3']);
  // An issuer that says one address and then the other again speaks of one person.
  expect(lostOf(...moved, to('h', 'h3', { saidAt: AT }))).toEqual([]);
});

describe('Failed sign-ins', () => {
  const failed: PersonFact = { type: 'SignInFailed', data: { userId: 'u1', failedAt: AT } };
  const after = (times: number): PersonState => [registered, ...Array.from({ length: times }, () => failed)].reduce((s, fact) => person.evolve(s, fact), person.initial);
  const isLockedFor = (state: PersonState, seconds: number): boolean => isLocked(state, Date.parse(AT) + seconds * 1000);
  const seconds = (times: number): number => Array.from({ length: 1_000 }, (_, n) => n).find((n) => !isLockedFor(after(times), n)) ?? Infinity;

  it('lock from the fifth on, twice as long each time, up to a quarter of an hour', () => {
    expect([4, 5, 6, 7, 14, 15, 40].map(seconds)).toEqual([0, 1, 2, 4, 512, 900, 900]);
  });
  it('are forgiven by a right one', () => {
    expect(isLockedFor(person.evolve(after(9), { type: 'SignedIn', data: { userId: 'u1', familyId: 'f' } }), 1)).toBe(false);
  });
});

describe('A second factor', () => {
  const prepared: PersonFact = { type: 'SecondFactorPrepared', data: { userId: 'u1', secret: 's' } };
  const proved: PersonFact = { type: 'SecondFactorProved', data: { userId: 'u1' } };
  it('is switched on only after it was proved', () => {
    given(person, registered, prepared).when({ type: 'SetSecondFactor', enabled: true }).thenRefused('BAD_INPUT');
    given(person, registered, prepared, proved).when({ type: 'SetSecondFactor', enabled: true }).then({ type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } });
    given(person, registered).when({ type: 'SetSecondFactor', enabled: false }).thenNothing();
    given(person, registered).when({ type: 'ProveSecondFactor', keeps: 'f' }).thenRefused('BAD_INPUT');
  });
  it('takes the place of one that was prepared before it was switched on: nobody moves it later without the password', () => {
    const on: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true, keeps: 'f' } };
    given(person, registered, prepared, proved, prepared, on).when({ type: 'ProveSecondFactor', keeps: 'f' }).thenNothing();
  });
  it('counts until another one is proved, which takes its place and is told', () => {
    const on: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true, keeps: 'f' } };
    const off: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: false } };
    given(person, registered, prepared, proved, on, prepared).when({ type: 'SetSecondFactor', enabled: true }).thenNothing();
    given(person, registered, prepared, proved, on, prepared).when({ type: 'SetSecondFactor', enabled: false }).then(off);
    given(person, registered, prepared, proved, on, prepared).when({ type: 'ProveSecondFactor', keeps: 'f' }).then(proved, on);
    given(person, registered, prepared, proved, on, off, prepared).when({ type: 'ProveSecondFactor', keeps: 'f' }).then(proved);
    given(person, registered, prepared, proved, on, prepared, proved, on).when({ type: 'ProveSecondFactor', keeps: 'f' }).thenNothing();
  });
});

it('whoever showed a password is in only as long as no other one was set, demanded, or a second factor asked for since', () => {
  const set = (verifier: string): PersonFact => ({ type: 'PasswordSet', data: { userId: 'u1', verifier, because: 'registered' } });
  const note = (by: 'password' | 'code' = 'password') => ({ type: 'NoteSignIn' as const, familyId: 'f', by, passwordsSet: 1 });
  const signedIn = (by: 'password' | 'code' = 'password'): PersonFact => ({ type: 'SignedIn', data: { userId: 'u1', familyId: 'f', by } });
  const on: PersonFact[] = [{ type: 'SecondFactorPrepared', data: { userId: 'u1', secret: 's' } }, { type: 'SecondFactorProved', data: { userId: 'u1' } }, { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } }];
  given(person, registered, set('v')).when(note()).then(signedIn());
  given(person, registered, set('v'), set('w')).when(note()).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  given(person, registered, set('v'), { type: 'NewPasswordDemanded', data: { userId: 'u1' } }).when(note()).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  given(person, registered, set('v'), ...on).when(note()).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  given(person, registered, set('v'), ...on).when(note('code')).then(signedIn('code'));
  const change = { type: 'SetPassword' as const, verifier: 'x', because: 'changed' as const, keeps: 'f', passwordsSet: 1 };
  given(person, registered, set('v')).when(change).then({ type: 'PasswordSet', data: { userId: 'u1', verifier: 'x', because: 'changed', keeps: 'f' } });
  given(person, registered, set('v'), set('w')).when(change).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  const demanded = (by: 'password' | 'code') => ({ type: 'SetPassword' as const, verifier: 'x', because: 'demanded' as const, passwordsSet: 1, by });
  const chosen: PersonFact = { type: 'PasswordSet', data: { userId: 'u1', verifier: 'x', because: 'demanded' } };
  given(person, registered, set('v')).when(demanded('password')).then(chosen);
  given(person, registered, set('v'), ...on).when(demanded('password')).thenRefused('SIGN_IN_REQUIRED', refusedAs('NotAuthorized'));
  given(person, registered, set('v'), ...on).when(demanded('code')).then(chosen);
});

describe('Recovery codes', () => {
  const on: PersonFact[] = [{ type: 'SecondFactorPrepared', data: { userId: 'u1', secret: 's' } }, { type: 'SecondFactorProved', data: { userId: 'u1' } }, { type: 'SecondFactorSet', data: { userId: 'u1', enabled: true } }];
  const off: PersonFact = { type: 'SecondFactorSet', data: { userId: 'u1', enabled: false } };
  const made = (...prints: string[]): PersonFact => ({ type: 'RecoveryCodesMade', data: { userId: 'u1', prints } });
  const used = (print: string): PersonFact => ({ type: 'RecoveryCodeUsed', data: { userId: 'u1', print } });
  const use = (print: string) => ({ type: 'UseRecoveryCode' as const, print });
  it('are for those who are asked for a second factor', () => {
    given(person, registered).when({ type: 'MakeRecoveryCodes', prints: ['a'] }).thenRefused('BAD_INPUT');
    given(person, registered, ...on).when({ type: 'MakeRecoveryCodes', prints: ['a', 'b'] }).then(made('a', 'b'));
  });
  it('are good once each', () => {
    given(person, registered, ...on, made('a', 'b')).when(use('b')).then(used('b'));
    given(person, registered, ...on, made('a', 'b'), used('b')).when(use('b')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
    given(person, registered, ...on, made('a', 'b'), used('b')).when(use('a')).then(used('a'));
  });
  it('end with the next ones, and with the second factor', () => {
    given(person, registered, ...on, made('a'), made('b')).when(use('a')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
    given(person, registered, ...on, made('a'), off, ...on).when(use('a')).thenRefused('BAD_INPUT', refusedAs('CodeMismatch'));
  });
});

it('somebody is forgotten for an unconfirmed address only until it is confirmed, and for their own wish always', () => {
  const forgotten: PersonFact = { type: 'PersonForgotten', data: { userId: 'u1', forgottenAt: AT } };
  given(person, registered).when({ type: 'Forget', now: AT, ifUnverified: true }).then(forgotten);
  given(person, registered, verified).when({ type: 'Forget', now: AT, ifUnverified: true }).thenNothing();
  given(person, registered, verified).when({ type: 'Forget', now: AT }).then(forgotten);
});

it('nothing happens to somebody who was forgotten', () => {
  given(person, registered, { type: 'PersonForgotten', data: { userId: 'u1' } }).when({ type: 'SetPassword', verifier: 'v', because: 'changed' }).thenRefused('NOT_FOUND');
});

it('an address names one person, and is free again when that one lets it go, not when somebody else does', () => {
  const claimed = { type: 'EmailClaimed' as const, data: { userId: 'u1', claimedAt: AT } };
  const claim = { type: 'ClaimEmail' as const, userId: 'u2', now: AT };
  const released = { type: 'EmailReleased' as const, data: { userId: 'u1' } };
  given(emailClaim, claimed).when(claim).thenNothing();
  given(emailClaim, claimed).when({ type: 'ReleaseEmail', userId: 'u2' }).thenNothing();
  given(emailClaim, claimed).when({ type: 'ReleaseEmail', userId: 'u1' }).then(released);
  given(emailClaim, claimed, released).when(claim).then({ type: 'EmailClaimed', data: { userId: 'u2', claimedAt: AT } });
});
