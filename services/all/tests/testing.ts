/** For system tests: the whole product in the test's own process, reached as guests, operators and machines reach it. */
import type { Type } from '@nestjs/common';
import type { DeviceOrder } from '@larder/contracts/device.js';
import { establish } from '@larder/contracts/identity.js';
import { isRefusal, type Envelope } from '@larder/contracts/reply.js';
import { roles, type Role } from '@larder/contracts/roles.js';
import { Links } from '@larder/device-adapter/links.js';
import type { Kit } from '@larder/kit/kit.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';
import { readSettings } from '@larder/kit/settings.js';
import { start, type Exchange, type Running } from '@larder/kit/start.js';
import { until } from '@larder/kit/testing.js';
import { SimulatedDevice, type DeviceOptions } from '@larder/simulator/device.js';
import { everyModule } from '../modules.js';

export interface Answer<T> {
  status: number;
  body: Envelope<T>;
}
export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface SlotToFill {
  slot: string;
  name: string;
  /** A decimal, as a person enters it. */
  price: number;
  /** 10 unless told. */
  quantity?: number;
}
export interface MachineToAdd {
  machineId?: string;
  name?: string;
  address?: string;
  slots?: readonly SlotToFill[];
  /** Whose machine it is; the usual organization of {@link TestLarder.signIn} unless told. */
  account?: string;
  /** Does what it is told at once, unless told otherwise. */
  obey?: DeviceOptions['obey'];
  /** Between its heartbeats; 15 s unless told. */
  beatMs?: number;
  /** The slots its board says it has sensors for; it does not say unless told. */
  sensors?: readonly string[];
}
export interface AddedMachine {
  machineId: string;
  secret: string;
  device: SimulatedDevice;
  /** Commands the machine has heard, oldest first. */
  heard: Extract<DeviceOrder, { t: 'cmd' }>[];
  /** Ids of the products by slot. */
  products: Record<string, string>;
}

export interface TestLarder {
  url: string;
  mqttUrl: string;
  kit: Kit;
  /** A token of somebody with this role. An organization begins with the first sign-in; two names are two organizations. Tokens last an hour by the given clock. */
  signIn(role: Role, account?: string): Promise<string>;
  call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** The answer's data; throws with the server's words when it is refused. */
  ask<T>(method: string, path: string, options?: CallOptions): Promise<T>;
  /** A machine that is registered, stocked, connected and known to be online. */
  addMachine(machine?: MachineToAdd): Promise<AddedMachine>;
  /** Every row of every view of everybody as text, by view, to be compared byte by byte. */
  everyRow(): Promise<Record<string, string>>;
  /** A part of a service, for tests that need what no front door gives. */
  part<T>(type: Type<T>): T;
  stop(): Promise<void>;
}

export const PASSWORD = 'correct horse battery staple 1';
export const TIME_ZONE = 'America/New_York';
/** The usual organization. */
export const ACCOUNT = 'acme';
const SETTINGS = { EVENT_STORE_URL: 'sqlite::memory:', PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', WEB_DIR: './no-pages', VIEWS_PATIENCE_SECONDS: '60' };
const SLOTS: readonly SlotToFill[] = [{ slot: 'A1', name: 'Cola', price: 2.5 }, { slot: 'A2', name: 'Chips', price: 1.75 }];

/** Starts everything on free ports and in memory; `settings` as the environment spells them. */
export async function startLarder({ settings = {}, ...exchange }: Exchange & { settings?: Record<string, string> } = {}): Promise<TestLarder> {
  const accounts = new Set<string>();
  const rows = watched(exchange.rows ?? openMemoryReadStore(), accounts);
  return new InTest(await start('all', everyModule, readSettings({ ...SETTINGS, ...settings }), { ...exchange, rows }), accounts);
}

/** Notes whose rows are written: there is no other way to read a view than by account. */
const watched = (store: ReadStore, accounts: Set<string>): ReadStore => ({
  prepare: (shape) => store.prepare(shape),
  find: (collection, account, query) => store.find(collection, account, query),
  load: (collection, keys) => store.load(collection, keys),
  save(collection, rows, checkpoint) {
    for (const { account } of rows) accounts.add(account);
    return store.save(collection, rows, checkpoint);
  },
  checkpoint: (collection) => store.checkpoint(collection),
  settle: (collection) => store.settle(collection),
  drop: (collection) => store.drop(collection),
  close: () => store.close(),
});

class InTest implements TestLarder {
  readonly url: string;
  readonly mqttUrl: string;
  readonly kit: Kit;
  private readonly established = new Map<string, Promise<void>>();
  private readonly devices: SimulatedDevice[] = [];
  private machines = 0;

  constructor(private readonly running: Running, private readonly accounts: ReadonlySet<string>) {
    this.url = running.url;
    this.kit = running.kit;
    const { broker } = running.app.get(Links, { strict: false }).link;
    this.mqttUrl = `mqtt://${broker.host ?? 'localhost'}:${broker.port}`;
  }

  async signIn(role: Role, account = ACCOUNT): Promise<string> {
    if (!this.established.has(account)) this.established.set(account, this.establish(account));
    await this.established.get(account);
    const { idToken } = await this.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: emailOf(role, account), password: PASSWORD } });
    return idToken;
  }

  async call<T>(method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method, body: body === undefined ? undefined : JSON.stringify(body),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    return { status: response.status, body: (await response.json()) as Envelope<T> };
  }

  async ask<T>(method: string, path: string, options?: CallOptions): Promise<T> {
    const { status, body } = await this.call<T>(method, path, options);
    if (!body.success || body.data === undefined) throw new Error(`${method} ${path}: ${status} ${body.error}: ${body.message}`);
    return body.data;
  }

  async addMachine({ machineId = `VM-${++this.machines}`, name = 'Lobby', address = '1 Main Street', slots = SLOTS, account, obey = async () => ({ ok: true }), beatMs, sensors }: MachineToAdd = {}): Promise<AddedMachine> {
    const token = await this.signIn('owner', account);
    const at = `/api/cognito-auth/machines/${machineId}`;
    await this.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId, name, location: { address }, timeZone: TIME_ZONE } });
    const products: Record<string, string> = {};
    for (const { slot, name: product, price, quantity = 10 } of slots) {
      const form = { sku: `${machineId}-${slot}`, name: product, category: 'Snacks', price, cost: Math.min(0.5, price), weight: 100 };
      const { product: added } = await this.ask<{ product: { id: string } }>('POST', '/api/cognito-auth/products', { token, body: form });
      products[slot] = added.id;
      await this.ask('POST', `${at}/inventory`, { token, body: { slot, productId: added.id, quantity, maxQuantity: Math.max(quantity, 10) } });
    }
    const { secret } = await this.ask<{ secret: string }>('POST', `${at}/credential`, { token, body: {} });
    const heard: AddedMachine['heard'] = [];
    const device = await this.connect(machineId, secret, async (order, itself) => {
      heard.push(order);
      return obey(order, itself);
    }, { ...(beatMs && { beatMs }), ...(sensors && { slots: sensors }) });
    await until(`${machineId} is online`, async () => (await this.ask<{ isOnline: boolean }>('GET', at, { token })).isOnline);
    return { machineId, secret, device, heard, products };
  }

  async everyRow(): Promise<Record<string, string>> {
    const { views } = this.kit;
    const all: Record<string, string> = {};
    for (const collection of views.collections().sort()) {
      const rows = await Promise.all([...this.accounts].sort().map(async (account) => ({ account, rows: await views.all({ collection, orders: [] }, account) })));
      all[collection] = JSON.stringify(rows.filter((its) => its.rows.length > 0));
    }
    return all;
  }

  part<T>(type: Type<T>): T {
    return this.running.app.get(type, { strict: false });
  }

  async stop(): Promise<void> {
    await Promise.all(this.devices.map((device) => device.disconnect()));
    await this.running.stop();
  }

  private async connect(machineId: string, secret: string, obey: DeviceOptions['obey'], options: Partial<DeviceOptions>): Promise<SimulatedDevice> {
    const { chance, clock } = this.kit;
    const device = new SimulatedDevice({ machineId, secret, brokerUrl: this.mqttUrl, epoch: chance.uuid().slice(-8), now: () => clock.now().getTime(), obey, ...options });
    this.devices.push(device);
    await device.connect();
    return device;
  }

  private async establish(account: string): Promise<void> {
    const people = roles.map((role) => ({ email: emailOf(role, account), password: PASSWORD, givenName: 'Test', familyName: role, role }));
    const asked = { caller: { kind: 'service' as const, name: 'test' }, commandId: `establish:${account}`, correlationId: 'test' };
    const done = await this.kit.ask(establish, { account, name: account, slug: account, timeZone: TIME_ZONE, currency: 'USD', people }, asked);
    if (isRefusal(done)) throw new Error(done.message);
  }
}

export const emailOf = (role: Role, account: string): string => `${role}@${account}.example`;
