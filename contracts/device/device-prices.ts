/** The price list a machine should have: drafted from planogram and catalog, sent, confirmed by the machine with its number. What a guest pays is copied at the tap and never read from here. */
import { z } from 'zod';
import { cents, currency } from '../money.js';
import { machineId } from './machine-id.js';
import { query } from '../request.js';

const slot = z.string();
const revision = z.number().int().min(1).max(0xffffffff);
/** No firmware has more slots. */
export const DEVICE_SLOTS = 32;
/** As many prices as a list tells a machine. */
export const DEVICE_PRICES = DEVICE_SLOTS;

const listed = z.object({ slot, productId: z.string(), priceCents: cents });
export type ListedPrice = z.infer<typeof listed>;
/** Stream `prices-<machine>`: what it should know, when it was first handed that, and what it said it knows. */
export const devicePriceFacts = {
  DevicePricesDrafted: z.object({ machineId, revision, currency, prices: z.array(listed) }),
  DevicePricesSent: z.object({ machineId, revision }),
  DevicePricesConfirmed: z.object({ machineId, revision }),
};

export const devicePricesView = z.object({
  machineId,
  /** How many lists were drafted; 0 while nothing was ever for sale in it. */
  revision: z.number(), currency: z.string(), prices: z.array(z.object({ slot: z.string(), price: z.number() })),
  /** `drafted`: it is told when it is there; `sent`: it has not confirmed yet; `confirmed`: it knows this list. */
  state: z.enum(['none', 'drafted', 'sent', 'confirmed']),
  /** Since when it is so. */
  since: z.string().nullable(),
  /** The list the machine said it knows; null while it never said. */
  confirmed: z.number().nullable(),
});
export type DevicePricesView = z.infer<typeof devicePricesView>;
export const getDevicePrices = query('device.getPrices', 'machines.read', 'The prices a machine should know, and whether it has confirmed that it does', z.object({ machineId }), z.object({ prices: devicePricesView }));
