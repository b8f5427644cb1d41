/** Bytes of a machine, read as what the protocol knows. */
import { deviceEvent, deviceTelemetry, type DeviceEvent, type DeviceTelemetry } from '@larder/contracts/device.js';
import type { Channel } from '../device-link.js';

export type Read = { what: 'event'; event: DeviceEvent } | { what: 'telemetry'; telemetry: DeviceTelemetry } | { what: 'unread'; why: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const MOST_REASON = 200;

/** Never throws, whatever the bytes are. */
export function readMessage(channel: Channel, payload: Uint8Array): Read {
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(payload));
  } catch (error) {
    return { what: 'unread', why: error instanceof SyntaxError ? 'no JSON' : 'no UTF-8' };
  }
  const read = channel === 'evt' ? deviceEvent.safeParse(json) : deviceTelemetry.safeParse(json);
  if (!read.success) return { what: 'unread', why: read.error.issues.map(({ path, message }) => `${path.join('.') || 'message'}: ${message}`).join('; ').slice(0, MOST_REASON) };
  return channel === 'evt' ? { what: 'event', event: read.data as DeviceEvent } : { what: 'telemetry', telemetry: read.data as DeviceTelemetry };
}
