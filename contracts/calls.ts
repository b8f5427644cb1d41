/** Calls that are answered once: the same Idempotency-Key with the same request gets the same answer for good, and with another request none. */
import { z } from 'zod';
import type { FactOf } from './fact.js';

/** Stream `call-<id>`; the id follows from who asks, what, and their key. */
export const callFacts = {
  /** `fingerprint` is a hash of the request as it was sent. */
  CallBegun: z.object({ subject: z.string(), fingerprint: z.string() }),
  /** The answer as it went out, or the refusal. */
  CallAnswered: z.object({ answer: z.unknown() }),
};
export type CallFact = FactOf<typeof callFacts>;
