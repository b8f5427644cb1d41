/** What is set aside for one hearing (a consumer and whose facts it hears), lane by lane, in the order it came. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { DeadLetterFact } from '@larder/contracts/dead-letters.js';
import { never, type Decider } from '../commands/decider.js';

export interface Letter {
  factId: string;
  type: string;
  stream: string;
  position: string;
  /** Absent when it waits behind another one of its lane. */
  error?: string;
  /** It failed for a reason that passes by itself. */
  passes?: true;
  /** Whoever set it aside did not know its type. */
  newer?: true;
  /** ISO; when it was set aside. */
  at: string;
  /** The revision at which it was set aside: the whole fact lies there. */
  revision: number;
}

type SetAsideCommand = { type: 'SetAside'; fact: AnyFact; lane: string; error?: string; passes?: true; newer?: true; now: string } | { type: 'TakeUp'; factId: string };

export interface SetAsideState {
  lanes: ReadonlyMap<string, readonly Letter[]>;
  /** How often anything was set aside or taken up, so the next revision: a fact may be set aside again after it was taken up. */
  moves: number;
}

/** Lanes that may lie aside for what passes by itself: where there are more it is everybody's trouble, and everybody waits. */
const MOST_PASSING = 100;

/** Whether a lane may be acted upon without anybody's doing: its first letter failed for what passes, or only waited behind another one. */
export const isPassingLane = ([first]: readonly Letter[]): boolean => first !== undefined && (first.passes ?? first.error === undefined);

export const setAside: Decider<SetAsideCommand, DeadLetterFact, SetAsideState> = {
  category: 'deadletter',
  initial: { lanes: new Map(), moves: 0 },
  decide(command, { lanes }) {
    switch (command.type) {
      case 'SetAside': {
        const { fact, lane, error, passes, newer, now } = command;
        const before = lanes.get(lane);
        if (before?.some(({ factId }) => factId === fact.id)) return [];
        if (error === undefined && !before) return []; // the lane has become free meanwhile
        if (passes && [...lanes.values()].filter(isPassingLane).length >= MOST_PASSING) return [];
        return [{ type: 'FactSetAside', data: { fact, lane, ...(error !== undefined && { error }), ...(passes && { passes }), ...(newer && { newer }), at: now } }];
      }
      case 'TakeUp':
        return [...lanes.values()].some((letters) => letters.some(({ factId }) => factId === command.factId)) ? [{ type: 'FactTakenUp', data: { factId: command.factId } }] : [];
      default:
        return never(command);
    }
  },
  evolve({ lanes, moves }, fact) {
    const next = new Map(lanes);
    switch (fact.type) {
      case 'FactSetAside': {
        const { fact: { id: factId, type, stream, position }, lane, error, passes, newer, at } = fact.data;
        next.set(lane, [...(lanes.get(lane) ?? []), { factId, type, stream, position, ...(error !== undefined && { error }), ...(passes && { passes }), ...(newer && { newer }), at, revision: moves }]);
        return { lanes: next, moves: moves + 1 };
      }
      case 'FactTakenUp':
        for (const [lane, letters] of lanes) {
          const left = letters.filter(({ factId }) => factId !== fact.data.factId);
          if (left.length === 0) next.delete(lane);
          else if (left.length < letters.length) next.set(lane, left);
        }
        return { lanes: next, moves: moves + 1 };
      default:
        return never(fact);
    }
  },
};
