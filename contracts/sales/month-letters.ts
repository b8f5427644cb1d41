/** The month's letter: what a month brought, by e-mail to each member who asked for it. */
import { z } from 'zod';
import type { FactOf } from '../fact.js';
import { command, query } from '../request.js';

/** `2026-10`. */
export const month = z.string().regex(/^\d{4}-\d{2}$/);

const ofMember = z.object({ userId: z.string() });
/** The month that the next letter is about, and when that is written (ISO 8601). */
const next = z.object({ month, dueAt: z.string() });

/** Stream `monthletter-<account>.<userId>`. */
export const monthLetterFacts = {
  MonthLetterWanted: ofMember.extend({ next }),
  /** `month` is over: its letter is written, once. */
  MonthLetterCameDue: ofMember.extend({ month, next }),
  MonthLettersEnded: ofMember.extend({ why: z.enum(['asked', 'left']) }),
};
export type MonthLetterFact = FactOf<typeof monthLetterFacts>;

const standing = z.object({
  wanted: z.boolean(),
  /** When the next one is written; missing while none is wanted. */
  nextAt: z.string().optional(),
  /** The organization's. */
  timeZone: z.string(),
});
export type MonthLetterStanding = z.infer<typeof standing>;
export const monthLetter = query('sales.monthLetter', 'member', 'Whether the caller is told by e-mail what each month brought', z.object({}), standing);
export const setMonthLetter = command('sales.setMonthLetter', 'member', 'Tell the caller by e-mail what each month brought, or no longer', z.object({ wanted: z.boolean({ error: 'Please say whether you want it' }) }), standing);
