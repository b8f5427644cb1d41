/** Carries a replay out: machines, products and credentials are made sure of, then operator and guests do what the plan says. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductView } from '@larder/contracts/catalog.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import type { SeedPurchase } from '@larder/sales/imports/seed-live.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { replayVisit, type ReplayVisit } from '@larder/simulator/replay.js';
import { planReplay, type ReplayPlan, type ReplayStep, type Shelf } from '@larder/simulator/replay-plan.js';
import type { Operator } from './operator.js';

export interface ReplaySetting {
  operator: Operator;
  /** The gateway. */
  url: string;
  /** `mqtt://host:port` */
  mqttUrl: string;
  timeZone: string | undefined;
  /** Milliseconds since 1970, as the machines' clocks show it. */
  now(): number;
  /** Pauses of guests. */
  pause(ms: number): Promise<void>;
}

export interface Stage {
  plan: ReplayPlan;
  /** Does a step at a machine. */
  play(machineId: string, step: ReplayStep): Promise<void>;
  /** Resolves when every machine is known to be there, after a beat of each. */
  online(): Promise<void>;
  close(): Promise<void>;
}

const API = '/api/cognito-auth';
const PAGE = 1000;

/** Registers what is missing, connects the machines and plans what to do. Refuses machines that are connected already: they would be pushed off. */
export async function setStage(purchases: readonly SeedPurchase[], setting: ReplaySetting): Promise<Stage> {
  const { operator } = setting;
  const products = await ensureProducts(purchases, operator);
  const machines = await ensureMachines(purchases, setting);
  const shelves = new Map(machines.map(({ machineId, inventory }) => [machineId, inventory.map(({ slot, quantity, product }): Shelf => ({ slot, sku: product.sku, left: quantity, priceCents: toCents(product.price) }))]));
  const plan = planReplay(purchases, { shelves, prices: new Map([...products].map(([sku, { price }]) => [sku, toCents(price)])) });
  const devices = new Map<string, SimulatedDevice>();
  const close = async (): Promise<void> => void (await Promise.all([...devices.values()].map((device) => device.disconnect())));
  try {
    for (const { machineId } of machines) devices.set(machineId, await connect(machineId, setting));
  } catch (error) {
    await close();
    throw error;
  }
  const machineOf = (machineId: string): Promise<MachineView> => operator.ask<MachineView>('GET', `${API}/machines/${machineId}`);
  return {
    plan,
    play: (machineId, step) => (step.do === 'visit' ? visit(step.visit, devices, setting) : tend(machineId, step, products, setting, machineOf)),
    async online() {
      for (const device of devices.values()) device.beat();
      await until('every machine is online', async () => {
        const heard = new Set((await machinesOf(operator)).filter(({ isOnline }) => isOnline).map(({ machineId }) => machineId));
        return [...devices.keys()].every((machineId) => heard.has(machineId));
      });
    },
    close,
  };
}

async function visit(planned: ReplayVisit, devices: ReadonlyMap<string, SimulatedDevice>, { url, pause: rest }: ReplaySetting): Promise<void> {
  await replayVisit(planned, { url, device: devices.get(planned.machineId) as SimulatedDevice, pause: rest });
}

/** What an operator does at a slot. What was sold before has to be counted first. */
async function tend(machineId: string, step: Exclude<ReplayStep, { do: 'visit' }>, products: ReadonlyMap<string, ProductView>, { operator }: ReplaySetting, machineOf: (id: string) => Promise<MachineView>): Promise<void> {
  const at = `${API}/machines/${machineId}/inventory`;
  if (step.do === 'price') return void (await operator.ask('PUT', `${at}/${step.slot}/price`, { price: toAmount(step.priceCents) }));
  if (step.left !== 0) await until(`slot ${step.slot} of ${machineId} holds ${step.left}`, async () => (await machineOf(machineId)).inventory.find(({ slot }) => slot === step.slot)?.quantity === step.left);
  if (step.do === 'empty') await operator.ask('POST', `${at}/${step.slot}/adjust`, { change: -step.left, reason: 'Another product comes into the slot' });
  else await operator.ask('POST', at, { slot: step.slot, productId: products.get(step.sku)?.id, quantity: step.quantity, maxQuantity: step.maxQuantity });
}

async function connect(machineId: string, { operator, mqttUrl: brokerUrl, now }: ReplaySetting): Promise<SimulatedDevice> {
  const { secret } = await operator.ask<{ secret: string }>('POST', `${API}/machines/${machineId}/credential`, {});
  const device = new SimulatedDevice({ machineId, secret, brokerUrl, epoch: randomBytes(4).toString('hex'), now, obey: async () => ({ ok: true }) });
  await device.connect();
  return device;
}

async function ensureMachines(purchases: readonly SeedPurchase[], { operator, timeZone }: ReplaySetting): Promise<MachineView[]> {
  const known = new Map((await machinesOf(operator)).map((one) => [one.machineId, one]));
  const machines: MachineView[] = [];
  for (const { machineId, machineName: name, location: address } of new Map(purchases.map((one) => [one.machineId, one])).values()) {
    const found = known.get(machineId);
    if (found?.isOnline) throw new Error(`${machineId} was heard just now: a replay would push it off its connection. Disconnect it and try again in a minute.`);
    machines.push(found ?? (await operator.ask<{ machine: MachineView }>('POST', `${API}/machines`, { machineId, name, location: { address }, timeZone })).machine);
  }
  return machines;
}

/** The export knows neither cost nor weight, and the catalogue wants both: no cost and one gram stand for them. */
async function ensureProducts(purchases: readonly SeedPurchase[], operator: Operator): Promise<Map<string, ProductView>> {
  const known = new Map((await everything(operator, 'products', (page: { products: ProductView[]; pages: number }) => page.products)).map((one) => [one.sku, one]));
  for (const { sku, product: name, category, unitPriceCents } of purchases.flatMap(({ lines }) => lines)) {
    if (known.has(sku) || unitPriceCents === 0) continue;
    const { product } = await operator.ask<{ product: ProductView }>('POST', `${API}/products`, { sku, name, category, price: toAmount(unitPriceCents), cost: 0, weight: 1 });
    known.set(sku, product);
  }
  return known;
}

const machinesOf = (operator: Operator): Promise<MachineView[]> => everything(operator, 'machines', (page: { machines: MachineView[]; pages: number }) => page.machines);

async function everything<T, P extends { pages: number }>(operator: Operator, what: string, rowsOf: (page: P) => T[]): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const answer = await operator.ask<P>('GET', `${API}/${what}?limit=${PAGE}&page=${page}`);
    rows.push(...rowsOf(answer));
    if (page >= answer.pages) return rows;
  }
}

const LOOKS = 1000;
const LOOK_MS = 10;

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < LOOKS; n++) {
    if (await condition()) return;
    await pause(LOOK_MS);
  }
  throw new Error(`Waited in vain until ${what}`);
}
