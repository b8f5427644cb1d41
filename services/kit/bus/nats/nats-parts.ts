/** What is larger than a NATS server takes in one message, such as a file to import: it stays where it is, and whoever is sent it fetches it in parts. */
import { createInbox, headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { someAtATime } from '../../turns/some-at-a-time.js';

/** Where the parts of a payload are asked for by their numbers, and how many there are. */
const AT = 'parts-at';
const COUNT = 'parts';
const PART_BYTES = 500_000;
/** A server that is asked for nothing else takes a megabyte; headers and subject need a little of it. */
const ROOM_BYTES = 4_096;
const KEPT_MS = 60_000;
const PART_WITHIN_MS = 5_000;
/** Each has its time: on a slow line, or a busy computer, the last of all would wait for those before it. */
const PARTS_AT_ONCE = 8;

export interface Parcel {
  data: Uint8Array | string;
  headers?: MsgHdrs;
}

/** The payload itself where it goes into one message, else where it can be fetched for a minute, once. */
export function parcel(connection: NatsConnection, payload: string): Parcel {
  const most = (connection.info?.max_payload ?? PART_BYTES) - ROOM_BYTES;
  if (3 * payload.length <= most) return { data: payload };
  const bytes = Buffer.from(payload);
  return bytes.length <= most ? { data: bytes } : { data: '', headers: offered(connection, bytes, Math.min(PART_BYTES, most)) };
}

function offered(connection: NatsConnection, bytes: Uint8Array, size: number): MsgHdrs {
  const [at, count] = [createInbox(), Math.ceil(bytes.length / size)];
  const part = (n: number): Uint8Array => bytes.subarray(n * size, (n + 1) * size);
  const offering = connection.subscribe(at, { max: count, callback: (error, message) => void (!error && message.respond(part(Number(message.string())))) });
  const end = setTimeout(() => offering.unsubscribe(), KEPT_MS).unref();
  void offering.closed.then(() => clearTimeout(end));
  const made = headers();
  made.set(AT, at);
  made.set(COUNT, String(count));
  return made;
}

/** The payload of a message. Rejects like a request when whoever has the rest of it is gone. */
export async function unparcel(connection: NatsConnection, message: Msg): Promise<unknown> {
  const at = message.headers?.get(AT);
  if (!at) return message.data.length === 0 ? undefined : message.json();
  const fetch = (n: number): Promise<Msg> => connection.request(at, String(n), { timeout: PART_WITHIN_MS });
  const numbers = Array.from({ length: Number(message.headers?.get(COUNT)) }, (_, n) => n);
  const parts = await someAtATime(numbers, PARTS_AT_ONCE, (some) => Promise.all(some.map(fetch)));
  return JSON.parse(Buffer.concat(parts.map(({ data }) => data)).toString('utf8'));
}
