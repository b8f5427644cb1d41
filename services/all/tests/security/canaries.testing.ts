/** For the tenant canaries: organizations in which everything carries a word of theirs, and to which everything that can has happened. */
import { establish } from '@larder/contracts/identity.js';
import { roles, type Role } from '@larder/contracts/roles.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { emailOf, PASSWORD, TIME_ZONE, type TestLarder } from '../testing.js';

export const KINDS = ['machine', 'product', 'sale', 'alert', 'dispute', 'session', 'user', 'profile', 'order', 'invitation', 'import', 'checkout', 'page', 'signIn'] as const;
export type Kind = (typeof KINDS)[number];

export interface Tenant {
  /** Stands in everything that guests may see as well; in lower case. With an x behind it, in everything that is for members only. */
  word: string;
  tokens: Record<Role, string>;
  /** Authorization of its machine. */
  machine: string;
  /** What its guest's browser keeps. */
  cookie: string;
  ids: Record<Kind, string[]>;
}

export const BIRDS = ['wren', 'finch', 'robin', 'lark'];
const service = { kind: 'service' as const, name: 'test' };

/** The words of other tenants in a text, in any case. */
export const foreignWords = (text: string, tenants: readonly Tenant[], allowed: readonly Tenant[]): string[] => {
  const lower = text.toLowerCase();
  return tenants.filter((tenant) => !allowed.includes(tenant) && lower.includes(tenant.word)).map(({ word }) => word);
};
/** The words for members only that stand in a text. */
export const privateWords = (text: string, tenants: readonly Tenant[]): string[] => {
  const lower = text.toLowerCase();
  return tenants.map(({ word }) => `${word}x`).filter((word) => lower.includes(word));
};

export async function foundTenant(larder: TestLarder, bird: string): Promise<Tenant> {
  const word = `zz${bird}`;
  const name = `Zz${bird}`;
  const people = roles.map((role) => ({ email: emailOf(role, word), password: PASSWORD, givenName: `${name}x`, familyName: role, role }));
  await larder.kit.ask(establish, { account: word, name: `${name} Stays`, slug: word, timeZone: TIME_ZONE, currency: 'USD', people }, { caller: service, commandId: `establish:${word}`, correlationId: 'test' });
  const tokens = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await larder.signIn(role, word)]))) as Record<Role, string>;
  const added = await larder.addMachine({
    machineId: `${word.toUpperCase()}-1`, name: `${name} Lobby`, address: `1 ${name} Street`, account: word,
    slots: [{ slot: 'A1', name: `${name} Cola`, price: 2.5 }, { slot: 'A2', name: `${name} Chips`, price: 1.75, quantity: 4 }],
  });
  const tenant: Tenant = {
    word, tokens, machine: `Basic ${Buffer.from(`${added.machineId}:${added.secret}`).toString('base64')}`, cookie: `larder_guest=${word.padEnd(22, '-')}`,
    ids: Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>,
  };
  const ask = <T>(method: string, path: string, body?: object): Promise<T> => larder.ask<T>(method, path, { token: tokens.owner, body });
  await settle(ask, tenant, added.machineId);
  for (let n = 0; n < 3; n++) await buy(larder, tenant, added);
  added.device.sendRaw('evt', `${word}x rubbish`);
  await happen(larder, ask, tenant);
  return tenant;
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** What members enter. */
async function settle(ask: Ask, { word, ids }: Tenant, machineId: string): Promise<void> {
  await ask('POST', '/api/cognito-auth/products', { sku: `${word}x-1`, name: `${word} bar`, category: `${word} things`, price: 3, cost: 1, weight: 50, allergens: [`${word} nuts`], imageUrl: `https://${word}.example/bar.png` });
  await ask('POST', '/api/cognito-auth/setup-profiles', { machineId: `${word}-2`, name: `${word} hall`, location: { address: `2 ${word} street` }, wifiSSID: `${word}x wifi`, wifiPassword: `${word}x sand` });
  await ask('POST', '/api/cognito-auth/account/members/invite', { email: `new@${word}x.example`, role: 'viewer' });
  const { order } = await ask<{ order: { orderId: string } }>('POST', '/api/hardware/control', { machineId, command: 'sync', reason: `${word}x check` });
  const { importId } = await ask<{ importId: string }>('POST', '/api/cognito-auth/products/import', { fileName: `${word}x.csv`, csv: `SKU,Name,Category,Price,Cost,Weight (g)\n${word}x-9,${word} gum,${word} things,1.25,0.5,40\n`, dryRun: false });
  const { rules: { version, changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await ask<{ rules: Record<string, unknown> }>('GET', '/api/admin/alert-rules');
  await ask('PUT', '/api/admin/alert-rules', { ...rules, version, steps: [{ afterMinutes: 5, recipients: [{ kind: 'address', email: `ops@${word}x.example` }], webhook: false }] });
  const { url } = await ask<{ url: string }>('POST', '/api/auth/subscription/upgrade', { planId: 'growth' });
  ids.order.push(order.orderId);
  ids.import.push(importId);
  ids.page.push(url.split('/').at(-1) as string);
}

async function buy(larder: TestLarder, { ids, cookie }: Tenant, { machineId, device }: Awaited<ReturnType<TestLarder['addMachine']>>): Promise<void> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-042` }, headers: { cookie } });
  device.openDoor(sessionId);
  device.take('A2', 1, sessionId);
  device.closeDoor(sessionId);
  const checkoutUrl = await until('payment is due', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).checkoutUrl);
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('there is a receipt', async () => (await larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  ids.session.push(sessionId);
  ids.checkout.push(checkoutUrl.split('/').at(-1) as string);
}

/** What follows from the purchases, and what members and guests do about it; then everything that has an id is noted. */
async function happen(larder: TestLarder, ask: Ask, { word, ids, cookie }: Tenant): Promise<void> {
  const [receipt, disputed] = ids.session as [string, string];
  await larder.ask('POST', `/api/vend/receipt/${receipt}/mail`, { body: { email: `gus@${word}x.example` }, headers: { cookie } });
  await larder.ask('POST', `/api/vend/receipt/${disputed}/dispute`, { body: { line: 0, claim: 'wrong', text: `${word}x was cold` }, headers: { cookie } });
  const listed = async (path: string, list: string, id: string, least = 1): Promise<string[]> => until(`${least} of ${path}`, async () => {
    const found = (await ask<Record<string, Record<string, string>[]>>('GET', path))[list] ?? [];
    return found.length >= least && found.every((one) => one[id]) && found.map((one) => one[id] as string);
  });
  ids.sale.push(...await listed('/api/admin/sales?limit=50', 'sales', 'id', 3));
  ids.alert.push(...await listed('/api/admin/dashboard/alerts?limit=50', 'alerts', '_id'));
  ids.dispute.push(...await listed('/api/admin/sales/disputes?limit=50', 'disputes', 'id'));
  ids.machine.push(...await listed('/api/cognito-auth/machines?limit=50', 'machines', 'machineId'));
  ids.product.push(...await listed('/api/cognito-auth/products?limit=50', 'products', 'id', 4));
  ids.user.push(...await listed('/api/cognito-auth/account/members', 'members', 'userId', 5));
  ids.profile.push(...await listed('/api/cognito-auth/setup-profiles', 'profiles', 'setupId'));
  ids.signIn.push(...(await ask<{ id: string }[]>('GET', '/api/auth/sessions')).map(({ id }) => id));
  const mails = await until('the invitation is sent', async () => {
    const invitation = ((await (await fetch(`${larder.url}/dev/mailbox.json`)).json()) as { to: string; text: string }[]).find(({ to }) => to === `new@${word}x.example`);
    return invitation && [...invitation.text.matchAll(/invitation=([\w.~-]+)/g)].map(([, token]) => token as string);
  });
  ids.invitation.push(...mails);
  await ask('POST', `/api/admin/sales/${encodeURIComponent(ids.sale.at(-1) as string)}/refund`, { amount: 0.5, reason: `${word}x refund` });
  await ask('POST', `/api/admin/dashboard/alerts/${encodeURIComponent(ids.alert[0] as string)}/acknowledge`, { note: `${word}x note` });
}
