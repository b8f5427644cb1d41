/** What there is before a simulated day begins: organizations, each with products, machines and what lies in them. */
import { adoptProduct } from '@larder/contracts/catalog.js';
import { issueCredential } from '@larder/contracts/device.js';
import { adoptMachine } from '@larder/contracts/fleet.js';
import { stockSlot } from '@larder/contracts/fleet/slots.js';
import { establish } from '@larder/contracts/identity.js';
import { changeAccount } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Contract, In, Out } from '@larder/contracts/request.js';
import type { Caller } from '@larder/contracts/roles.js';
import type { Dice } from './dice.js';
import type { Machine } from './machine.js';
import { operatorOf, SLOT_HOLDS, SLOTS, type Persist, type Tenant } from './people.js';

type Sure = <C extends Contract>(contract: C, input: In<C>, caller?: Caller) => Promise<Out<C>>;

const CANARIES = ['Pelican', 'Heron', 'Osprey'];
const MACHINES = [2, 1, 1];
/** The organization whose guests have an amount held before the door unlocks. */
const HOLDS_FIRST = 1;
const SERVICES: Caller = { kind: 'service', name: 'simulation' };

export async function openTenants(persist: Persist, build: (machineId: string) => Machine, dice: Dice): Promise<Tenant[]> {
  const sure: Sure = async (contract, input, caller = SERVICES) => {
    const done = await persist(contract, input, caller, `${contract.subject}:${JSON.stringify(input)}`);
    if (isRefusal(done)) throw new Error(`${contract.subject}: ${done.message}`);
    return done;
  };
  const tenants: Tenant[] = [];
  for (const [n, canary] of CANARIES.entries()) {
    const account = `account-${n}`;
    const tenant: Tenant = { account, canary, machines: [], products: {} };
    tenants.push(tenant);
    await sure(establish, { account, name: `${canary} Stays`, slug: canary.toLowerCase(), timeZone: 'UTC', currency: 'USD', plan: 'enterprise', people: [] });
    if (n === HOLDS_FIRST) await sure(changeAccount, { paymentFlow: 'hold-first', holdCents: 1_000 }, operatorOf(tenant));
    for (const [at, slot] of SLOTS.entries()) {
      const { productId } = await sure(adoptProduct, { account, product: { sku: `${canary}-${slot}`.toUpperCase(), name: `${canary} ${slot}`, category: 'Snacks', priceCents: 150 + 125 * at, costCents: 50, weightGrams: null, isActive: true, allergens: [] } });
      tenant.products[slot] = productId;
    }
    for (let m = 0; m < (MACHINES[n] as number); m++) await install(tenant, build(`VM-${n}${m}`), dice, sure);
  }
  return tenants;
}

async function install(tenant: Tenant, machine: Machine, dice: Dice, sure: Sure): Promise<void> {
  const { account, canary } = tenant;
  const { machineId } = machine;
  await sure(adoptMachine, { account, machineId, name: `${canary} ${machineId}`, address: `${canary} Street 1`, timeZone: 'UTC', currency: 'USD', origin: 'demo' });
  await sure(issueCredential, { machineId, account, secret: `secret-of-${machineId}-for-today` });
  for (const slot of SLOTS) {
    const quantity = dice.between(4, 9);
    machine.slots.set(slot, quantity);
    await sure(stockSlot, { id: machineId, slot, productId: tenant.products[slot] as string, quantity, maxQuantity: SLOT_HOLDS }, operatorOf(tenant));
  }
  tenant.machines.push(machine);
}
