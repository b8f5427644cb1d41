/** The journal of a machine: what it reported, each number once, and how far the numbers are complete. */
import type { DeviceEvent, JournalFact } from '@larder/contracts/device.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';

export type JournalCommand = {
  type: 'ReceiveEvents';
  machineId: string;
  /** Of one epoch, with numbers that follow each other. */
  events: readonly DeviceEvent[];
  receivedAt: string;
  /** How far the machine's clock is ahead of ours; missing while nobody has compared them. */
  aheadMs?: number | undefined;
  /** True when the numbers before the first were waited for in vain: the gap is noted and passed over. */
  passGap: boolean;
  /** The machine says that it keeps nothing older than the first. */
  isOldest?: boolean;
};

export interface Completeness {
  /** Everything up to here is stored or was passed over. */
  reached: number;
  /** Passed over; still accepted late. */
  missing: number[];
  /** How many of those came after all. */
  late: number;
  /** The last numbers, each followed by a hash of what came under it; missing from snapshots of before. */
  marks?: readonly number[];
}
export interface JournalState {
  /** By epoch; a device whose flash was formatted begins a new one. */
  epochs: Record<string, Completeness>;
  latest?: string;
  /** The visit whose door was closed last; missing from snapshots of before. */
  over?: string | undefined;
}

type Report = Exclude<JournalFact, { type: 'DeviceGapFound' | 'DeviceGapClosed' }>;
type Heard = Pick<Report['data'], 'machineId' | 'epoch' | 'sequence' | 'deviceAt' | 'receivedAt' | 'happenedAt'>;
type Said = { [K in 'tag' | 'mode' | 'slot' | 'quantity' | 'orSlots' | 'slots' | 'grams' | 'sessionId' | 'orderId' | 'ok' | 'why']?: unknown };

const fresh: Completeness = { reached: 0, missing: [], late: 0 };
/** Of a larger gap so many numbers are noted, its last ones and the first, up to which nothing is missing; of all gaps together the last ones are waited for: a device keeps half as many events, so what is further back will not come. */
const MOST_MISSING = 1000;
/** A device does not live to be formatted so often. One that makes up epochs must not make every event dearer than the one before. */
const MOST_EPOCHS = 32;
/** What came so long after it was is told with its moment: a slot may have been counted in between. Less is what messages take on their way, by which clocks are compared. */
const LATE_MS = 2_000;
/** No machine is away for longer; a clock that says so was never set. */
const LONGEST_AWAY_MS = 366 * 86_400_000;
/** A device sends again the last few; what comes from further back is compared with the journal itself. */
const MARKED = 32;

export const completeness = (state: JournalState, epoch: string): Completeness => state.epochs[epoch] ?? fresh;

/** By epoch, the highest number that was taken in. */
export const told = ({ epochs }: JournalState): Record<string, number> => Object.fromEntries(Object.entries(epochs).map(([epoch, { reached }]) => [epoch, reached]));

/** The number up to which nothing at all is missing. */
export const completeTo = ({ reached, missing }: Pick<Completeness, 'reached' | 'missing'>): number => (missing[0] === undefined ? reached : missing[0] - 1);

export const journal: Decider<JournalCommand, JournalFact, JournalState> = {
  category: 'journal',
  snapshots: 2,
  knowsRepeats: true,
  initial: { epochs: {} },
  decide({ machineId, events, receivedAt, aheadMs, passGap, isOldest }, state) {
    let now = state;
    // Of a machine that was never heard here, as it comes from another server, what is older was never for us.
    const [first] = isOldest && Object.keys(state.epochs).length === 0 ? events : [];
    return events.flatMap((event) => {
      const facts = receive(factOf(machineId, event, receivedAt, momentOf(event, receivedAt, aheadMs)), event, event === first ? { ...fresh, reached: event.s - 1 } : completeness(now, event.e), passGap && event === events[0]);
      if (events.length > 1) now = facts.reduce(journal.evolve, now);
      return facts;
    });
  },
  evolve(state, fact) {
    const { epoch } = fact.data;
    const before = completeness(state, epoch);
    const closedFor = fact.type === 'DeviceDoorClosed' ? fact.data.sessionId : undefined;
    const now = (after: Completeness): JournalState => ({ epochs: { ...withRoomFor(epoch, state), [epoch]: after }, latest: epoch, over: closedFor ?? state.over });
    switch (fact.type) {
      case 'DeviceGapFound':
        return now({ ...before, missing: [...before.missing, ...fact.data.missing].slice(-MOST_MISSING) });
      case 'DeviceGapClosed':
        return state;
      default: {
        const { sequence } = fact.data;
        const missing = before.missing.filter((s) => s !== sequence);
        return now({ reached: Math.max(before.reached, sequence), missing, late: before.late + before.missing.length - missing.length, marks: [...(before.marks ?? []).slice(2 - 2 * MARKED), sequence, markOf(fact)] });
      }
    }
  },
};

/** Whether a report that comes under a number which was taken in already is that one; `unknown` where it is too far back to be remembered. */
export function comparedWithKept({ reached, missing, marks = [] }: Completeness, event: DeviceEvent): 'new' | 'same' | 'another' | 'unknown' {
  if (event.s > reached || missing.includes(event.s)) return 'new';
  const at = marks.findLastIndex((number, n) => n % 2 === 0 && number === event.s);
  if (at < 0) return 'unknown';
  return marks[at + 1] === markOf(factOf('', event, '')) ? 'same' : 'another';
}

/** The same question, put to all that is kept. */
export function isAnotherIn(history: readonly JournalFact[], event: DeviceEvent): boolean {
  const mark = markOf(factOf('', event, ''));
  return history.some((fact) => isReport(fact) && fact.data.epoch === event.e && fact.data.sequence === event.s && markOf(fact) !== mark);
}

const isReport = (fact: JournalFact): fact is Report => fact.type !== 'DeviceGapFound' && fact.type !== 'DeviceGapClosed';

/** Sent again a report is the same; only of its time, which a device may learn meanwhile, nothing is made. */
function markOf({ type, data }: Report): number {
  const { tag, mode, slot, quantity, orSlots, slots, grams, sessionId, orderId, ok, why }: Said = data;
  const said = `${type} ${tag} ${mode} ${slot} ${quantity} ${orSlots} ${slots} ${grams} ${sessionId} ${orderId} ${ok} ${why}`;
  // FNV-1a, 32 bits: every report comes through here, and nobody has anything from meeting it.
  let mark = 0x811c9dc5;
  for (let n = 0; n < said.length; n++) mark = Math.imul(mark ^ said.charCodeAt(n), 0x01000193);
  return mark >>> 0;
}

function withRoomFor(epoch: string, { epochs, latest }: JournalState): JournalState['epochs'] {
  const known = Object.entries(epochs);
  if (epochs[epoch] || known.length < MOST_EPOCHS) return epochs;
  // An epoch of digits alone stands before all others, however new it is, so the latest is kept by its name.
  const [others, last] = [known.filter(([its]) => its !== latest), known.filter(([its]) => its === latest)];
  return Object.fromEntries([...others.slice(2 - MOST_EPOCHS), ...last]);
}

/** Nothing of an event that was delivered before, or is too early. */
function receive(fact: Report, event: DeviceEvent, { reached, missing }: Completeness, passGap: boolean): JournalFact[] {
  const { machineId } = fact.data;
  if (missing.includes(event.s)) {
    const left = missing.filter((s) => s !== event.s);
    return left.length > 0 ? [fact] : [fact, { type: 'DeviceGapClosed', data: { machineId, epoch: event.e, completeTo: reached } }];
  }
  if (event.s <= reached) return [];
  if (event.s === reached + 1) return [fact];
  if (!passGap) return [];
  const last = Math.min(event.s - reached - 1, MOST_MISSING);
  const passed = Array.from({ length: last }, (_, n) => (n === 0 ? reached + 1 : event.s - last + n));
  return [{ type: 'DeviceGapFound', data: { machineId, epoch: event.e, missing: passed, completeTo: completeTo({ reached, missing: [...missing, ...passed] }) } }, fact];
}

/** When it was, by our clock; nothing where it has just been, or where no clock can tell. */
function momentOf({ at }: DeviceEvent, receivedAt: string, aheadMs: number | undefined): string | undefined {
  if (at === 0 || aheadMs === undefined) return undefined;
  const agoMs = Date.parse(receivedAt) + aheadMs - at;
  return agoMs >= LATE_MS && agoMs <= LONGEST_AWAY_MS ? new Date(at - aheadMs).toISOString() : undefined;
}

/** Nothing is spread here: every report comes through, and in Node 20 each field that is added to a spread object costs most of a microsecond. */
function factOf(machineId: string, event: DeviceEvent, receivedAt: string, happenedAt?: string): Report {
  const heard: Heard = { machineId, epoch: event.e, sequence: event.s, receivedAt, deviceAt: event.at > 0 ? new Date(event.at).toISOString() : undefined };
  if (happenedAt !== undefined) heard.happenedAt = happenedAt;
  switch (event.t) {
    case 'tap':
      return { type: 'DeviceTapped', data: Object.assign(heard, { tag: event.tag }) };
    case 'door':
      return { type: event.open ? 'DeviceDoorOpened' : 'DeviceDoorClosed', data: Object.assign(heard, { mode: event.mode, sessionId: event.sid }) };
    case 'taken':
      return { type: 'DeviceItemTaken', data: Object.assign(heard, { slot: event.slot, quantity: event.n, orSlots: event.or, sessionId: event.sid }) };
    case 'returned':
      return { type: 'DeviceItemReturned', data: Object.assign(heard, { slot: event.slot, quantity: event.n, orSlots: event.or, sessionId: event.sid }) };
    case 'shifted':
      return { type: 'DeviceShelfShifted', data: Object.assign(heard, { slots: event.slots, grams: event.grams }) };
    case 'done':
      return { type: 'DeviceCommandDone', data: Object.assign(heard, { orderId: event.id, ok: event.ok, why: event.why }) };
    default:
      return never(event);
  }
}
