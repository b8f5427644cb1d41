/** How a new machine sets itself up: it shows its claim code and is told who it is, once. */
import type { ClaimedSetup } from '@larder/contracts/fleet/setup.js';
import { post } from './http.js';

/** @param url the address of the gateway. Rejects with `Refused` when the code is not good. */
export const claim = (url: string, claimCode: string): Promise<ClaimedSetup> => post<ClaimedSetup>(`${url}/api/hardware/claim`, { claimCode });

/** Where it connects from then on; a broker without a host is where it has just been. */
export const brokerUrlOf = (url: string, { host = new URL(url).hostname, port }: ClaimedSetup['mqtt']): string => `mqtt://${host}:${port}`;
