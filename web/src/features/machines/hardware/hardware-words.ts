/** What hardware and its orders are called. Pure. */
import type { DeviceOrderView, UnreadMessage } from '@larder/contracts/device.js';
import type { HardwareStatus } from '@larder/contracts/device/hardware.js';
import type { ApiFailure } from '../../../lib/api.js';
import type { Command } from './hardware-api.js';

export const modeWords: Record<NonNullable<HardwareStatus['mode']>, string> = { locked: 'Locked', customer: 'Customer', restocking: 'Restocking', service: 'Service' };

interface CommandWords {
  label: string;
  /** What it does, said before it is done. None: it is done at once. */
  before?: string;
  danger?: true;
}
export const commandWords: Record<Command, CommandWords> = {
  unlock: { label: 'Unlock', before: 'The door unlocks for a minute, wherever the machine stands and whoever stands before it. What is taken meanwhile is not charged.', danger: true },
  lock: { label: 'Lock' },
  restock: { label: 'Restock mode', before: 'The door is free for 15 minutes, and nothing that is moved counts as a purchase.' },
  service: { label: 'Service mode', before: 'The door is free for 30 minutes, for work at the machine.' },
  reboot: { label: 'Reboot', before: 'The machine is away for a moment. What it has not reported yet is kept.', danger: true },
  sync: { label: 'Sync' },
};
export const commands = Object.keys(commandWords) as Command[];

export const orderWords: Record<DeviceOrderView['status'], { label: string; pill: 'plain' | 'info' | 'good' | 'high' | 'medium' }> = {
  sent: { label: 'Sent', pill: 'plain' }, delivered: { label: 'Delivered', pill: 'info' }, obeyed: { label: 'Done', pill: 'good' }, refused: { label: 'Refused', pill: 'high' }, expired: { label: 'Expired', pill: 'medium' },
};

/** `12:05`; empty when there is none. */
export const minutesAndSeconds = (seconds: number): string => (seconds <= 0 ? '' : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`);

/** What is left of what was left when it was told. */
export const leftNow = (seconds: number, toldMs: number, nowMs: number): number => Math.max(0, seconds - Math.max(0, Math.floor((nowMs - toldMs) / 1000)));

/** `-58` dBm as people put it. */
export const signalWord = (rssi: number): string => (rssi >= -60 ? 'strong' : rssi >= -75 ? 'fair' : 'weak');

export const uptimeText = (seconds: number): string => {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
};

/** How far the numbers of a machine's reports are without a hole, and what is behind it. */
export function reportsText({ completeTo, missing, late }: HardwareStatus['link']): { text: string; isWhole: boolean } {
  const parts = [`complete to ${completeTo.toLocaleString('en-US')}`, ...(missing > 0 ? [`${missing.toLocaleString('en-US')} missing`] : []), ...(late > 0 ? [`${late.toLocaleString('en-US')} came late`] : [])];
  return { text: parts.join(', '), isWhole: missing === 0 };
}

/** A clock that is off by less is right: reports are on their way for a moment. */
const RIGHT_SECONDS = 5;

export function clockText(aheadSeconds: number): { text: string; isRight: boolean } {
  if (Math.abs(aheadSeconds) < RIGHT_SECONDS) return { text: 'right', isRight: true };
  const size = Math.abs(aheadSeconds);
  const much = size < 120 ? `${size} s` : size < 7200 ? `${Math.round(size / 60)} min` : size < 172_800 ? `${Math.round(size / 3600)} h` : `${Math.round(size / 86_400)} d`;
  return { text: `${much} ${aheadSeconds > 0 ? 'ahead' : 'behind'}`, isRight: false };
}

/** The machine could not be asked, or the answer was no. */
export const statusProblem = ({ code }: ApiFailure): string => (code === 'NETWORK' || code === 'UNAVAILABLE' ? 'Hardware communication failed' : 'Failed to get hardware status');

const DAY_MS = 86_400_000;
const MOST_UNREAD = 3;
/** What of it is worth looking at: that of today, as the board may have been mended since. */
export const unreadLately = (messages: readonly UnreadMessage[], nowMs: number): UnreadMessage[] => messages.filter(({ receivedAt }) => nowMs - Date.parse(receivedAt) < DAY_MS).slice(0, MOST_UNREAD);

/** The beginning of a message as text, with a mark for each byte that is none. */
export const beginningText = (base64: string): string => new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
