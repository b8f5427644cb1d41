/** Fleet: machines, what is in them, what the operator wants of them and what is observed of them. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { cents, currency } from './money.js';
import { enteredMachineId, machineId, toldUpTo } from './device/machine-id.js';
import { day, timeZone } from './day.js';
import { command, lookingBack, query } from './request.js';
import { flag, order, paging } from './catalog.js';
import { shelved } from './vending.js';
import { taxBasisPoints } from './tax.js';

/** Where in a machine: A1, B12. */
export const slot = z.string().regex(/^[A-Za-z0-9]{1,8}$/, 'Slot can only contain letters and numbers');
const inMachine = z.object({ machineId });
const stocked = inMachine.extend({
  slot, productId: z.string(),
  /** What the slot holds after this fact. Below zero when more left than was known to be there. */
  left: z.number().int(), maxQuantity: z.number().int().positive(),
});
/** What people say became of goods that they take off the books. */
export const lossCause = z.enum(['expired', 'damaged', 'stolen']);
export type LossCause = z.infer<typeof lossCause>;
/** The slot's own price, of what left it or came back without being sold; missing where it followed the product's, and from facts of before it was noted. */
const pricedThen = { ownPriceCents: cents.optional() };
/** What left after the visit that the machine named had ended is on nobody's bill; of what came back then, as many as had left so. Missing from facts of before it was noted. */
const afterEnd = { afterEnd: z.literal(true).optional() };
/** Beside when a slot was counted, or got its product: how far the machine had told by then. Missing where it had told nothing, where nobody could say in time, and from facts of before it was noted. */
const toldByThen = { toldUpTo: toldUpTo.optional() };
/** `counted`: it was before the slot was counted, or got its product. `not_gone`: outside of a visit no more comes back than left so. */
const passedOverWhy = z.enum(['not_laid_out', 'other_product', 'counted', 'not_gone']);
export type PassedOverWhy = z.infer<typeof passedOverWhy>;
/** Degrees north and east; south and west are negative. */
export const coordinates = z.object({
  lat: z.number({ error: 'Latitude is a number' }).min(-90, 'Latitude must be between -90 and 90').max(90, 'Latitude must be between -90 and 90'),
  lon: z.number({ error: 'Longitude is a number' }).min(-180, 'Longitude must be between -180 and 180').max(180, 'Longitude must be between -180 and 180'),
});
export type Coordinates = z.infer<typeof coordinates>;
/** `40.22040° N, 74.01210° W`: to about a metre. */
export const formatCoordinates = ({ lat, lon }: Coordinates): string => `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`;
/** Stream `machine-<id>`. */
export const fleetFacts = {
  MachineRegistered: inMachine.extend({
    name: z.string(), address: z.string(), floor: z.string().optional(), model: z.string().optional(), timeZone, currency,
    origin: z.enum(['operator', 'import', 'demo']), coordinates: coordinates.optional(),
  }),
  /** What it is called and where it stands, in words. */
  MachineChanged: inMachine.extend({ name: z.string(), address: z.string(), floor: z.string().optional(),
    /** It stands where it stood: the former address was wrongly written. Missing of a move, and from older facts. */
    onlyCorrected: z.literal(true).optional() }),
  /** Its place on the map; null takes it off. */
  MachineLocated: inMachine.extend({ coordinates: coordinates.nullable() }),
  /** What its visits from now on are timed by; what it sold stays on the days it was sold on. */
  MachineZoned: inMachine.extend({ timeZone }),
  /** Taken out of the fleet. What it sold stays. */
  MachineRemoved: inMachine.extend({ name: z.string(), reason: z.string().optional() }),
  /** `silentSince`: when it was last heard, where it has gone silent. */
  ModeIntended: inMachine.extend({ mode: z.enum(['in_service', 'maintenance']), reason: z.string().optional(), silentSince: z.string().optional() }),
  SlotAssigned: inMachine.extend({ slot, productId: z.string(), maxQuantity: z.number().int().positive(),
    /** When the product came into the slot; missing where it was there before, and from facts of before it was noted. */
    assignedAt: z.string().optional(), ...toldByThen }),
  SlotCleared: inMachine.extend({ slot }),
  /** null: the product's own price again. */
  SlotPriced: inMachine.extend({ slot, priceCents: cents.nullable() }),
  StockRestocked: stocked.extend({ added: z.number().int().positive(),
    /** The day that stands on what was added, by the machine's clock; missing where nobody said. */
    bestBefore: day.optional() }),
  StockAdjusted: stocked.extend({ change: z.number().int(), reason: z.string(),
    /** Where that was said of what was lost, or of a loss that is taken back; missing from counts, and from facts of before it was asked for. */
    cause: lossCause.optional(),
    /** When the slot was counted; missing where only a difference is known, and from facts of before it was noted. */
    countedAt: z.string().optional(), ...toldByThen, ...pricedThen }),
  StockTaken: stocked.extend({ quantity: z.number().int().positive(), sessionId: z.string().optional(), ...afterEnd, ...pricedThen }),
  StockReturned: stocked.extend({ quantity: z.number().int().positive(), sessionId: z.string().optional(), ...afterEnd, ...pricedThen }),
  /** What a guest took or put back before a slot was counted, told only after: the count has it already, so of what it found so many more were `missing`, or `found`; fewer where below zero. `reason`: the count's. */
  StockCountExplained: inMachine.extend({ slot, productId: z.string(), countedAt: z.string(), reason: z.string(), what: z.enum(['taken', 'returned']), quantity: z.number().int().positive(), missing: z.number().int(), found: z.number().int(), sessionId: z.string(), ...pricedThen }),
  /** What a machine saw move counts for nothing. Noted because it may be heard again when the slot is another one. */
  StockMovePassedOver: inMachine.extend({ slot: z.string(), what: z.enum(['taken', 'returned']), quantity: z.number().int().positive(), why: passedOverWhy, sessionId: z.string().optional() }),
  /** Included in every price here, for visits that begin from now on. */
  MachineTaxed: inMachine.extend({ taxBasisPoints: z.number().int() }),
  /** Two of its heartbeats did not come. It is taken for online still; it may be serving a guest. */
  MachineMissed: inMachine.extend({ lastHeartbeatAt: z.string() }),
  /** It was missed, and not for so long that it went offline. */
  MachineHeardAgain: inMachine.extend({ heartbeatAt: z.string() }),
  MachineCameOnline: inMachine.extend({ name: z.string(), heartbeatAt: z.string() }),
  /** `mode` only where nobody expects to hear it. */
  MachineWentOffline: inMachine.extend({ name: z.string(), lastHeartbeatAt: z.string(), mode: z.literal('maintenance').optional() }),
  /** The slots its board has sensors for, by its own word; missing: it does not say. */
  MachineToldSlots: inMachine.extend({ slots: z.array(slot).optional() }),
  /** Of the slots that are laid out, all that its board has no sensor for: what leaves them is on nobody's bill. With those it has one for, where any is unseen: often it is a slip of the pen. */
  UnseenSlotsFound: inMachine.extend({ unseen: z.array(slot), seen: z.array(slot) }),
};
export type FleetFact = FactOf<typeof fleetFacts>;

/** What holds until an organization's rules for alerts say otherwise. */
export const LOW_STOCK_PERCENT = 20;
/** A slot is low at or below that share of its maximum; an empty one always is. */
export const isLow = (left: number, maxQuantity: number, lowStockPercent: number): boolean => left <= 0 || left * 100 <= maxQuantity * lowStockPercent;
/** Heartbeats come every 15 s; a machine that missed this many seconds of them is offline. */
export const OFFLINE_AFTER_SECONDS = 60;

/** `limit`: machines the plan has room for; `current`: machines that are there. */
export const planLimit = z.object({ limit: z.number().int(), current: z.number().int() });
export type PlanLimit = z.infer<typeof planLimit>;

export const machineStatus = z.enum(['online', 'offline', 'maintenance', 'pending_setup']);
export const inventoryItem = z.object({
  slot: z.string(), quantity: z.number(), maxQuantity: z.number(), lastRestocked: z.string().nullable(),
  /** The slot's own price; null when it follows the product's. `product.price` is what a guest pays here. */
  ownPrice: z.number().nullable(),
  /** What of it is best before which day, the earliest first; the rest has no day. Absent where no day is known. */
  lots: z.array(z.object({ bestBefore: day, quantity: z.number() })).optional(),
  /** The machine says that it has no sensor for it: what guests take out of it is not charged. */
  unseen: z.literal(true).optional(),
  product: z.object({ id: z.string(), _id: z.string(), name: z.string(), sku: z.string(), category: z.string(), price: z.number(), cost: z.number().nullable(), allergens: z.array(z.string()),
    /** Set inactive: what is left of it is sold, and nobody is to bring more. */
    inactive: z.literal(true).optional(),
    /** Nobody can say right now what it is called and costs: its price is the slot's own, or 0 for not known. */
    unknown: z.literal(true).optional() }),
});
export const machineView = z.object({
  _id: z.string(), machineId, name: z.string(), status: machineStatus,
  location: z.object({ address: z.string(), floor: z.string(),
    /** Absent until somebody has placed it on the map. */
    coordinates: coordinates.optional() }),
  isOnline: z.boolean(), lastPing: z.string().nullable(), lastSeen: z.string().nullable(), lastHeartbeat: z.string().nullable(),
  createdAt: z.string(),
  /** When it was first heard, and when it was last serviced as alerts about maintenance count it; null before. */
  installDate: z.string().nullable(), lastMaintenance: z.string().nullable(),
  model: z.string(), /** Of all time; null while nobody can say. */ totalRevenue: z.number().nullable(), productCount: z.number(),
  /** Slots that are empty, or low on what is still brought. */
  lowStockCount: z.number(),
  /** At or below this share of its maximum a slot is low here. */
  lowStockPercent: z.number(),
  /** Units in the machine and room for units, over all slots. */
  stock: z.object({ left: z.number(), room: z.number() }),
  healthStatus: z.enum(['Operational', 'Disconnected', 'Offline', 'Under Maintenance', 'Pending Setup']),
  /** Why it would let no guest in, by its last heartbeat; absent while it would, and while it is not connected. */
  turnsAway: z.string().optional(),
  inventory: z.array(inventoryItem), timeZone: z.string(), currency: z.string(),
  /** Tax included in its prices. */
  taxBasisPoints: z.number(),
  /** The slots its board has sensors for, by its own word; absent while it does not say. */
  sensorSlots: z.array(z.string()).optional(),
  /** How many times its name, place or time zone was set: what a later change says it was made on. */
  version: z.number().int(),
  /** Of a machine beyond what the plan has room for, the newest ones: it sells on and can be looked at, not changed. */
  planLimit: planLimit.optional(),
  /** Of a machine that came with imported sales, and was neither filled nor heard here: it takes no room of the plan, and nobody waits for it. */
  historyOnly: z.literal(true).optional(),
  /** Of a machine that is not set up yet. */
  setup: z.object({ setupId: z.string(), expiresAt: z.string(), createdBy: z.string(), createdAt: z.string() }).optional(),
});
export type MachineView = z.infer<typeof machineView>;

const machineRef = z.object({ id: machineId });
export const listMachines = lookingBack(query('fleet.listMachines', 'machines.read', 'Machines of the organization with their stock', z.object({
  ...paging, sortBy: z.enum(['name', 'machineId', 'status', 'location', 'lastPing', 'createdAt', 'revenue']).default('createdAt'), sortOrder: order,
  search: z.string().max(100).optional(), status: machineStatus.optional(), ts: z.string().optional(), lowStock: flag.optional(),
}), z.object({ machines: z.array(machineView), total: z.number(), page: z.number(), pages: z.number() })));
export const getMachine = lookingBack(query('fleet.getMachine', 'machines.read', 'One machine with its stock', machineRef, machineView));
export const getInventory = lookingBack(query('fleet.getInventory', 'machines.read', 'What is in a machine, slot by slot', machineRef, z.object({ inventory: z.array(inventoryItem) })));
export const machineSummary = lookingBack(query('fleet.machineSummary', 'machines.read', 'Machines by status', z.object({}), z.object({
  total: z.number(), online: z.number(), offline: z.number(), maintenance: z.number(), averageOccupancy: z.number(), totalRevenue: z.number().nullable(),
  /** Units that are past their day by the clock of their machine, and those that will be within a week; missing where no day is known. */
  bestBefore: z.object({ past: z.number(), soon: z.number() }).optional(),
})));
/** What people enter about a machine. */
export const machineName = z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(100, 'Name cannot exceed 100 characters');
export const machinePlace = z.object({ address: z.string({ error: 'Location is required' }).trim().min(1, 'Location is required').max(200, 'Location cannot exceed 200 characters'), floor: z.string().trim().max(50, 'Floor cannot exceed 50 characters').optional() }, { error: 'Location is required' });
/** Of a machine that is new: a floor that was left empty is none. */
export const firstPlace = machinePlace.extend({ floor: machinePlace.shape.floor.transform((floor) => floor || undefined), coordinates: coordinates.optional() });
export const registerMachine = command('fleet.registerMachine', 'machines.create', 'Add a machine', z.object({
  machineId: enteredMachineId, name: machineName, location: firstPlace,
  model: z.string().max(100).optional(), timeZone: timeZone.optional(),
}), z.object({ machine: machineView }));
/** `version`: what the change was made on; without it the last change wins. `onlyCorrected`: another address is no move, the former one was wrongly written. */
const madeOn = { version: z.number().int().positive().optional() };
const wantedMode = z.enum(['online', 'offline', 'maintenance']);
export const changeMachine = command('fleet.changeMachine', 'machines.update', 'Change name, place and time zone of a machine, or put it in service or into maintenance; what is left out stays', z.object({
  id: machineId, status: wantedMode.optional(), inventory: z.never({ error: 'Please change stock slot by slot: a whole list would undo what guests take meanwhile' }).optional(), name: machineName.optional(), location: machinePlace.extend({ coordinates: coordinates.nullable().optional() }).partial().optional(), timeZone: timeZone.optional(), onlyCorrected: z.boolean().optional(), ...madeOn,
}), z.object({ machine: machineView }));
export const locateMachine = command('fleet.locateMachine', 'machines.update', 'Place a machine on the map; null takes it off', z.object({ id: machineId, coordinates: coordinates.nullable(), ...madeOn }), z.object({ machine: machineView }));
/** What a 409 to a change carries: what is so now, and what was wanted. */
export interface MachineConflict {
  theirs: MachineView;
  yours: { name?: string; timeZone?: string; location?: { address?: string; floor?: string; coordinates?: Coordinates | null } };
}
export const deleteMachine = command('fleet.deleteMachine', 'machines.delete', 'Take a machine out of the fleet: its credential stops working, what it sold stays; refused while a guest uses it', z.object({
  id: machineId, reason: z.string().trim().max(200).optional(),
}), z.object({ id: machineId }));
export const setMachineMode = command('fleet.setMachineMode', 'machines.update', 'Put a machine in service or into maintenance', z.object({
  id: machineId, status: wantedMode, reason: z.string().max(200).optional(),
}), z.object({ machine: machineView }));
export const taxMachine = command('fleet.taxMachine', 'machines.create', 'Say what tax the prices of a machine include', z.object({
  id: machineId, taxBasisPoints,
  /** The tax that was shown to whoever sets another; without it the last one wins. */
  was: taxBasisPoints.optional(),
}), z.object({ machine: machineView }));

export const machineTimeline = query('fleet.machineTimeline', 'machines.read', 'Everything that happened to a machine, newest first', z.object({ ...machineRef.shape, ...paging }), z.object({
  entries: z.array(z.object({
    id: z.string(), at: z.string(), type: z.string(), what: z.string(),
    /** A person's name, or what did it; empty when it is not known any more. */
    by: z.string(),
    /** Why, in the words of whoever did it. */
    reason: z.string().optional(),
  })),
  total: z.number(), page: z.number(), pages: z.number(), timeZone: z.string(),
}));
export type MachineTimeline = z.infer<typeof machineTimeline.output>;

/** For whoever makes up a tag, of all organizations. Where no tags are simulated it is empty: whoever is before a machine has its tag, and nobody else is to be told which holiday homes have one, where they are and what unlocks it. */
export const listOpenMachines = query('fleet.listOpenMachines', 'anyone', 'Machines a guest can use now, where tags are simulated', z.object({}), z.array(z.object({ _id: z.string(), machineId, name: z.string(), location: z.object({ address: z.string() }) })));
/** For other services. `offers` are the filled slots with today's prices. */
export const machineForVisit = query('fleet.machineForVisit', 'services', 'What a visit needs to know of a machine', z.object({ tag: z.string(), machineId: z.string().optional() }), z.object({
  machineId, account: z.string(), name: z.string(), address: z.string(), timeZone, currency, status: machineStatus, isOnline: z.boolean(), offers: z.array(shelved), taxBasisPoints: z.number(),
  /** It would not unlock, by its last heartbeat. */
  turnsAway: z.boolean().optional(),
}));
/** For alerts: of one machine, or of all. */
export const stockOf = query('fleet.stockOf', 'services', 'What the slots of machines hold', z.object({ account: z.string(), machineId: machineId.optional() }), z.array(stocked));
/** For the list of prices a machine is told; in the order of its slots. */
export const slotPrices = query('fleet.slotPrices', 'services', 'What each filled slot of a machine sells for now', z.object({ account: z.string(), machineId }), z.object({
  currency, prices: z.array(z.object({ slot: z.string(), productId: z.string(), priceCents: cents })),
}));
/** For imports and demo data: registers the machine if it is not there; refused when another organization has the id. */
export const adoptMachine = command('fleet.adoptMachine', 'services', 'Find or add a machine by id', z.object({
  account: z.string(), machineId, name: z.string(), address: z.string(), timeZone, currency, origin: z.enum(['import', 'demo']), model: z.string().optional(), coordinates: coordinates.optional(),
}), z.object({ machineId, added: z.boolean() }));
