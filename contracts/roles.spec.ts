import { mayPass, permissionsOf, roles, type Caller, type Door } from './roles.js';

const member = (role: (typeof roles)[number]): Caller => ({ kind: 'user', id: 'u1', account: 'acme', role, plan: 'starter' });
const guest: Caller = { kind: 'guest' };
const machine: Caller = { kind: 'device', machineId: 'VM-001' };

describe('Who may do what', () => {
  it('lets each role do what the one below it may', () => {
    for (const [n, role] of roles.entries()) {
      const below = n === 0 ? [] : permissionsOf[roles[n - 1] ?? 'viewer'];
      expect(permissionsOf[role]).toEqual(expect.arrayContaining([...below]));
      expect(permissionsOf[role].length).toBeGreaterThan(below.length);
    }
  });

  it.each<[Door, boolean, boolean, boolean, boolean]>([
    // door, guest, machine, viewer, owner
    ['anyone', true, true, true, true],
    ['person', false, false, true, true],
    ['member', false, false, true, true],
    ['device', false, true, false, false],
    ['services', false, false, false, false],
    ['machines.read', false, false, true, true],
    ['sales.import', false, false, false, true],
    ['billing.manage', false, false, false, true],
  ])('%s: guest %s, machine %s, viewer %s, owner %s', (door, asGuest, asMachine, asViewer, asOwner) => {
    expect([mayPass(guest, door), mayPass(machine, door), mayPass(member('viewer'), door), mayPass(member('owner'), door)]).toEqual([asGuest, asMachine, asViewer, asOwner]);
  });

  it('lets somebody without an organization see to themselves and to nothing else', () => {
    const person: Caller = { kind: 'person', id: 'u1' };
    expect((['anyone', 'person', 'member', 'machines.read', 'device', 'services'] as const).map((door) => mayPass(person, door))).toEqual([true, true, false, false, false, false]);
  });

  it('keeps what is the owner\'s from admins', () => {
    expect(mayPass(member('admin'), 'billing.manage')).toBe(false);
    expect(mayPass(member('admin'), 'users.remove')).toBe(false);
    expect(mayPass(member('operator'), 'products.delete')).toBe(false);
  });
});
