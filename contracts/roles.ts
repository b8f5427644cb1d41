/** One table of who may do what. It drives the server's checks, the routes and the menus. */
import { z } from 'zod';
import { planId } from './identity/plans.js';

export const roles = ['viewer', 'operator', 'admin', 'owner'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

const viewer = ['machines.read', 'sales.read', 'alerts.read', 'analytics.view', 'products.read', 'account.read'] as const;
const operator = [...viewer, 'machines.update', 'machines.manage_inventory', 'products.create', 'products.update', 'alerts.manage', 'sales.refund'] as const;
const admin = [...operator, 'machines.create', 'machines.delete', 'products.delete', 'analytics.export', 'sales.import', 'users.invite', 'users.manage', 'settings.view', 'settings.update'] as const;
const owner = [...admin, 'organization.manage', 'billing.view', 'billing.manage', 'subscription.upgrade', 'subscription.cancel', 'users.remove', 'users.manage_roles'] as const;

/** Each role holds what the one below it holds. */
export const permissionsOf: Record<Role, readonly Permission[]> = { viewer, operator, admin, owner };
export type Permission = (typeof owner)[number];
export const permission = z.enum(owner);

/**
 * What stands on a door. `anyone`: no sign-in. `person`: signed in, in an organization or not. `member`: signed in and in one. `device`: a machine with its own credential (or, in simulation, the simulator).
 * `services`: other services of ours, never the outside.
 */
export type Door = Permission | 'anyone' | 'person' | 'member' | 'device' | 'services';

/** Who asks. The account comes from the membership, the session or the device's credential, never from the request's body. */
export const caller = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.string(), account: z.string(), role, plan: planId }),
  /** Signed in, and in no organization. */
  z.object({ kind: z.literal('person'), id: z.string() }),
  /** A program of the organization, by its API key: nobody in person. */
  z.object({ kind: z.literal('program'), id: z.string(), account: z.string(), role, plan: planId }),
  /** `secret`: what the guest's browser keeps to be recognised; absent for the first tap. */
  z.object({ kind: z.literal('guest'), secret: z.string().optional() }),
  z.object({ kind: z.literal('device'), machineId: z.string() }),
  z.object({ kind: z.literal('service'), name: z.string() }),
]);
export type Caller = z.infer<typeof caller>;

/** A member of an organization or a program of its own: the only callers who see an organization's data. */
export type Insider = Extract<Caller, { account: string }>;
export const isInsider = (who: Caller): who is Insider => who.kind === 'user' || who.kind === 'program';

export const has = (held: Role, permission: Permission): boolean => permissionsOf[held].includes(permission);

/** Whether a door lets somebody in. Services of ours pass every door, and only they one that says `services`. */
export function mayPass(who: Caller, door: Door): boolean {
  if (who.kind === 'service') return true;
  if (door === 'services') return false;
  if (door === 'anyone') return true;
  if (door === 'device') return who.kind === 'device';
  if (door === 'person') return who.kind === 'user' || who.kind === 'person';
  if (door === 'member') return who.kind === 'user';
  return isInsider(who) && has(who.role, door);
}
