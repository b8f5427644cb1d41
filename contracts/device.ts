/** Device protocol v1: what machines and the device-adapter say to each other as JSON over MQTT 3.1.1, and the facts that come of it. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { command, query } from './request.js';
import { machineId } from './machine-id.js';

/** What the door is free for right now. */
export const deviceMode = z.enum(['locked', 'customer', 'restocking', 'service']);
const version = z.literal(1);
/** Random, made when the device's flash is formatted; sequence numbers count within it. */
const epoch = z.string().regex(/^[0-9a-f]{8}$/);
const sequence = z.number().int().min(1).max(0xffffffff);
/** Milliseconds since 1970 by the device's clock; 0 when it does not know the time. */
const deviceTime = z.number().int().nonnegative().max(8.64e15);
const slot = z.string().regex(/^[A-Za-z0-9]{1,8}$/);
const sessionRef = z.string().max(64);
const counted = { v: version, e: epoch, s: sequence, at: deviceTime };

/** `vend/v1/dev/<machine>/evt`, QoS 1: numbered, kept by the device until acknowledged. */
export const deviceEvent = z.discriminatedUnion('t', [
  z.object({ ...counted, t: z.literal('tap'), tag: z.string().min(1).max(64) }),
  z.object({ ...counted, t: z.literal('door'), open: z.boolean(), mode: deviceMode, sid: sessionRef.optional() }),
  z.object({ ...counted, t: z.literal('taken'), slot, n: z.number().int().min(1).max(99), sid: sessionRef.optional() }),
  z.object({ ...counted, t: z.literal('returned'), slot, n: z.number().int().min(1).max(99), sid: sessionRef.optional() }),
  z.object({ ...counted, t: z.literal('done'), id: z.string().max(80), ok: z.boolean(), why: z.string().max(200).optional() }),
]);
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** `vend/v1/dev/<machine>/tel`: neither numbered nor kept. `hello` opens a connection and asks for the last acknowledgement and pending commands. */
export const deviceTelemetry = z.discriminatedUnion('t', [
  z.object({ v: version, t: z.literal('hello'), e: epoch, fw: z.string().max(32) }),
  z.object({ v: version, t: z.literal('beat'), at: deviceTime, door: z.enum(['open', 'closed']), mode: deviceMode, rssi: z.number().int().min(-128).max(0),
    tempC: z.number().min(-60).max(120).optional(), up: z.number().int().nonnegative() }),
]);
export type DeviceTelemetry = z.infer<typeof deviceTelemetry>;

export const deviceAction = z.enum(['unlock', 'lock', 'service', 'restock', 'reboot', 'sync']);

/** `vend/v1/dev/<machine>/cmd`: the acknowledgement (highest number up to which all is stored) and commands, each good for `ttl` seconds after it was sent. */
export const deviceOrder = z.discriminatedUnion('t', [
  z.object({ v: version, t: z.literal('ack'), e: epoch, s: z.number().int().nonnegative() }),
  z.object({ v: version, t: z.literal('cmd'), id: z.string().max(80), do: deviceAction, ttl: z.number().int().positive(), sid: sessionRef.optional() }),
]);
export type DeviceOrder = z.infer<typeof deviceOrder>;

/** Unacknowledged events a device may have under way. */
export const DEVICE_WINDOW = 4;
export const eventTopic = (id: string): string => `vend/v1/dev/${id}/evt`;
export const telemetryTopic = (id: string): string => `vend/v1/dev/${id}/tel`;
export const orderTopic = (id: string): string => `vend/v1/dev/${id}/cmd`;

const heard = z.object({ machineId, epoch, sequence, deviceAt: z.string().optional(), receivedAt: z.string() });
/** Stream `journal-<machine>`: what the machine reported, in its own order. */
export const journalFacts = {
  DeviceTapped: heard.extend({ tag: z.string() }),
  DeviceDoorOpened: heard.extend({ mode: deviceMode, sessionId: z.string().optional() }),
  DeviceDoorClosed: heard.extend({ mode: deviceMode, sessionId: z.string().optional() }),
  DeviceItemTaken: heard.extend({ slot, quantity: z.number().int().positive(), sessionId: z.string().optional() }),
  DeviceItemReturned: heard.extend({ slot, quantity: z.number().int().positive(), sessionId: z.string().optional() }),
  DeviceCommandDone: heard.extend({ orderId: z.string(), ok: z.boolean(), why: z.string().optional() }),
  /** Numbers that did not come in time and were passed over; they are still accepted late. */
  DeviceGapFound: z.object({ machineId, epoch, missing: z.array(z.number().int()), completeTo: z.number().int() }),
  /** A missing number came after all, or the last of them. */
  DeviceGapClosed: z.object({ machineId, epoch, completeTo: z.number().int() }),
};
/** Stream `orders-<machine>`: what the machine was told to do. */
export const orderFacts = {
  DeviceOrdered: z.object({ machineId, orderId: z.string(), action: deviceAction, sessionId: z.string().optional(), reason: z.string().optional(), expiresAt: z.string() }),
  DeviceObeyed: z.object({ machineId, orderId: z.string(), ok: z.boolean(), why: z.string().optional() }),
};
/** Stream `credential-<machine>`: with what a machine proves who it is. Only a salted hash is kept. */
export const credentialFacts = {
  CredentialIssued: z.object({ machineId, salt: z.string(), hash: z.string() }),
  CredentialRevoked: z.object({ machineId }),
};
export const deviceFacts = { ...journalFacts, ...orderFacts, ...credentialFacts };
export type JournalFact = FactOf<typeof journalFacts>;
export type OrderFact = FactOf<typeof orderFacts>;
export type CredentialFact = FactOf<typeof credentialFacts>;

/** Told on `telemetry.<machine>` for whoever listens; never stored as fact. */
export const heartbeat = z.object({ machineId, account: z.string(), receivedAt: z.string(), doorOpen: z.boolean(), mode: deviceMode, rssiDbm: z.number(), temperatureC: z.number().optional(), uptimeSeconds: z.number() });
export type Heartbeat = z.infer<typeof heartbeat>;

export const sendOrder = command('device.send', 'services', 'Tell a machine to do something, within a time to live', z.object({
  machineId, account: z.string(), orderId: z.string(), action: deviceAction, ttlSeconds: z.number().int().min(1).max(86_400), sessionId: z.string().optional(), reason: z.string().optional(),
}), z.object({ orderId: z.string() }));
/** The secret is answered once and never again. */
export const issueCredential = command('device.issueCredential', 'services', 'Give a machine a credential of its own; the former one stops working', z.object({
  machineId, account: z.string(), secret: z.string().min(16).optional(),
}), z.object({ machineId, secret: z.string() }));
/** The same for an operator who sets a machine up by hand. */
export const renewCredential = command('device.renewCredential', 'machines.create', 'Give a machine of the organization a new credential; it is shown once and the former one stops working', z.object({ id: machineId }), z.object({ machineId, secret: z.string() }));
export const admitDevice = query('device.admit', 'services', 'Is this a machine\'s own secret', z.object({ machineId, secret: z.string().max(200) }), z.object({ machineId }));
export const linkState = query('device.linkState', 'services', 'How complete the journal of a machine is', z.object({ machineId, account: z.string() }), z.object({
  connected: z.boolean(), epoch: z.string().optional(), completeTo: z.number(), missing: z.number(),
}));
