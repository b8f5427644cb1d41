/** The letters of one member: wanted until they say otherwise or leave, one for each month that is over. */
import { addDays, dayIn, startOfDay } from '@larder/contracts/day.js';
import type { MonthLetterFact } from '@larder/contracts/sales/month-letters.js';
import type { Decider } from '@larder/kit/commands/decider.js';

/** A month, `2026-10`, and when its letter is written (ISO 8601). */
export interface NextLetter {
  month: string;
  dueAt: string;
}

export type MonthLetterCommand =
  | { type: 'WantLetters'; userId: string; next: NextLetter }
  /** `now` is when the clock says so; `next` what follows from it. */
  | { type: 'ComeDue'; now: string; next: NextLetter }
  | { type: 'EndLetters'; why: 'asked' | 'left' };

export interface MonthLetterState {
  wanted?: { userId: string; next: NextLetter };
}

export const monthLetterOf: Decider<MonthLetterCommand, MonthLetterFact, MonthLetterState> = {
  category: 'monthletter',
  initial: {},
  decide(command, { wanted }) {
    if (command.type === 'WantLetters') return wanted ? [] : [{ type: 'MonthLetterWanted', data: { userId: command.userId, next: command.next } }];
    if (!wanted) return [];
    const { userId, next } = wanted;
    if (command.type === 'EndLetters') return [{ type: 'MonthLettersEnded', data: { userId, why: command.why } }];
    if (next.dueAt > command.now) return [];
    // Where the organization's zone was moved west since, the month is not over there yet.
    if (command.next.month <= next.month) return [{ type: 'MonthLetterWanted', data: { userId, next: command.next } }];
    return [{ type: 'MonthLetterCameDue', data: { userId, month: monthBefore(command.next.month), next: command.next } }];
  },
  evolve(_, { type, data }) {
    return type === 'MonthLettersEnded' ? {} : { wanted: { userId: data.userId, next: data.next } };
  },
};

export const streamOf = (account: string, userId: string): string => `${account}.${userId}`;

/** Machines that were silent over night have reported by then. */
const HOURS_AFTER_MIDNIGHT = 7;

/** The letter about the month in which `now` lies in a time zone: written in the morning of the day after its last. */
export function nextLetter(now: string, timeZone: string): NextLetter {
  const today = dayIn(timeZone, now);
  const month = today.slice(0, 7);
  const first = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
  return { month, dueAt: new Date(Date.parse(startOfDay(timeZone, first)) + HOURS_AFTER_MIDNIGHT * 3_600_000).toISOString() };
}

/** `2026-01` → `2025-12`. */
export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);
