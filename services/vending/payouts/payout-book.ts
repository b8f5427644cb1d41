/** The organization's book of payouts: night by night what came, what differed, and when to look next. */
import { addDays, startOfDay } from '@larder/contracts/day.js';
import type { PayoutFact } from '@larder/contracts/vending/payouts.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { allOf, hasKey, withKey, type Growing } from '../growing.js';

type DataOf<T extends PayoutFact['type']> = Extract<PayoutFact, { type: T }>['data'];
export type Night = DataOf<'PayoutCheckPlanned'>;

export type PayoutCommand =
  | { type: 'PlanCheck'; night: Night }
  /** What was found of a day; cases that are known already open no second time, payouts that were matched already count no second time. */
  | { type: 'NoteCheck'; day: string; until: string; payouts: DataOf<'PayoutMatched'>[]; cases: DataOf<'PayoutCaseOpened'>[]; next: Night };

export interface PayoutBook {
  next?: Night;
  /** Of money that moved before it nothing is expected. */
  since?: string;
  checked?: string;
  /** Payouts that arrived before it were looked at (ISO 8601). */
  until?: string;
  /** Those that were matched, by the provider's reference. */
  payouts: Growing;
  /** Cases by their ids: where payouts are ordered by hand each sale becomes one. */
  known: Growing;
  closed: Growing;
}

/** The midnight a night is about (ISO 8601). */
export const midnightOf = ({ timeZone, day }: Pick<Night, 'timeZone' | 'day'>): string => startOfDay(timeZone, addDays(day, 1));
export const missingCase = (id: string): string => `missing ${id}`;

export const payoutBook: Decider<PayoutCommand, PayoutFact, PayoutBook> = {
  category: 'payouts',
  initial: { payouts: [], known: [], closed: [] },
  decide(command, state) {
    switch (command.type) {
      case 'PlanCheck':
        return state.next ? [] : [{ type: 'PayoutCheckPlanned', data: command.night }];
      case 'NoteCheck': {
        if (state.next?.day !== command.day) return []; // this night has been looked at
        const payouts = command.payouts.filter(({ payoutRef }) => !hasKey(state.payouts, payoutRef));
        const [known, closed] = [allOf(state.known), allOf(state.closed)];
        const cases = command.cases.filter(({ caseId }) => !known.has(caseId));
        const came = payouts.flatMap(({ payoutRef, matched }) => matched.map((id): [string, string] => [missingCase(id), payoutRef])).filter(([caseId]) => known.has(caseId) && !closed.has(caseId));
        return [
          ...payouts.map((data): PayoutFact => ({ type: 'PayoutMatched', data })), ...cases.map((data): PayoutFact => ({ type: 'PayoutCaseOpened', data })),
          ...came.map(([caseId, payoutRef]): PayoutFact => ({ type: 'PayoutCaseClosed', data: { caseId, payoutRef } })),
          { type: 'PayoutsChecked', data: { day: command.day, until: command.until, payouts: payouts.length, lines: payouts.reduce((sum, { lines }) => sum + lines, 0), cases: cases.length, next: command.next } },
        ];
      }
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'PayoutCheckPlanned':
        return { ...state, next: fact.data, since: fact.data.day };
      case 'PayoutMatched':
        return { ...state, payouts: withKey(state.payouts, fact.data.payoutRef) };
      case 'PayoutCaseOpened':
        return { ...state, known: withKey(state.known, fact.data.caseId) };
      case 'PayoutCaseClosed':
        return { ...state, closed: withKey(state.closed, fact.data.caseId) };
      case 'PayoutsChecked':
        return { ...state, checked: fact.data.day, until: fact.data.until ?? (state.next && midnightOf(state.next)), next: fact.data.next };
      default:
        return never(fact);
    }
  },
};
