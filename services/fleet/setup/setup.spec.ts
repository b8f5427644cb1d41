import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { setup, type Profile } from './setup.js';
import { codeView, setupView } from './setup-view.js';

const now = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const profile: Profile = { setupId: 'p1', machineId: 'VM-009', codeHash: 'one', name: 'Loft', address: '88 River Street', timeZone: 'UTC', currency: 'USD', isResetup: false, wifi: 'sealed', expiresAt: later };
const named = { setupId: 'p1', machineId: 'VM-009', codeHash: 'one' };
const created: SetupFact = { type: 'SetupProfileCreated', data: profile };
const renewed: SetupFact = { type: 'SetupCodeRenewed', data: { ...named, codeHash: 'two', formerCodeHash: 'one', expiresAt: '2026-03-03T12:00:00.000Z' } };
const claimed: SetupFact = { type: 'SetupProfileClaimed', data: named };

describe('A setup profile', () => {
  it('is there once: a second one of the same machine changes nothing', () => {
    given(setup).when({ type: 'CreateProfile', profile, now }).then(created);
    given(setup, created).when({ type: 'CreateProfile', profile: { ...profile, setupId: 'p2' }, now }).thenNothing();
  });

  it('makes room when its time is over or it was used', () => {
    const next: Profile = { ...profile, setupId: 'p2' };
    given(setup, created).when({ type: 'CreateProfile', profile: next, now: later }).then({ type: 'SetupProfileExpired', data: named }, { type: 'SetupProfileCreated', data: next });
    given(setup, created, claimed).when({ type: 'CreateProfile', profile: next, now }).then({ type: 'SetupProfileCreated', data: next });
  });

  it('is claimed by its code once, and in time', () => {
    given(setup, created).when({ type: 'ClaimProfile', codeHash: 'one', now }).then(claimed);
    given(setup, created, claimed).when({ type: 'ClaimProfile', codeHash: 'one', now }).thenRefused('NOT_FOUND');
    given(setup, created).when({ type: 'ClaimProfile', codeHash: 'one', now: later }).thenRefused('NOT_FOUND');
    given(setup, created).when({ type: 'ClaimProfile', codeHash: 'other', now }).thenRefused('NOT_FOUND');
  });

  it('can have another code, and the former one stops working', () => {
    given(setup, created).when({ type: 'RenewCode', setupId: 'p1', codeHash: 'two', expiresAt: '2026-03-03T12:00:00.000Z', now }).then(renewed);
    given(setup, created, renewed).when({ type: 'ClaimProfile', codeHash: 'one', now }).thenRefused('NOT_FOUND');
    given(setup, created, renewed).when({ type: 'ClaimProfile', codeHash: 'two', now: later }).then({ type: 'SetupProfileClaimed', data: { ...named, codeHash: 'two' } });
    given(setup, created).when({ type: 'RenewCode', setupId: 'p1', codeHash: 'two', expiresAt: later, now: later }).thenRefused('NOT_FOUND');
  });

  it('is not touched for a minute while a machine is given its credential, and the claim is not too late by then', () => {
    const [begun, minute] = ['2026-03-02T11:59:30.000Z', '2026-03-02T12:00:30.000Z'];
    const beginning: SetupFact = { type: 'SetupClaimBegun', data: { ...named, until: minute } };
    given(setup, created).when({ type: 'BeginClaim', codeHash: 'one', now: begun }).then(beginning);
    given(setup, created, beginning).when({ type: 'BeginClaim', codeHash: 'one', now: begun }).then(beginning);
    for (const codeHash of ['one', 'other']) given(setup, created).when({ type: 'BeginClaim', codeHash, now: codeHash === 'one' ? later : begun }).thenRefused('NOT_FOUND');
    given(setup, created, beginning).when({ type: 'ClaimProfile', codeHash: 'one', now: later }).then(claimed);
    given(setup, created, beginning).when({ type: 'DeleteProfile', setupId: 'p1', now: begun }).thenRefused('CONFLICT');
    given(setup, created, beginning).when({ type: 'RenewCode', setupId: 'p1', codeHash: 'two', expiresAt: later, now: begun }).thenRefused('CONFLICT');
    given(setup, created, beginning).when({ type: 'ExpireProfile', setupId: 'p1', now: later }).thenNothing();
    given(setup, created, beginning).when({ type: 'CreateProfile', profile: { ...profile, setupId: 'p2' }, now: later }).thenNothing();
    // Whoever broke off keeps nobody waiting, and a machine that is gone does not wait.
    given(setup, created, beginning).when({ type: 'ClaimProfile', codeHash: 'one', now: minute }).thenRefused('NOT_FOUND');
    given(setup, created, beginning).when({ type: 'DeleteProfile', setupId: 'p1', now: minute }).then({ type: 'SetupProfileDeleted', data: named });
    given(setup, created, beginning).when({ type: 'DeleteProfile', setupId: 'p1' }).then({ type: 'SetupProfileDeleted', data: named });
    given(setup, created, beginning).when({ type: 'ExpireProfile', setupId: 'p1', now: minute }).then({ type: 'SetupProfileExpired', data: named });
    given(setup, created, beginning, renewed).when({ type: 'DeleteProfile', setupId: 'p1', now: begun }).then({ type: 'SetupProfileDeleted', data: { ...named, codeHash: 'two' } });
  });

  it('ends by an operator or by time, not before', () => {
    given(setup, created).when({ type: 'DeleteProfile', setupId: 'p1' }).then({ type: 'SetupProfileDeleted', data: named });
    given(setup, created).when({ type: 'DeleteProfile', setupId: 'p0' }).thenRefused('NOT_FOUND');
    given(setup, created).when({ type: 'ExpireProfile', setupId: 'p1', now }).thenNothing();
    given(setup, created).when({ type: 'ExpireProfile', setupId: 'p1', now: later }).then({ type: 'SetupProfileExpired', data: named });
  });
});

it('a profile is listed, and its code known, while it is open', () => {
  expect(viewOf(setupView, 'p1', stored([created, renewed]))).toMatchObject({ machineId: 'VM-009', expiresAt: '2026-03-03T12:00:00.000Z', createdAt: now, actor: 'test' });
  expect(JSON.stringify(viewOf(setupView, 'p1', stored([created])))).not.toMatch(/sealed|codeHash/);
  expect(viewOf(setupView, 'p1', stored([created, claimed]))).toBeUndefined();
  const begun: SetupFact = { type: 'SetupClaimBegun', data: { ...named, until: later } };
  expect(viewOf(setupView, 'p1', stored([created, begun]))).toMatchObject({ machineId: 'VM-009' });
  expect(viewOf(codeView, 'one', stored([created, begun]))).toEqual({ account: 'acme', machineId: 'VM-009' });
  expect([viewOf(codeView, 'one', stored([created])), viewOf(codeView, 'one', stored([created, renewed])), viewOf(codeView, 'two', stored([created, renewed]))]).toEqual([
    { account: 'acme', machineId: 'VM-009' }, undefined, { account: 'acme', machineId: 'VM-009' },
  ]);
});
