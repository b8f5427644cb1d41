import { actionsFor, rolesUpTo } from './actions.js';

const actions = (member: Parameters<typeof actionsFor>[0], me: Parameters<typeof actionsFor>[1]) => actionsFor(member, me).map(({ action }) => action);
const vera = { userId: 'vera', role: 'viewer', status: 'active', secondFactor: false } as const;
const open = { userId: 'i-1', role: 'operator', status: 'invited' } as const;

describe('what can be done about a member of the team', () => {
  it('everything by an owner', () => {
    expect(actions(vera, { id: 'olga', role: 'owner' })).toEqual(['role', 'password', 'remove']);
    expect(actions(open, { id: 'olga', role: 'owner' })).toEqual(['resend', 'role', 'revoke']);
  });

  it('by an admin, no more than the role allows', () => {
    expect(actions(vera, { id: 'adam', role: 'admin' })).toEqual(['password']);
    expect(actions(open, { id: 'adam', role: 'admin' })).toEqual(['resend', 'revoke']);
  });

  it('two-step sign-in is reset where it is on', () => {
    expect(actions({ ...vera, secondFactor: true }, { id: 'adam', role: 'admin' })).toEqual(['password', 'factor']);
  });

  it('no password is demanded of whoever has none here', () => {
    expect(actions({ ...vera, secondFactor: undefined }, { id: 'olga', role: 'owner' })).toEqual(['role', 'remove']);
  });

  it('nothing to oneself, nor to somebody of a higher role', () => {
    expect(actions({ ...vera, userId: 'olga', role: 'owner' }, { id: 'olga', role: 'owner' })).toEqual([]);
    expect(actions({ ...vera, role: 'owner' }, { id: 'adam', role: 'admin' })).toEqual([]);
  });

  it('a role up to one\'s own can be given', () => {
    expect(rolesUpTo('admin')).toEqual(['viewer', 'operator', 'admin']);
  });
});
