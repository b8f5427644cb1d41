/** What machines sent and nobody could read: the beginning of it is kept, so that somebody can look at it. */
import type { UnreadFact, UnreadMessage } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface QuarantineCommand {
  type: 'Quarantine';
  message: UnreadFact['data'];
}

/** Per machine: what is kept is for looking at, and must not let a machine fill the log. The rest is counted. */
const KEPT_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
/** What is shown. */
const SHOWN = 50;
const MOST_BYTES = 200;

export const beginningOf = (payload: Uint8Array): string => Buffer.from(payload.subarray(0, MOST_BYTES)).toString('base64');

/** The state is the times of the last ones, oldest first. */
export const quarantine: Decider<QuarantineCommand, UnreadFact, readonly string[]> = {
  category: 'unread',
  initial: [],
  decide({ message }, kept) {
    const [oldest] = kept;
    const isFull = kept.length >= KEPT_AN_HOUR && oldest !== undefined && Math.abs(Date.parse(message.receivedAt) - Date.parse(oldest)) < HOUR_MS;
    return isFull ? [] : [{ type: 'DeviceMessageUnread', data: message }];
  },
  evolve: (kept, { data }) => [...kept, data.receivedAt].slice(-KEPT_AN_HOUR),
};

export interface UnreadRow {
  messages: UnreadMessage[];
}

export const unreadView: Projection<UnreadFact, UnreadRow> = {
  collection: 'unread',
  version: 1,
  orders: [],
  categories: ['unread'],
  rows: ({ meta, data }) => [{ account: meta.account, id: data.machineId }],
  apply: (row, { data: { machineId: _, ...message } }) => ({ messages: [message, ...(row?.messages ?? [])].slice(0, SHOWN) }),
};
