/** Device protocol v1: what machines and the device-adapter say to each other as JSON over MQTT 3.1.1, and the facts that come of it. */
import { z } from 'zod';
import { DEVICE_PRICES, DEVICE_SLOTS, devicePriceFacts } from './device/device-prices.js';
import type { FactOf } from './fact.js';
import { command, query } from './request.js';
import { machineId, toldUpTo } from './device/machine-id.js';
import { currency } from './money.js';

/** What the door is free for right now. */
export const deviceMode = z.enum(['locked', 'customer', 'restocking', 'service']);
const version = z.literal(1);
/** Random, made when the device's flash is formatted; sequence numbers count within it. */
const epoch = z.string().regex(/^[0-9a-f]{8}$/);
const sequence = z.number().int().min(1).max(0xffffffff);
/** A configuration or price list that a machine claims to have is believed up to this number: whatever it claims, there are higher ones to give. */
export const MOST_CLAIMED = 0x7fffffff;
/** Milliseconds since 1970 by the device's clock; 0 when it does not know the time. */
const deviceTime = z.number().int().nonnegative().max(8.64e15);
const slot = z.string().regex(/^[A-Za-z0-9]{1,8}$/);
const sessionRef = z.string().max(64);
/** Slots that explain a change of weight as well: the machine's sensors cannot tell them apart. */
const orSlots = z.array(slot).min(1).max(3).optional();
const counted = { v: version, e: epoch, s: sequence, at: deviceTime };

/** `vend/v1/dev/<machine>/evt`, QoS 1: numbered, kept by the device until acknowledged. */
export const deviceEvent = z.discriminatedUnion('t', [
  z.object({ ...counted, t: z.literal('tap'), tag: z.string().min(1).max(64) }),
  z.object({ ...counted, t: z.literal('door'), open: z.boolean(), mode: deviceMode, sid: sessionRef.optional() }),
  z.object({ ...counted, t: z.literal('taken'), slot, n: z.number().int().min(1).max(99), or: orSlots, sid: sessionRef.optional() }),
  z.object({ ...counted, t: z.literal('returned'), slot, n: z.number().int().min(1).max(99), or: orSlots, sid: sessionRef.optional() }),
  /** A shelf became so much heavier, or lighter, and it is nobody's doing: behind the closed door, where no items explain it, with power or without; or heavier just as a guest's door was opened. */
  z.object({ ...counted, t: z.literal('shifted'), slots: z.array(slot).min(1).max(8), grams: z.number().int().min(-500_000).max(500_000) }),
  z.object({ ...counted, t: z.literal('done'), id: z.string().max(80), ok: z.boolean(), why: z.string().max(200).optional() }),
]);
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** `vend/v1/dev/<machine>/tel`: neither numbered nor kept. `hello` opens a connection and asks for the last acknowledgement and pending commands. */
export const deviceTelemetry = z.discriminatedUnion('t', [
  z.object({ v: version, t: z.literal('hello'), e: epoch, fw: z.string().max(32),
    /** The oldest number it keeps, or the next it will give: what is before it will not come any more. Missing from older firmware. */
    from: sequence.optional(),
    /** The slots it has sensors for, since its start: what leaves another one it does not see. Missing from firmware that does not say. */
    slots: z.array(slot).max(DEVICE_SLOTS).optional() }),
  z.object({ v: version, t: z.literal('beat'), at: deviceTime, door: z.enum(['open', 'closed']), mode: deviceMode, rssi: z.number().int().min(-128).max(0),
    tempC: z.number().min(-60).max(120).optional(), up: z.number().int().nonnegative(),
    /** Seconds until the mode ends by itself; missing once they are over, also while an operator's door is still open: the mode then ends when it is closed. */
    left: z.number().int().nonnegative().max(86_400).optional(),
    /** The configuration it works by, 0 while it has none; missing from firmware that knows of no configurations. */
    conf: z.number().int().nonnegative().max(0xffffffff).optional(),
    /** The price list it has, 0 while it has none; missing from firmware that knows of no price lists. */
    list: z.number().int().nonnegative().max(0xffffffff).optional(),
    /** Why it would unlock for no guest, where somebody has to see to it; empty while it would, missing from firmware that does not say. */
    shut: z.string().max(200).optional() }),
  /** A command has come; what became of it is the event `done`. */
  z.object({ v: version, t: z.literal('got'), id: z.string().max(80) }),
]);
export type DeviceTelemetry = z.infer<typeof deviceTelemetry>;

/**
 * `unlock` with a session: for its guest; without: for somebody of the operator's, in mode `service`, as `service` and `restock` free the door.
 * `sync`: a heartbeat at once, and everything that is not acknowledged again. `reboot` is reported done before it begins.
 */
export const deviceAction = z.enum(['unlock', 'lock', 'service', 'restock', 'reboot', 'sync']);

/** The firmware's words for not unlocking where nobody has to see to it: it passes by itself, or the operator wanted it so. */
export const PASSING_REFUSALS: ReadonlySet<string> = new Set(['A guest is being served', 'Somebody is working at the machine', 'The visit is over', 'The machine is out of service', 'The door is open', 'The power went before the door was opened']);

/** `sell`: guests are served; `rest`: none is, link or no link, until another configuration comes. */
export const deviceDuty = z.enum(['sell', 'rest']);

/**
 * `vend/v1/dev/<machine>/cmd`: the acknowledgement (highest number up to which all is stored), commands, each good for `ttl` seconds after it was sent,
 * and the configuration as a whole, of which the highest revision counts and is kept; `warm` is the temperature in °C above which the machine locks,
 * its own when missing; the price list likewise, as a whole and by its own revision: what a slot's item costs in the smallest unit of `cur`.
 * Firmware that does not know an order lets it be.
 */
export const deviceOrder = z.discriminatedUnion('t', [
  z.object({ v: version, t: z.literal('ack'), e: epoch, s: z.number().int().nonnegative() }),
  z.object({ v: version, t: z.literal('cmd'), id: z.string().max(80), do: deviceAction, ttl: z.number().int().positive(), sid: sessionRef.optional() }),
  z.object({ v: version, t: z.literal('conf'), rev: sequence, do: deviceDuty, warm: z.number().int().nonnegative().max(60).optional() }),
  z.object({ v: version, t: z.literal('list'), rev: sequence, cur: currency, p: z.record(slot, z.number().int().nonnegative().max(99_999_999)).refine((prices) => Object.keys(prices).length <= DEVICE_PRICES, 'Too many prices') }),
]);
export type DeviceOrder = z.infer<typeof deviceOrder>;

/** Unacknowledged events a device may have under way. */
export const DEVICE_WINDOW = 4;
export const eventTopic = (id: string): string => `vend/v1/dev/${id}/evt`;
export const telemetryTopic = (id: string): string => `vend/v1/dev/${id}/tel`;
export const orderTopic = (id: string): string => `vend/v1/dev/${id}/cmd`;

const heard = z.object({ machineId, epoch, sequence, deviceAt: z.string().optional(), receivedAt: z.string(),
  /** When it was, by our clock, of what came long after: what the machine's clock said, less what that was ahead when it came. Missing where the machine did not know the time. */
  happenedAt: z.string().optional() });
/** Stream `journal-<machine>`: what the machine reported, in its own order. */
export const journalFacts = {
  DeviceTapped: heard.extend({ tag: z.string() }),
  DeviceDoorOpened: heard.extend({ mode: deviceMode, sessionId: z.string().optional() }),
  DeviceDoorClosed: heard.extend({ mode: deviceMode, sessionId: z.string().optional() }),
  DeviceItemTaken: heard.extend({ slot, quantity: z.number().int().positive(), orSlots, sessionId: z.string().optional() }),
  DeviceItemReturned: heard.extend({ slot, quantity: z.number().int().positive(), orSlots, sessionId: z.string().optional() }),
  DeviceShelfShifted: heard.extend({ slots: z.array(slot), grams: z.number().int() }),
  DeviceCommandDone: heard.extend({ orderId: z.string(), ok: z.boolean(), why: z.string().optional() }),
  /** Numbers that did not come in time and were passed over; they are still accepted late. */
  DeviceGapFound: z.object({ machineId, epoch, missing: z.array(z.number().int()), completeTo: z.number().int() }),
  /** A missing number came after all, or the last of them. */
  DeviceGapClosed: z.object({ machineId, epoch, completeTo: z.number().int() }),
};
/** Stream `orders-<machine>`: what the machine was told to do. */
export const orderFacts = {
  /** `ttlSeconds`: what `expiresAt` was counted from; missing where a visit's machine is to lock, which it may hear late, and before it was noted. */
  DeviceOrdered: z.object({ machineId, orderId: z.string(), action: deviceAction, sessionId: z.string().optional(), reason: z.string().optional(), expiresAt: z.string(), ttlSeconds: z.number().int().optional() }),
  DeviceObeyed: z.object({ machineId, orderId: z.string(), ok: z.boolean(), why: z.string().optional() }),
  /** Orders of operators only: it has come to the machine. */
  DeviceOrderDelivered: z.object({ machineId, orderId: z.string() }),
  /** Orders of operators only: its time to live is over and nothing was heard. A late report is still noted. */
  DeviceOrderExpired: z.object({ machineId, orderId: z.string() }),
};
/** Stream `credential-<machine>`: with what a machine proves who it is. Only a salted hash is kept. */
export const credentialFacts = {
  CredentialIssued: z.object({ machineId, salt: z.string(), hash: z.string() }),
  CredentialRevoked: z.object({ machineId }),
};
const configuration = z.object({
  duty: deviceDuty,
  /** null: the machine's own limit. */
  lockAboveC: z.number().int().min(0).max(60).nullable(),
});
export type DeviceConfiguration = z.infer<typeof configuration>;
/** Stream `configuration-<machine>`: how the machine should work, and what it said it works by. */
export const configurationFacts = {
  DeviceConfigured: configuration.extend({ machineId, revision: sequence }),
  DeviceConfirmedConfiguration: z.object({ machineId, revision: sequence }),
};
/** Stream `copy-<machine>`: that more than one board reports as this machine, once an hour while it goes on. */
export const copyFacts = {
  /** `number`: a report came under a number that another one had; `uptime`: a board cannot have been running longer than the time that has passed. */
  DeviceCopyFound: z.object({ machineId, foundAt: z.string(), by: z.enum(['number', 'uptime']) }),
};
/** Stream `sensors-<machine>`: what the machine's board says of itself, as often as it says otherwise. */
export const sensorFacts = {
  /** Without `slots` it does not say: its firmware is older, or nothing of it counts any more. */
  DeviceSlotsTold: z.object({ machineId, slots: z.array(slot).optional() }),
  DeviceFirmwareTold: z.object({ machineId, firmware: z.string() }),
};
const unread = z.object({
  channel: z.enum(['evt', 'tel']), receivedAt: z.string(), why: z.string(), bytes: z.number().int().nonnegative(),
  /** The first of the bytes, base64. */
  beginning: z.string(),
});
export type UnreadMessage = z.infer<typeof unread>;
/** Stream `unread-<machine>`: what the machine sent and nobody could read. Few an hour are kept; all are counted. */
export const unreadFacts = { DeviceMessageUnread: unread.extend({ machineId }) };
export type JournalFact = FactOf<typeof journalFacts>;
export type OrderFact = FactOf<typeof orderFacts>;
export type CredentialFact = FactOf<typeof credentialFacts>;
export type ConfigurationFact = FactOf<typeof configurationFacts>;
export type DevicePriceFact = FactOf<typeof devicePriceFacts>;
export type UnreadFact = FactOf<typeof unreadFacts>;
export type CopyFact = FactOf<typeof copyFacts>;
export type SensorFact = FactOf<typeof sensorFacts>;

/** Told on `telemetry.<machine>` for whoever listens; never stored as fact. */
export const heartbeat = z.object({ machineId, account: z.string(), receivedAt: z.string(), doorOpen: z.boolean(), mode: deviceMode, rssiDbm: z.number(), temperatureC: z.number().optional(), uptimeSeconds: z.number(), secondsLeft: z.number().optional(),
  /** How far the machine's clock is ahead of ours, negative when behind; missing while it does not know the time. */
  clockAheadSeconds: z.number().optional(),
  /** Why it would unlock for no guest, in its words; empty while it would. */
  shut: z.string().optional(),
  /** It works by a configuration with which it serves no guests. */
  isResting: z.boolean().optional() });
export type Heartbeat = z.infer<typeof heartbeat>;

export const sendOrder = command('device.send', 'services', 'Tell a machine to do something, within a time to live', z.object({
  machineId, account: z.string(), orderId: z.string(), action: deviceAction, ttlSeconds: z.number().int().min(1).max(86_400), sessionId: z.string().optional(), reason: z.string().optional(),
}), z.object({ orderId: z.string() }));
/** The secret is answered once and never again. */
export const issueCredential = command('device.issueCredential', 'services', 'Give a machine a credential of its own; the former one stops working', z.object({
  machineId, account: z.string(), secret: z.string().min(16).optional(),
}), z.object({ machineId, secret: z.string(),
  /** Where machines connect; without a host it is the one they know already. */
  broker: z.object({ host: z.string().optional(), port: z.number() }) }));
/** The same for an operator who sets a machine up by hand. */
export const renewCredential = command('device.renewCredential', 'machines.create', 'Give a machine of the organization a new credential; it is shown once and the former one stops working', z.object({ id: machineId }), z.object({ machineId, secret: z.string() }));
export const admitDevice = query('device.admit', 'services', 'Is this a machine\'s own secret', z.object({ machineId, secret: z.string().max(200) }), z.object({ machineId }));
export const linkState = query('device.linkState', 'services', 'How complete the journal of a machine is, and what its board runs', z.object({ machineId, account: z.string() }), z.object({
  connected: z.boolean(), epoch: z.string().optional(), completeTo: z.number(), missing: z.number(),
  /** How many were passed over and came after all. */
  late: z.number(),
  /** What its board runs, by its own word. */
  firmware: z.string().optional(),
  /** Missing from older versions. */
  told: toldUpTo.optional(),
}));
export const configurationView = z.object({
  machineId,
  /** How often it was configured; 0 for never. */
  revision: z.number(), ...configuration.shape, configuredAt: z.string().nullable(),
  /** What the machine said it works by; null while it never said. */
  confirmed: z.number().nullable(),
  /** `sent`: the machine is there and has not confirmed yet; `waiting`: it is told when it is there. */
  state: z.enum(['none', 'waiting', 'sent', 'confirmed']),
});
export type ConfigurationView = z.infer<typeof configurationView>;
export const getConfiguration = query('device.getConfiguration', 'machines.read', 'How a machine should work, and whether it has confirmed that it does', z.object({ machineId }), z.object({ configuration: configurationView }));
export const configureDevice = command('device.configure', 'machines.update', 'Change how a machine should work; it is told now or when it is there again', configuration.extend({
  machineId,
  /** Of the configuration this changes; refused when somebody else changed it meanwhile. */
  revision: z.number().int().nonnegative(),
}), z.object({ configuration: configurationView }));
export const listUnread = query('device.listUnread', 'machines.update', 'What a machine sent and nobody could read, newest first: the last fifty that were kept', z.object({ machineId }), z.object({ messages: z.array(unread) }));

export const orderView = z.object({
  orderId: z.string(), machineId, command: deviceAction, status: z.enum(['sent', 'delivered', 'obeyed', 'refused', 'expired']), sentAt: z.string(), expiresAt: z.string(),
  /** A person's name, or what did it; empty when it is not known any more. */
  by: z.string(), reason: z.string().optional(),
  /** When the machine did it, refused it, or its time was over. */
  endedAt: z.string().optional(),
  /** The machine's own words for not doing it. */
  why: z.string().optional(),
});
export type DeviceOrderView = z.infer<typeof orderView>;
export const controlDevice = command('device.controlDevice', 'machines.update', 'Tell a machine to do something; what becomes of it is told by the order\'s id', z.object({
  machineId, command: deviceAction, reason: z.string().trim().max(200).optional(), ttlSeconds: z.number().int().min(5).max(3600).default(60),
}), z.object({ order: orderView }));
export const listOrders = query('device.listOrders', 'machines.read', 'What operators told a machine, newest first, and what became of it', z.object({ machineId, limit: z.coerce.number().int().min(1).max(1000).default(10) }), z.object({ orders: z.array(orderView) }));
