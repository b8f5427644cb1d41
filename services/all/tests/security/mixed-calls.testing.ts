/** For the tenant canaries: calls of every operation with plausible and foreign ids, drawn by chance, and what each of them sent. */
import { z } from 'zod';
import { roles } from '@larder/contracts/roles.js';
import { routes, type Route } from '@larder/gateway/routes.js';
import type { Kind, Tenant } from './canaries.testing.js';

export interface MixedCall {
  /** Whose member, machine or guest asks. */
  of: Tenant;
  as: string;
  /** As the table of routes has it. */
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whoever names a thing in a call that anyone may make is shown it: whose were named. */
  named: Tenant[];
  /** An answer may say again what it was asked with. */
  sent: string[];
  isForGuests: boolean;
}

/** Not asked at all, since afterwards the same organization could not be asked the rest. */
export const LEFT_OUT: Record<string, string> = {
  'POST /api/cognito-auth/logout': 'ends the sign-in', 'POST /api/auth/sign-out-everywhere': 'ends the sign-in', 'DELETE /api/cognito-auth/profile': 'forgets the person',
  'POST /api/auth/subscription/cancel': 'takes the plan away', 'DELETE /api/subscription/cancel': 'takes the plan away', 'POST /api/auth/subscription/upgrade': 'takes the plan away', 'PUT /api/subscription/upgrade': 'takes the plan away',
  'POST /api/billing/pages/:pageRef': 'takes the plan away',
};
/** Asked about what is not one's own only, for the same reason. */
const SPARES_ONES_OWN = /^DELETE |\/credential$|\/members\/:userId|\/claim-code$|\/invitations\/|\/sessions\/:id|\/acknowledge$|\/account$/;
const PUBLIC = /^(\/api)?\/vend\/|^\/api\/auth\/invitations\/:token$|^\/api\/billing\/pages/;
const KIND_OF: [RegExp, Kind][] = [
  [/machines\/:id|:machineId|hardware\/status/, 'machine'], [/products\/:id/, 'product'], [/disputes\/:id/, 'dispute'], [/sales\/:id/, 'sale'], [/alerts\/:id/, 'alert'], [/setup-profiles\/:id/, 'profile'],
  [/invitations\/:token/, 'invitation'], [/sessions\/:id/, 'signIn'], [/:userId/, 'user'], [/:sessionId|receipt\/:token/, 'session'], [/:importId/, 'import'], [/:checkoutId/, 'checkout'], [/:pageRef/, 'page'],
];

const asked = routes.filter(({ method, path }) => !LEFT_OUT[`${method} ${path}`]);

/** Draws calls from `random` (0 to 1). */
export class Mixer {
  private drawn = 0;

  constructor(private readonly tenants: readonly Tenant[], private readonly random: () => number) {}

  private upTo = (n: number): number => Math.floor(this.random() * n);
  private one = <T>(of: readonly T[]): T => of[this.upTo(of.length)] as T;

  next(): MixedCall {
    const of = this.one(this.tenants);
    const route = this.one(asked);
    const { method, path } = route;
    const isSpared = SPARES_ONES_OWN.test(`${method} ${path}`);
    const named: Tenant[] = [];
    const sent: string[] = [];
    const say = (text: string): string => {
      sent.push(text);
      return text;
    };
    const idOf = (kind: Kind): string => {
      const chance = this.random();
      if (chance < 0.08) return 'none';
      const whose = chance < (isSpared ? 0 : 0.62) ? of : this.one(isSpared ? this.tenants.filter((tenant) => tenant !== of) : this.tenants);
      named.push(whose);
      return say(this.one(whose.ids[kind]) ?? 'none');
    };
    const address = path.replace(/:\w+/g, (parameter) => (parameter === ':slot' ? this.one(['A1', 'A2', 'Z9']) : encodeURIComponent(idOf(KIND_OF.find(([pattern]) => pattern.test(path))?.[1] ?? 'machine'))));
    const fields = this.fieldsOf(route, of, idOf, say);
    const isBody = method === 'POST' || method === 'PUT';
    const query = isBody || Object.keys(fields).length === 0 ? '' : `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => typeof value !== 'object').map(([name, value]): [string, string] => [name, String(value)]))}`;
    return { of, operation: `${method} ${path}`, method, path: `${address}${query}`, ...this.asking(of), ...(isBody && { body: JSON.stringify(fields) }), named, sent, isForGuests: PUBLIC.test(path) };
  }

  private asking(of: Tenant): { as: string; headers: Record<string, string> } {
    const as = this.one([...roles, 'owner', 'admin', 'admin', 'guest', 'machine'] as const);
    if (as === 'guest') return { as, headers: { cookie: this.random() < 0.5 ? of.cookie : 'larder_guest=nobody-in-particular' } };
    return { as, headers: { authorization: as === 'machine' ? of.machine : `Bearer ${of.tokens[as]}` } };
  }

  /** Most of what the contract knows, with values that are mostly right. */
  private fieldsOf({ contract, path, bodyAs }: Route, { word }: Tenant, idOf: (kind: Kind) => string, say: (text: string) => string): Record<string, unknown> {
    const n = ++this.drawn;
    const theirs = this.one(this.tenants).word;
    const fields: Record<string, () => unknown> = {
      machineId: () => idOf('machine'), productId: () => idOf('product'), userId: () => idOf('user'), nfcSessionId: () => `${idOf('machine')}-007`, stripeSessionId: () => idOf('checkout'), assignedTo: () => this.one(['me', idOf('user')]), originalMachineId: () => idOf('machine'),
      search: () => say(this.one([word, theirs])), name: () => `${word} thing ${n}`, sku: () => `${word}x-${this.upTo(9)}`, category: () => `${word} things`, allergens: () => [`${word} nuts`], price: () => 2 + this.upTo(3), cost: () => 1, weight: () => 50, isActive: () => true,
      reason: () => `${word}x because`, note: () => `${word}x note`, text: () => `${word}x was warm`, email: () => `e${n}@${word}x.example`, role: () => 'viewer', slot: () => this.one(['A1', 'A2', 'B1']), quantity: () => 1 + this.upTo(3), maxQuantity: () => 10, change: () => this.one([-1, 1]), amount: () => 0.01,
      location: () => ({ address: `${n} ${word} street` }), coordinates: () => ({ lat: 40, lon: -74 }), status: () => this.one(['online', 'maintenance', 'all']), command: () => this.one(['sync', 'lock']), wifiSSID: () => `${word}x wifi`, wifiPassword: () => `${word}x sand`,
      fileName: () => `${word}x.csv`, csv: () => `SKU,Name,Category,Price\n${word}x-${this.upTo(9)},${word} gum,${word} things,1.25\n`, dryRun: () => true, claim: () => this.one(['returned', 'wrong']), line: () => 0, outcome: () => 'pay', until: () => '2099-01-01T00:00:00Z', firstName: () => `${word}x`, lastName: () => 'owner',
      page: () => 1 + this.upTo(2), limit: () => this.one([1, 10, 100]), sortOrder: () => this.one(['asc', 'desc']), groupBy: () => this.one(['day', 'week', 'month']), type: () => this.one(path.endsWith('/export') ? ['sales', 'machines', 'products', 'summary'] : ['low_stock']), format: () => this.one(['csv', 'pdf', 'json']),
      open: () => this.one([true, false]), isResolved: () => this.one([true, false]), taxBasisPoints: () => 825, planId: () => 'growth', revision: () => this.upTo(3), duty: () => 'sell',
    };
    const shape = bodyAs ? shapeOf(shapeOf(contract.input)[bodyAs]) : shapeOf(contract.input);
    // Who registers a machine enters an id of their own, or one that is taken.
    if (/\/(machines|setup-profiles)$/.test(path)) fields.machineId = () => this.one([`${word}-${n}`, say(`${theirs.toUpperCase()}-1`)]);
    const drawn = Object.keys(shape).filter((field) => Object.hasOwn(fields, field) && !path.includes(`:${field}`) && this.random() < 0.85);
    return Object.fromEntries(drawn.map((field) => [field, (fields[field] as () => unknown)()]));
  }
}

const shapeOf = (schema: unknown): Record<string, unknown> => (schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : {});
