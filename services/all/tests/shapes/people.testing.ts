/** For tests: people and machines in front of any shape of the product, who know its HTTP address and its MQTT address and nothing else. */
import { randomBytes } from 'node:crypto';
import type { DeviceOrder } from '@larder/contracts/device.js';
import type { Envelope } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, linkIn, mailTo } from '../mailbox.testing.js';
import type { Answer, CallOptions, SlotToFill } from '../testing.js';
import type { Shape } from './shape.testing.js';

export interface Front {
  readonly url: string;
  /** Status 0: nobody answered, or not as Larder does. */
  call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** The answer's data; throws with the server's words when it is refused. */
  ask<T>(method: string, path: string, options?: CallOptions): Promise<T>;
  signIn(email: string): Promise<string>;
}

export interface Machine {
  machineId: string;
  device: SimulatedDevice;
  /** Visits for which the machine was told to unlock. */
  unlocked: Set<string>;
}

/** Longer than this nobody waits for an answer. */
export const PATIENCE_MS = 30_000;
export const PASSWORD = 'Correct-horse-7';
const nobody: Envelope<never> = { success: false, error: 'NOBODY', message: 'Nobody answered' };

export function before({ url }: Pick<Shape, 'url'>, patienceMs = PATIENCE_MS): Front {
  const call = async <T>(method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<Answer<T>> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.timeout(patienceMs),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
      });
      return { status: response.status, body: (await response.json()) as Envelope<T> };
    } catch (error) {
      return { status: 0, body: { ...nobody, message: error instanceof Error ? String(error.cause ?? error) : String(error) } };
    }
  };
  const ask = async <T>(method: string, path: string, options?: CallOptions): Promise<T> => {
    const { status, body } = await call<T>(method, path, options);
    if (!body.success || body.data === undefined) throw new Error(`${method} ${path}: ${status} ${body.error}: ${body.message}`);
    return body.data;
  };
  return { url, call, ask, signIn: async (email) => (await ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } })).idToken };
}

/** Signs up with the code from the e-mail and founds an organization; answers its owner's token. */
export async function found(front: Front, email: string, organizationName: string): Promise<string> {
  const cognito = (operation: string, body: object) => fromOurPages(front.url, operation, { Username: email, ...body });
  await cognito('SignUp', { Password: PASSWORD, UserAttributes: [{ Name: 'email', Value: email }, { Name: 'given_name', Value: 'Olive' }, { Name: 'family_name', Value: 'Reedwater' }], ClientMetadata: { organizationName } });
  await cognito('ConfirmSignUp', { ConfirmationCode: codeIn(await mailTo(front, email, /confirmation code/, new Set())) });
  return front.signIn(email);
}

/** A colleague joins by the link of the invitation; answers their token. */
export async function join(front: Front, owner: string, email: string, role: string): Promise<string> {
  await front.ask('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email, role } });
  const link = linkIn(await mailTo(front, email, /invites you/, new Set()));
  const invitation = new URLSearchParams(link.split('?')[1]).get('invitation');
  await front.ask('POST', `/api/auth/invitations/${invitation}`, { body: { firstName: 'Ned', lastName: 'Ostrich', password: PASSWORD } });
  return front.signIn(email);
}

/** A machine that is registered, stocked (room for 999 in each slot), connected and known to be online. */
export async function addMachine(front: Front, { mqttUrl }: Pick<Shape, 'mqttUrl'>, token: string, machineId: string, slots: readonly (SlotToFill & { room?: number })[]): Promise<Machine> {
  const at = `/api/cognito-auth/machines/${machineId}`;
  await front.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId, name: 'Lobby', location: { address: '1 Main Street' }, timeZone: 'America/New_York' } });
  for (const { slot, name, price, quantity = 10, room = 999 } of slots) {
    const { product } = await front.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { token, body: { sku: `${machineId}-${slot}`, name, category: 'Snacks', price, cost: 0.5, weight: 100 } });
    await front.ask('POST', `${at}/inventory`, { token, body: { slot, productId: product.id, quantity, maxQuantity: room } });
  }
  const { secret } = await front.ask<{ secret: string }>('POST', `${at}/credential`, { token, body: {} });
  const unlocked = new Set<string>();
  const obey = async ({ do: action, sid }: Extract<DeviceOrder, { t: 'cmd' }>): Promise<{ ok: boolean }> => {
    if (action === 'unlock' && sid) unlocked.add(sid);
    return { ok: true };
  };
  const device = new SimulatedDevice({ machineId, secret, brokerUrl: mqttUrl, epoch: randomBytes(4).toString('hex'), now: Date.now, obey });
  await device.connect();
  await until(`${machineId} is online`, async () => (await front.call<{ isOnline: boolean }>('GET', at, { token })).body.data?.isOnline, PATIENCE_MS);
  return { machineId, device, unlocked };
}

export const sessionOf = (front: Front, id: string): Promise<SessionView> => front.ask('GET', `/api/vend/session/${id}`);

/** The guest at an open machine: takes what they want and closes the door. */
export function shop({ device }: Machine, sessionId: string, slots: readonly string[]): void {
  device.openDoor(sessionId);
  for (const slot of slots) device.take(slot, 1, sessionId);
  device.closeDoor(sessionId);
}

/** The next server-sent events as text, until `enough`; `act` begins when the stream is open. */
export async function streamed(url: string, headers: Record<string, string>, act: () => Promise<unknown>, enough: (text: string) => boolean): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]) });
  const acting = act();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    if (enough(text)) break;
  }
  await acting;
  stop.abort();
  return text;
}
