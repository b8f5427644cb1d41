/** What a machine sees move in a visit: what of it is on the guest's bill, and what is nobody's. */
import type { LateItems, Line, Offer, SessionFact, Shelved, UnplacedWhy } from '@larder/contracts/vending.js';
import { countOf, listedWith, withChange, type BySlot } from './by-slot.js';
import { wasSeen, type Seen } from './seen.js';

type Moved = Extract<SessionFact, { type: 'ItemTaken' }>['data'];
type Billed = Pick<InHand, 'held' | 'unsure'>;
type Started = Extract<SessionFact, { type: 'SessionStarted' }>['data'];
export interface FromDevice {
  /** The same key counts once. */
  key: string;
  deviceAt?: string;
  happenedAt?: string;
  /** The machine that says so; only a visit's own is believed. */
  by?: string;
}
/** Something that a machine saw leave a slot, or come back to it. */
export interface Move extends FromDevice {
  type: 'TakeItem' | 'ReturnItem';
  slot: string;
  quantity: number;
  /** Slots that explain what the machine saw as well. */
  orSlots?: readonly string[];
}

/** What a visit's moves come to so far. */
export interface InHand {
  held: Line[];
  /** What of it was billed as of `slot` and may have been of another. */
  unsure: readonly { slot: string; or: readonly string[]; quantity: number }[];
  /** By slot: what was put there in this visit, once its door was open, that had not been taken from it. Less than nothing: what was reported taken from it and cannot have been in it. */
  putThere: BySlot;
  seen: Seen;
  /** What was reported after the end. */
  late?: LateItems | undefined;
}

/** What the machine cannot tell apart is decided in the guest's favour. */
export function moveItem(command: Move, state: InHand & { status: string }, start: Started): SessionFact[] {
  if (wasSeen(state.seen, command.key)) return [];
  const seen = { sessionId: start.sessionId, machineId: start.machineId, ...moment(command) };
  const what = command.type === 'TakeItem' ? 'taken' : 'returned';
  const counted = (knownSince?: string) => (command.happenedAt && knownSince ? { knownSince } : {});
  const offerOf = (slot: string): Shelved | undefined => start.offers.find((offered) => offered.slot === slot);
  const unplaced = (why: UnplacedWhy, quantity = command.quantity, slot = command.slot, late?: LateItems): SessionFact =>
    ({ type: 'UnplacedItemReported', data: { ...seen, ...counted(offerOf(slot)?.knownSince), slot, productId: offerOf(slot)?.productId, quantity, what, why, ...(late && { late }) } });
  if (state.status !== 'active') return [unplaced('after_end', command.quantity, command.slot, lateWith(command, state.late))];
  const slots = [...new Set([command.slot, ...(command.orSlots ?? [])])];
  const could = slots.flatMap((slot) => offerOf(slot) ?? []);
  if (could.length === 0) return [unplaced('unknown_slot')];
  const moved = ({ atMost: _, knownSince, ...item }: Shelved, quantity: number) => {
    const alternatives = could.map(({ slot }) => slot).filter((slot) => slot !== item.slot);
    return { ...seen, ...counted(knownSince), item, quantity, ...(alternatives.length > 0 && { alternatives }) };
  };
  if (what === 'taken') {
    // A guest's own thing that was laid down, or a hand that leant there, is nobody's sale when it goes again.
    const { parts, left } = shareOut(command.quantity, slots, (slot) => countOf(slot, state.putThere));
    const cheapest = could.reduce((best, item) => (item.priceCents < best.priceCents ? item : best));
    const charged = Math.min(left, roomFor(slots, start.offers, state));
    return [
      ...parts.map(([slot, quantity]) => unplaced('not_held', quantity, slot)),
      ...(charged > 0 ? [{ type: 'ItemTaken' as const, data: moved(cheapest, charged) }] : []),
      ...(left > charged ? [unplaced('not_there', left - charged, cheapest.slot)] : []),
    ];
  }
  // What cannot have left comes back first: a sensor that is right again has the bill be what is missing.
  const beyond = shareOut(command.quantity, slots, (slot) => -countOf(slot, state.putThere));
  // Two in one grip may have been unsure, and each that is put back by itself is not.
  const likely = [...could, ...start.offers.filter(({ slot }) => !slots.includes(slot))].sort((a, b) => b.priceCents - a.priceCents);
  const { parts, left } = shareOut(beyond.left, likely, ({ slot }) => (slots.includes(slot) ? heldOf(state.held, slot) : mayBe(slot, slots, state)));
  return [
    ...beyond.parts.map(([slot, quantity]) => unplaced('not_there', quantity, slot)),
    ...parts.map(([item, quantity]): SessionFact => ({ type: 'ItemReturned', data: moved(item, quantity) })),
    ...(left > 0 ? [unplaced('not_held', left)] : []),
  ];
}

const lateWith = ({ type, slot, quantity }: Move, { taken, returned, slots }: LateItems = { taken: 0, returned: 0, slots: [] }): LateItems =>
  ({ taken: taken + (type === 'TakeItem' ? quantity : 0), returned: returned + (type === 'ReturnItem' ? quantity : 0), slots: listedWith(slot, slots) });

const heldOf = (held: readonly Line[], slot: string): number => held.find((line) => line.slot === slot)?.quantity ?? 0;
/** How many more can have been in these slots. What is held as of one of them may be of another, which then has as much less. */
function roomFor(slots: readonly string[], offers: readonly Shelved[], billed: Billed): number {
  const leftIn = (of: readonly string[]): number => sum(offers.filter(({ slot }) => of.includes(slot)), ({ slot, atMost = Infinity }) => atMost - heldOf(billed.held, slot));
  const all = withOthers(slots, billed);
  const elsewhere = sum(slots, (slot) => mayBe(slot, all.slice(slots.length), billed));
  return Math.max(0, Math.min(leftIn(slots) + elsewhere, leftIn(all)));
}
/** These slots, and after them all others that what is held as of them may be of. */
function withOthers(slots: readonly string[], billed: Billed): readonly string[] {
  const all = [...new Set([...slots, ...billed.unsure.flatMap(({ slot, or }) => (slots.includes(slot) ? or : []))])];
  return all.length === slots.length ? all : withOthers(all, billed);
}

/** How many of what is held as of one slot may be of others. */
const mayBe = (slot: string, others: readonly string[], { held, unsure }: Billed): number =>
  Math.min(heldOf(held, slot), sum(unsure, (one) => (one.slot === slot && one.or.some((other) => others.includes(other)) ? one.quantity : 0)));

/** Takes `quantity` from what there is of each, the first ones first; `left` is what they have not. */
function shareOut<Of>(quantity: number, all: readonly Of[], thereIs: (one: Of) => number): { parts: [Of, number][]; left: number } {
  let left = quantity;
  const parts = all.flatMap((one): [Of, number][] => {
    const part = Math.min(left, Math.max(0, thereIs(one)));
    left -= part;
    return part > 0 ? [[one, part]] : [];
  });
  return { parts, left };
}

/** What was put in a slot after one more move that is on nobody's bill. */
export const putBy = ({ slot, quantity, what }: { slot: string; quantity: number; what: 'taken' | 'returned' }, before: BySlot): BySlot =>
  withChange(slot, what === 'returned' ? quantity : -quantity, before);

/** What lies in the guest's hands after one more move; lines are by slot and keep their order. */
export function put(held: readonly Line[], item: Offer, change: number): Line[] {
  const before = held.find((line) => line.slot === item.slot);
  if (!before) return change > 0 ? [...held, { ...item, quantity: change }] : [...held];
  const quantity = before.quantity + change;
  return quantity > 0 ? held.map((line) => (line === before ? { ...line, quantity } : line)) : held.filter((line) => line !== before);
}

/** What may be of the same others is one: a scale that cannot tell may go to and fro all through a visit. */
function together(unsure: InHand['unsure']): InHand['unsure'] {
  const all = new Map<string, InHand['unsure'][number]>();
  for (const one of unsure) {
    const which = [one.slot, ...one.or].join();
    all.set(which, { ...one, quantity: one.quantity + (all.get(which)?.quantity ?? 0) });
  }
  return [...all.values()];
}

/** What a visit has come to when something on its bill was taken, or came back. */
export function taken({ held, unsure }: Billed, { item, quantity, alternatives }: Moved): Billed {
  return { held: put(held, item, quantity), unsure: alternatives ? together([...unsure, { slot: item.slot, or: alternatives, quantity }]) : unsure };
}
/** What else is held and may be what came back may then be what this was taken for. */
export function returned({ held, unsure }: Billed, { item, quantity, alternatives = [] }: Moved): Billed {
  const still = put(held, item, -quantity);
  const reported = [item.slot, ...alternatives];
  const or = [...new Set([item.slot, ...unsure.flatMap((one) => (one.slot === item.slot ? one.or : []))])];
  const swapped = still.filter(({ slot }) => slot !== item.slot && (reported.includes(slot) || mayBe(slot, reported, { held, unsure }) > 0));
  const after = together([...unsure, ...swapped.map(({ slot }) => ({ slot, or, quantity }))]);
  return { held: still, unsure: after.map((one) => ({ ...one, quantity: Math.min(one.quantity, heldOf(still, one.slot)) })).filter((one) => one.quantity > 0) };
}

export const totalOf = (lines: readonly Line[]): number => sum(lines, (line) => line.priceCents * line.quantity);

const sum = <Of>(all: readonly Of[], of: (one: Of) => number): number => all.reduce((total, one) => total + of(one), 0);

export const moment = ({ key, deviceAt, happenedAt }: FromDevice): Omit<FromDevice, 'by'> => ({ key, deviceAt, ...(happenedAt && { happenedAt }) });
