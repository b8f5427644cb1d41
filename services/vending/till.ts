/** The till of a machine: one visit at a time, and what happens at the machine while nobody is being served. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { TillFact } from '@larder/contracts/vending.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { isEarly } from '@larder/kit/time.js';
import { countOf, listedWith, withChange, type BySlot } from './by-slot.js';

export type TillCommand =
  | { type: 'ClaimTill'; machineId: string; sessionId: string; nfcSessionId: string; guest: string; now: string; expiresAt: string }
  | { type: 'ReleaseTill'; machineId: string; sessionId: string }
  | { type: 'ProlongTill'; machineId: string; sessionId: string; expiresAt: string }
  /** `now`: when it was heard. */
  | { type: 'NoteDoor'; machineId: string; key: string; deviceAt?: string; happenedAt?: string; now: string }
  | { type: 'NoteItem'; what: 'taken' | 'returned'; machineId: string; key: string; slot: string; quantity: number; deviceAt?: string; happenedAt?: string; knownSince?: string; now: string };

type Incident = NonNullable<Extract<TillFact, { type: 'DoorOpenedWithoutSession' }>['data']['incident']>;
/** Whoever empties a shelf, or fills it with a key, is one thing to see to, and so is a switch that bounces: not each thing that moves. */
const INCIDENT_MS = 10 * 60_000;

/** A tap has been answered, or refused, long before. */
const TAP_MS = 15_000;
/** Copies' clocks may differ by so much; what lies further ahead was written before the clock was put back. */
const SKEW_MS = 60_000;

export interface Turn {
  sessionId: string;
  guest: string;
  expiresAt: string;
}

export interface TillState {
  current?: Turn;
  /** The visit before. */
  former?: Turn;
  /** By slot: what left it while nobody was being served, and has not come back. */
  gone?: BySlot;
  /** What happened last while nobody was being served. */
  incident?: Incident | undefined;
}

export const till: Decider<TillCommand, TillFact, TillState> = {
  category: 'till',
  snapshots: 4,
  initial: {},
  decide(command, { current, gone = {}, incident }) {
    switch (command.type) {
      case 'ClaimTill': {
        const { type: _, now, ...claim } = command;
        if (current && isStill(current.expiresAt, now, Date.parse(claim.expiresAt) - Date.parse(now))) {
          if (current.guest === command.guest) return []; // the guest tapped again: the same visit
          return busy(current, now);
        }
        return [{ type: 'TillClaimed', data: claim }];
      }
      case 'ReleaseTill':
        return current?.sessionId === command.sessionId ? [{ type: 'TillReleased', data: { machineId: command.machineId, sessionId: command.sessionId } }] : [];
      case 'ProlongTill': {
        const { type: _, ...prolonged } = command;
        return current?.sessionId === command.sessionId && current.expiresAt < command.expiresAt ? [{ type: 'TillProlonged', data: prolonged }] : [];
      }
      case 'NoteDoor': {
        const { type: _, now: _now, ...noted } = command;
        return [{ type: 'DoorOpenedWithoutSession', data: { ...noted, incident: { ...goingOn(incident, command), opened: true } } }];
      }
      case 'NoteItem': {
        const { type: _, what, now: _now, ...noted } = command;
        const before = goingOn(incident, command);
        const slots = listedWith(noted.slot, before.slots);
        if (what === 'taken') return [{ type: 'ItemTakenWithoutSession', data: { ...noted, incident: { ...before, slots, left: before.left + noted.quantity } } }];
        return [{ type: 'ItemReturnedWithoutSession', data: { ...noted, back: Math.min(noted.quantity, countOf(noted.slot, gone)), incident: { ...before, slots, cameIn: before.cameIn + noted.quantity } } }];
      }
      default:
        return never(command);
    }
  },
  evolve({ gone, incident, ...turns }, fact) {
    switch (fact.type) {
      case 'DoorOpenedWithoutSession':
        return { ...turns, gone, incident: fact.data.incident };
      case 'TillClaimed':
        return { current: fact.data, former: turns.current ?? turns.former, gone };
      case 'TillProlonged':
        return { ...turns, ...(turns.current && { current: { ...turns.current, expiresAt: fact.data.expiresAt } }), gone, incident };
      case 'TillReleased':
        return { former: turns.current, gone, incident };
      case 'ItemTakenWithoutSession':
        return { ...turns, gone: withChange(fact.data.slot, fact.data.quantity, gone), incident: fact.data.incident };
      case 'ItemReturnedWithoutSession':
        return { ...turns, gone: withChange(fact.data.slot, -fact.data.back, gone), incident: fact.data.incident };
      default:
        return never(fact);
    }
  },
};

function goingOn(before: Incident | undefined, { key, now }: { key: string; now: string }): Incident {
  const isOver = !before || Math.abs(Date.parse(now) - Date.parse(before.at)) >= INCIDENT_MS;
  return isOver ? { key, at: now, opened: false, left: 0, cameIn: 0, slots: [] } : { ...before, at: now };
}

/** The visit of whoever was served last, if that was this guest. */
export function lastVisitOf({ current, former }: TillState, guest: string): string | undefined {
  const latest = current ?? former;
  return latest?.guest === guest ? latest.sessionId : undefined;
}

/** The visit a guest's claim led to, as long as nobody else was served since: a claim that comes again is handled already, whoever is at the till by now. */
export function visitOf(state: TillState, guest: string, now: string): string | Refusal {
  const { current } = state;
  return lastVisitOf(state, guest) ?? (current && current.expiresAt > now ? busy(current, now) : refuse('CONFLICT', 'This request was answered before. Please tap again.'));
}

/** A turn of somebody else's whose visit has not begun: others wait as long as that tap may still be answered. Undefined once it cannot, as after a crash in between: the till is nobody's. */
export function waitForTap(turn: Turn, visitSeconds: number, now: string): Refusal | undefined {
  const answeredBy = new Date(Date.parse(turn.expiresAt) - visitSeconds * 1000 + TAP_MS).toISOString();
  return isStill(answeredBy, now, TAP_MS) ? busy({ ...turn, expiresAt: answeredBy }, now) : undefined;
}

/** Whether it is before `until`, to which it was `mostMs` at most. */
const isStill = (until: string, now: string, mostMs: number): boolean => isEarly(Date.parse(now), Date.parse(until), mostMs + SKEW_MS);

/** Somebody else's turn; one that is over by the clock may end any moment. */
export function busy({ expiresAt }: Turn, now: string): Refusal {
  const seconds = Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));
  return refuse('MACHINE_BUSY', 'Somebody is using this machine right now. Please try again in a moment.', { retryAfterSeconds: seconds });
}
