/** How the hardware of a machine is, out of its last heartbeat, its link and the visit under way. */
import type { Heartbeat } from '@larder/contracts/device.js';
import type { HardwareStatus } from '@larder/contracts/device/hardware.js';

interface Known {
  machineId: string;
  status: Pick<HardwareStatus, 'status' | 'isOnline'>;
  beat: Heartbeat | undefined;
  link: HardwareStatus['link'];
  firmware: string | undefined;
  /** When the visit under way ends by itself; ISO. */
  visitEndsAt: string | undefined;
  now: Date;
}

export function hardwareOf({ machineId, status, beat, link, firmware, visitEndsAt, now }: Known): HardwareStatus {
  const secondsTo = (at: string | undefined): number => (at === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 1000)));
  const modeEndsAt = beat?.secondsLeft === undefined ? undefined : new Date(Date.parse(beat.receivedAt) + beat.secondsLeft * 1000).toISOString();
  return {
    machineId, ...status, link, firmware: firmware ?? null, mode: beat?.mode ?? null, doorOpen: beat?.doorOpen ?? null, doorLocked: beat ? beat.mode === 'locked' && !beat.doorOpen : null,
    timeRemaining: secondsTo(modeEndsAt ?? visitEndsAt), wifiConnected: beat !== undefined && status.isOnline, wifiRSSI: beat?.rssiDbm ?? null,
    temperatureC: beat?.temperatureC ?? null, uptimeSeconds: beat?.uptimeSeconds ?? null, clockAheadSeconds: beat?.clockAheadSeconds ?? null, lastCheck: beat?.receivedAt ?? null,
  };
}
