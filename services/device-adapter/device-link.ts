/** The device link port: bytes from machines whose identity is proven, orders to them. */
import type { DeviceOrder } from '@larder/contracts/device.js';

export type Channel = 'evt' | 'tel';

export interface DeviceLink {
  /** Best effort: a machine that is not connected gets nothing; what matters is sent again when it says hello. */
  send(machineId: string, order: DeviceOrder): void;
  isConnected(machineId: string): boolean;
  /** Ends the connection of a machine whose credential is not good any more; it may try again with another. */
  cut(machineId: string): void;
  /** The port it listens on; 0 when it listens on none itself. */
  port: number;
  /** Where machines connect; without a host it is the one the product is reached at. */
  broker: { host?: string; port: number };
  close(): Promise<void>;
}

/** `session`: it wanted its session kept. `connections`: there are too many. */
export type Refused = 'credential' | 'session' | 'topic' | 'size' | 'connections';

/** What a link tells its owner. */
export interface LinkOwner {
  /** The name of the credential when the secret is this machine's; undefined when it is not. */
  admit(machineId: string, secret: string): Promise<string | undefined>;
  /** The name of the credential that is good for this machine now. */
  credentialOf(machineId: string): Promise<string | undefined>;
  /** Resolves when the message is dealt with, whatever became of it; never rejects. */
  receive(machineId: string, channel: Channel, payload: Uint8Array): Promise<void>;
  /** Somebody was turned away: why, for the count. */
  refused(what: Refused): void;
}

/** Larger payloads are none of the protocol's. */
export const MOST_BYTES = 4096;
/** What is larger than this ends the connection; what is too large for the protocol, but not for this, is counted. */
export const MOST_PACKET_BYTES = 16_384;
