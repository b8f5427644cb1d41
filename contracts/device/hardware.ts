/** How the hardware of a machine is, as far as the machine tells. */
import { z } from 'zod';
import { deviceMode } from '../device.js';
import { machineStatus } from '../fleet.js';
import { machineId } from './machine-id.js';
import { query } from '../request.js';

export const hardwareStatus = z.object({
  machineId, status: machineStatus, isOnline: z.boolean(),
  /** null while nothing has been heard of it. */
  mode: deviceMode.nullable(), doorLocked: z.boolean().nullable(), doorOpen: z.boolean().nullable(),
  /** Seconds until the door's mode, or the visit under way, ends by itself; 0 when neither does. */
  timeRemaining: z.number(),
  wifiConnected: z.boolean(), wifiRSSI: z.number().nullable(), temperatureC: z.number().nullable(), uptimeSeconds: z.number().nullable(),
  /** When the machine said so. */
  lastCheck: z.string().nullable(),
  /** How far the machine's clock is ahead of ours, in seconds; negative when behind, null while it does not know the time. */
  clockAheadSeconds: z.number().nullable(),
  /** The firmware it runs, by its own word; null while it has not said. */
  firmware: z.string().nullable(),
  /** Its link: whether it is there right now, the report number up to which nothing is missing, how many are missing after it, and how many were missing and came late. */
  link: z.object({ connected: z.boolean(), completeTo: z.number(), missing: z.number(), late: z.number() }),
});
export type HardwareStatus = z.infer<typeof hardwareStatus>;

export const getHardware = query('fleet.getHardware', 'machines.read', 'How the hardware of a machine is', z.object({ id: machineId }), z.object({ result: hardwareStatus }));
export const checkHardware = query('fleet.checkHardware', 'machines.read', 'The same, with the machine named in the body', z.object({ machineId }), z.object({ result: hardwareStatus }));
