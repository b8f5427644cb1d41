/** What is said about setup profiles, and what their codes are shown as. Pure. */
import { setupForm } from '@larder/contracts/fleet/setup.js';
import type { ApiFailure } from '../../../lib/api.js';
import { firstIssues, type Errors } from '../../../lib/first-issues.js';

export type ProfileEntry = { machineId: string; name: string; location: string; wifiSSID: string; wifiPassword: string; /** `yes`: it has no password. */ wifiOpen: string };

export const profileOf = ({ machineId, name, location, wifiSSID, wifiPassword, wifiOpen }: ProfileEntry) => ({ machineId: machineId.trim(), name: name.trim(), location: { address: location.trim() }, wifiSSID, ...wifiOf(wifiPassword, wifiOpen === 'yes') });
/** As the server is told it. */
export const wifiOf = (password: string, isOpen: boolean) => (isOpen ? { wifiPassword: '', wifiOpen: true as const } : { wifiPassword: password });

export const profileErrors = (entry: ProfileEntry): Errors<ProfileEntry> => firstIssues(setupForm, profileOf(entry)) as Errors<ProfileEntry>;

const SESSION_OVER = 'Your session has expired. Please log in again to continue.';

/** Why a profile could not be made, in one sentence. */
export function profileProblem({ status, code, message }: ApiFailure): string {
  if (status === 401) return SESSION_OVER;
  if (status === 400) return message || 'Invalid request. Please check your input.';
  return code === 'PLAN_LIMIT' || code === 'CONFLICT' || code === 'READ_ONLY' ? message : 'Failed to create setup profile';
}

export const OPEN_WIFI = 'The network is open: it has no password';

/** What a prompt was left empty for, or nothing. */
export const NO_SSID = 'WiFi SSID is required for re-setup. Operation cancelled.';
export const NO_PASSWORD = 'WiFi Password is required for re-setup. Operation cancelled.';

/** What the QR code says: where to claim, and with what. The part behind # is not sent by whoever opens it by mistake. */
export const claimAddress = (origin: string, claimCode: string): string => `${origin}/api/hardware/claim#${claimCode}`;

/** What is typed on the console of a board that runs the machine's firmware. */
export function claimCommand(origin: string, claimCode: string): string {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  return `larder claim ${hostname} ${port || (isSecure ? 443 : 80)} ${claimCode}${isSecure ? ' tls' : ''}`;
}

/** `23 h 59 min`, in the last hour `59:59`; empty when it is over. */
export function timeLeft(until: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(until) - nowMs) / 1000);
  if (seconds <= 0) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
