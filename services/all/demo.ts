/** The demo organization of the embedded default: people, products, machines, and simulated devices that speak the real protocol. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adoptProduct, type ProductDescription } from '@larder/contracts/catalog.js';
import { issueCredential } from '@larder/contracts/device.js';
import { adoptMachine } from '@larder/contracts/fleet.js';
import { stockSlot } from '@larder/contracts/fleet/slots.js';
import { establish } from '@larder/contracts/identity.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { shopping } from '@larder/simulator/guest.js';

const ACCOUNT = 'demo';
const TIME_ZONE = 'America/New_York';
const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;

const PRODUCTS: readonly Pick<ProductDescription, 'sku' | 'name' | 'category' | 'priceCents' | 'costCents' | 'weightGrams' | 'allergens'>[] = [
  { sku: 'WATER-05', name: 'Still Water 0.5 l', category: 'Drinks', priceCents: 200, costCents: 45, weightGrams: 520, allergens: [] },
  { sku: 'COLA-033', name: 'Cola 0.33 l', category: 'Drinks', priceCents: 275, costCents: 80, weightGrams: 350, allergens: [] },
  { sku: 'OJ-025', name: 'Orange Juice 0.25 l', category: 'Drinks', priceCents: 350, costCents: 120, weightGrams: 280, allergens: [] },
  { sku: 'ESPRESSO-CAN', name: 'Iced Espresso', category: 'Drinks', priceCents: 425, costCents: 150, weightGrams: 250, allergens: ['milk'] },
  { sku: 'CHIPS-SALT', name: 'Sea Salt Chips', category: 'Snacks', priceCents: 325, costCents: 110, weightGrams: 90, allergens: [] },
  { sku: 'ALMONDS-50', name: 'Roasted Almonds', category: 'Snacks', priceCents: 450, costCents: 190, weightGrams: 50, allergens: ['nuts'] },
  { sku: 'BAR-OAT', name: 'Oat & Honey Bar', category: 'Snacks', priceCents: 250, costCents: 85, weightGrams: 45, allergens: ['gluten'] },
  { sku: 'CHOC-DARK', name: 'Dark Chocolate 70%', category: 'Snacks', priceCents: 375, costCents: 140, weightGrams: 100, allergens: ['milk', 'soy'] },
  { sku: 'TOOTHKIT', name: 'Toothbrush Kit', category: 'Essentials', priceCents: 600, costCents: 180, weightGrams: 60, allergens: [] },
  { sku: 'CHARGER-C', name: 'USB-C Cable 1 m', category: 'Essentials', priceCents: 1400, costCents: 420, weightGrams: 70, allergens: [] },
];
const MACHINES = [
  { machineId: 'VM-001', name: 'Seaside Lobby', address: '12 Ocean Avenue, Asbury Park, NJ', coordinates: { lat: 40.2204, lon: -74.0003 } },
  { machineId: 'VM-002', name: 'Harbor Loft', address: '88 River Street, Hoboken, NJ', coordinates: { lat: 40.7362, lon: -74.0291 } },
  { machineId: 'VM-003', name: 'Garden House', address: '4 Maple Court, Princeton, NJ', coordinates: { lat: 40.3573, lon: -74.6672 } },
];
const PER_SLOT = 12;

interface Kept {
  password: string;
  secrets: Record<string, string>;
}

export interface Demo {
  people: { email: string; role: string }[];
  password: string;
  stop(): Promise<void>;
}

/** Sets the demo up where it is not there yet and connects its machines; the same command ids at every start, so nothing happens twice. */
export async function startDemo(kit: Kit, brokerUrl: string): Promise<Demo> {
  const kept = keep(kit);
  const people = ROLES.map((role) => ({ email: `${role}@larder.example`, password: kept.password, givenName: role[0]?.toUpperCase() + role.slice(1), familyName: 'Demo', role }));
  sure(await kit.ask(establish, { account: ACCOUNT, name: 'Seaside Stays', slug: 'seaside-stays', timeZone: TIME_ZONE, currency: 'USD', people }, by('establish')));
  const products = await Promise.all(PRODUCTS.map(async (product) => sure(await kit.ask(adoptProduct, { account: ACCOUNT, product: { ...product, isActive: true } }, by(`product:${product.sku}`)))));
  const devices: SimulatedDevice[] = [];
  for (const machine of MACHINES) devices.push(await startMachine(kit, machine, products, kept, brokerUrl));
  return { people, password: kept.password, stop: async () => void (await Promise.all(devices.map((device) => device.disconnect()))) };
}

async function startMachine(kit: Kit, machine: (typeof MACHINES)[number], products: readonly ProductDescription[], kept: Kept, brokerUrl: string): Promise<SimulatedDevice> {
  const { machineId } = machine;
  sure(await kit.ask(adoptMachine, { account: ACCOUNT, ...machine, timeZone: TIME_ZONE, currency: 'USD', origin: 'demo', model: 'Simulated' }, by(`machine:${machineId}`)));
  const slots = products.map((_, n) => `${n < 5 ? 'A' : 'B'}${(n % 5) + 1}`);
  for (const [n, product] of products.entries()) {
    sure(await kit.ask(stockSlot, { id: machineId, slot: slots[n], productId: product.productId, quantity: PER_SLOT, maxQuantity: PER_SLOT }, asOwner(`stock:${machineId}:${slots[n]}`)));
  }
  const secret = kept.secrets[machineId] as string;
  sure(await kit.ask(issueCredential, { machineId, account: ACCOUNT, secret }, by(`credential:${machineId}:${secret.slice(0, 6)}`)));
  const random = (): number => Number.parseInt(kit.chance.uuid().slice(0, 8), 16) / 2 ** 32;
  const pause = (ms: number): Promise<void> => new Promise((done) => kit.clock.after(ms / kit.settings.DEMO_PACE, done));
  const device = new SimulatedDevice({
    machineId, secret, brokerUrl, epoch: kit.chance.uuid().slice(0, 8), now: () => kit.clock.now().getTime(), obey: shopping({ slots, random, pause }),
  });
  // Whoever gave it another credential, as with any machine, has taken it out of the demo.
  await device.connect().catch((error: unknown) => kit.log.warn({ machineId, err: error }, 'a machine of the demo is not let in'));
  return device;
}

/** Made once and kept beside the data, readable by its owner only. Throws, and names the file, when it is there and says nothing: the people of the demo have the password that stood in it. */
function keep({ settings, chance }: Kit): Kept {
  const file = join(settings.DATA_DIR, 'demo.json');
  const isKept = settings.EVENT_STORE_URL !== 'sqlite::memory:';
  if (isKept && existsSync(file)) {
    try {
      const { password, secrets } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
      if (password && MACHINES.every(({ machineId }) => secrets[machineId])) return { password, secrets };
      throw new Error('It is not whole');
    } catch (error) {
      throw new Error(`${file} cannot be read, which holds the password of the demo. Put it back from a backup, or begin anew without ${settings.DATA_DIR}.`, { cause: error });
    }
  }
  const kept: Kept = { password: `Demo-${chance.secret(6)}-1`, secrets: Object.fromEntries(MACHINES.map(({ machineId }) => [machineId, chance.secret(24)])) };
  if (isKept) {
    // Whole or not at all: nobody is set up yet.
    writeFileSync(`${file}.new`, JSON.stringify(kept, null, 2), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return kept;
}

const by = (what: string): Asked => ({ caller: { kind: 'service', name: 'demo' }, commandId: `demo:${what}`, correlationId: 'demo' });
const asOwner = (what: string): Asked => ({ ...by(what), caller: { kind: 'user', id: 'demo', account: ACCOUNT, role: 'owner', plan: 'enterprise' } });

function sure<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`The demo could not be set up: ${answer.message}`);
  return answer;
}
